import * as z from "zod/mini";

/** English and the 22 languages of the Constitution's Eighth Schedule, as BCP 47 names them. */
export const NoticeLanguage = z.enum([
  "en",
  "as",
  "bn",
  "brx",
  "doi",
  "gu",
  "hi",
  "kn",
  "kok",
  "ks",
  "mai",
  "ml",
  "mni",
  "mr",
  "ne",
  "or",
  "pa",
  "sa",
  "sat",
  "sd",
  "ta",
  "te",
  "ur",
]);

/** Consent as it is given: to a version of the notice, in the language it was read in. */
export const GivenConsent = z.object({
  version: z.int().check(z.minimum(1)),
  language: NoticeLanguage,
  /** At least 18 years old: section 9 asks for a parent's consent otherwise, which we cannot check. */
  is_adult: z.literal(true),
});
