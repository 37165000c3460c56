import { i18n, type Messages } from "@lingui/core";
import { isLanguage, LANGUAGES, languages as codes } from "@voltmarg/contract/languages";
import { useSyncExternalStore } from "react";
import { writeLanguage } from "../native/storage.ts";
import { isolated } from "./bidi-isolation.ts";
import { setServiceWords } from "./service-text.ts";
import { type Language, language } from "./current-language.ts";

export const languages: readonly { value: Language; label: string }[] = codes.map((value) => ({
  value,
  label: LANGUAGES[value].own,
}));

/** English is in the code. */
const CATALOGUES = import.meta.glob<{ messages: Messages }>([
  "../locales/*.po",
  "!../locales/en.po",
]);

/** What `public/theme.js` has written on the page before it was painted. */
export function pageLanguage(): Language {
  const said = document.documentElement.lang.split("-")[0];
  return isLanguage(said) ? said : "en";
}

/** Speaks a language from here on. Where its catalogue cannot be had, the app goes on in the one before: false. */
export async function speak(to: Language): Promise<boolean> {
  try {
    const [messages, service] = await Promise.all([
      to === "en"
        ? {}
        : CATALOGUES[`../locales/${to}.po`]!().then((catalogue) => catalogue.messages),
      to === "en" ? null : import("./service-copy.ts"),
    ]);
    setServiceWords(service);
    activate(to, LANGUAGES[to].direction === "rtl" ? isolated(messages) : messages);
  } catch {
    show(language());
    return false;
  }
  show(to);
  return true;
}

/** Speaks it and keeps it on the device. */
export async function chooseLanguage(to: Language): Promise<boolean> {
  const spoken = await speak(to);
  if (spoken) writeLanguage(to);
  return spoken;
}

/** The language, for components that must be drawn anew when it changes. */
export const useLanguage = (): Language =>
  useSyncExternalStore((onChange) => i18n.on("change", onChange), language);

function activate(to: Language, messages: Messages): void {
  i18n.loadAndActivate({ locale: to, locales: LANGUAGES[to].tag, messages });
}

function show(to: Language): void {
  document.documentElement.lang = `${to}-IN`;
  document.documentElement.dir = LANGUAGES[to].direction;
}
