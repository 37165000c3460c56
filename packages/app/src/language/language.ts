import { i18n, type Messages } from "@lingui/core";
import { useSyncExternalStore } from "react";
import { writeLanguage } from "../native/storage.ts";
import { isolated } from "./bidi-isolation.ts";
import { setServiceWords } from "./service-text.ts";
import { type Language, language, TAGS } from "./current-language.ts";

/** Each in its own words, as a driver looks for it. */
export const languages: readonly { value: Language; label: string }[] = [
  { value: "en", label: "English" },
  { value: "hi", label: "हिन्दी" },
  { value: "ur", label: "اردو" },
];

const CATALOGUES: Record<Exclude<Language, "en">, () => Promise<{ messages: Messages }>> = {
  hi: () => import("../locales/hi.po"),
  ur: () => import("../locales/ur.po"),
};

export const isLanguage = (text: string | undefined): text is Language =>
  languages.some(({ value }) => value === text);

/** What `public/theme.js` has written on the page before it was painted. */
export function pageLanguage(): Language {
  const said = document.documentElement.lang.split("-")[0];
  return isLanguage(said) ? said : "en";
}

/** Speaks a language from here on. Where its catalogue cannot be had, the app goes on in the one before: false. */
export async function speak(to: Language): Promise<boolean> {
  try {
    const [messages, service] = await Promise.all([
      to === "en" ? {} : CATALOGUES[to]().then((catalogue) => catalogue.messages),
      to === "en" ? null : import("./service-copy.ts"),
    ]);
    setServiceWords(service);
    activate(to, to === "ur" ? isolated(messages) : messages);
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
  i18n.loadAndActivate({ locale: to, locales: TAGS[to], messages });
}

function show(to: Language): void {
  document.documentElement.lang = `${to}-IN`;
  document.documentElement.dir = to === "ur" ? "rtl" : "ltr";
}
