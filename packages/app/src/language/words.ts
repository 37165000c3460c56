import { i18n } from "@lingui/core";

// English stands in the code: it needs no catalogue, and is spoken until another language has come.
i18n.loadAndActivate({ locale: "en", locales: "en-IN", messages: {} });

/**
 * Words that follow the driver's language: made anew by `make` when it changes, and read like a plain object. A
 * constant that keeps one of them at load time keeps its language too: read them where they are shown.
 */
export function words<T extends object>(make: () => T): T {
  let made: { language: string; words: T } | undefined;
  const now = (): T => {
    if (made?.language !== i18n.locale) made = { language: i18n.locale, words: make() };
    return made.words;
  };
  return new Proxy({} as T, {
    get: (_, key) => Reflect.get(now(), key) as unknown,
    has: (_, key) => Reflect.has(now(), key),
    ownKeys: () => Reflect.ownKeys(now()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(now(), key),
  });
}
