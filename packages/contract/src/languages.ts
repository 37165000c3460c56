type LanguageRow = {
  /** For staff, in English. */
  name: string;
  /** In its own words, as a driver looks for it. */
  own: string;
  /** For Intl: India's grouping, and digits as they stand on its meters and notes. */
  tag: string;
  direction: "ltr" | "rtl";
};

/** The languages that the app and the service speak. What else a language needs: docs/guide/recipes.md. */
export const LANGUAGES = {
  en: { name: "English", own: "English", tag: "en-IN", direction: "ltr" },
  hi: { name: "Hindi", own: "हिन्दी", tag: "hi-IN-u-nu-latn", direction: "ltr" },
  ur: { name: "Urdu", own: "اردو", tag: "ur-IN-u-nu-latn", direction: "rtl" },
} as const satisfies Record<string, LanguageRow>;

export type LanguageCode = keyof typeof LANGUAGES;
export const languages = Object.keys(LANGUAGES) as [LanguageCode, ...LanguageCode[]];

export const isLanguage = (text: string | undefined): text is LanguageCode =>
  text !== undefined && Object.hasOwn(LANGUAGES, text);

/** The English name of a language; of one that is not spoken, its code. */
export const languageName = (code: string): string =>
  isLanguage(code) ? LANGUAGES[code].name : code;
