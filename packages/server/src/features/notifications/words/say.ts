import type { Language } from "@voltmarg/contract";
import { en } from "./en.ts";
import { hi } from "./hi.ts";
import type { NoticeWords, Said, Words } from "./said.ts";
import { ur } from "./ur.ts";

const LANGUAGES: Record<Language, NoticeWords> = { en, hi, ur };

/** What is told, in a language. */
export const say = (said: Said, language: Language): Words =>
  (LANGUAGES[language][said.of] as (values: Said) => Words)(said);
