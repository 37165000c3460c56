import { i18n } from "@lingui/core";
import type { Language, NoticeLanguage } from "@voltmarg/contract";
import { LANGUAGES } from "@voltmarg/contract/languages";

export type { Language };

/** The language the app speaks now. */
export const language = (): Language => i18n.locale as Language;
/** The same for Intl. */
export const languageTag = (): string => LANGUAGES[language()].tag;
/** For an element whose words may be in another language than the app's: what reads them aloud and lays them out. */
export const written = (tag: Language): { lang: Language; dir: "ltr" | "rtl" } => ({
  lang: tag,
  dir: LANGUAGES[tag].direction,
});
/** The same of a language that the app itself does not speak. */
export const writtenIn = (tag: NoticeLanguage): { lang: NoticeLanguage; dir: "ltr" | "rtl" } => ({
  lang: tag,
  dir: ["ur", "ks", "sd"].includes(tag) ? "rtl" : "ltr",
});
/** Called when the language changes. */
export const onLanguageChange = (listener: () => void): void => void i18n.on("change", listener);
export const isRightToLeft = (): boolean => LANGUAGES[language()].direction === "rtl";
