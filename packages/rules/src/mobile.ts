import { typedText } from "./typed-text.ts";

/**
 * The E.164 form of an Indian mobile number as people type or copy it (in any script's digits, with spaces, dashes, +91,
 * 0091, a leading 0); null for any other text. Indian mobile numbers have ten digits and begin with 6 to 9.
 */
export function mobileToE164(text: string): string | null {
  const compact = typedText(text).replace(/[ \-().]/g, "");
  const national = /^(?:\+91|0091|91|0)?([6-9]\d{9})$/.exec(compact)?.[1];
  return national === undefined ? null : `+91${national}`;
}
