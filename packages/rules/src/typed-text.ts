import { latinDigits } from "./digits.ts";

/** Direction marks, joiners, soft hyphens and the like, which copied texts may contain. */
export const UNSEEN = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Normalises a typed text: digits become 0 to 9; each kind of space, hyphen, minus, comma and point becomes the one on a
 * keyboard; invisible characters and spaces at both ends are removed.
 */
export const typedText = (text: string): string =>
  latinDigits(text)
    .replace(UNSEEN, "")
    .replace(/\s/g, " ")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[٬،，]/g, ",")
    .replace(/[٫۔．]/g, ".")
    .trim();

/** A one-time code or its beginning: at most `length` digits, also in groups; null: the text is something else. */
export function readDigits(text: string, length: number): string | null {
  const digits = typedText(text).replace(/[ -]/g, "");
  return digits.length <= length && !/\D/.test(digits) ? digits : null;
}
