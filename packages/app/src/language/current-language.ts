import { i18n } from "@lingui/core";
import type { Language, NoticeLanguage } from "@voltmarg/contract";

export type { Language };

/** For Intl and for the page: India's grouping, and digits as they stand on its meters and notes. */
export const TAGS = { en: "en-IN", hi: "hi-IN-u-nu-latn", ur: "ur-IN-u-nu-latn" } as const;

/** The language the app speaks now. */
export const language = (): Language => i18n.locale as Language;
/** The same for Intl. */
export const languageTag = (): string => TAGS[language()];
/** For an element whose words may be in another language than the app's: what reads them aloud and lays them out. */
export const written = (tag: Language): { lang: Language; dir: "ltr" | "rtl" } => ({
  lang: tag,
  dir: tag === "ur" ? "rtl" : "ltr",
});
/** The same of a language that the app itself does not speak. */
export const writtenIn = (tag: NoticeLanguage): { lang: NoticeLanguage; dir: "ltr" | "rtl" } => ({
  lang: tag,
  dir: ["ur", "ks", "sd"].includes(tag) ? "rtl" : "ltr",
});
/** Called when the language changes. */
export const onLanguageChange = (listener: () => void): void => void i18n.on("change", listener);
export const isRightToLeft = (): boolean => language() === "ur";
