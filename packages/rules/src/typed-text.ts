import { latinDigits } from "./digits.ts";

/** Direction marks, joiners, soft hyphens and the like come along when a text is copied. */
export const UNSEEN = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * A typed text in few characters: digits as 0 to 9, each space, hyphen, minus, comma and point as the one on a keyboard,
 * nothing that cannot be seen, and no space around it.
 */
export const typedText = (text: string): string =>
  latinDigits(text)
    .replace(UNSEEN, "")
    .replace(/\s/g, " ")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[٬،，]/g, ",")
    .replace(/[٫۔．]/g, ".")
    .trim();

/** A one-time code or the beginning of one: at most `length` digits, also in groups; null: there is something else. */
export function readDigits(text: string, length: number): string | null {
  const digits = typedText(text).replace(/[ -]/g, "");
  return digits.length <= length && !/\D/.test(digits) ? digits : null;
}
