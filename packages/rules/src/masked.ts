import { latinDigits } from "./digits.ts";
import { UNSEEN } from "./typed-text.ts";

/** The last five digits of a number, by which a caller and the staff know that they mean the same. */
export const maskedMobile = (mobile: string | null): string | null =>
  mobile && `••••${mobile.slice(-5)}`;

/** The first letter of each word. */
export const maskedName = (name: string | null): string | null =>
  name &&
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${String.fromCodePoint(word.codePointAt(0)!)}•••`)
    .join(" ");

/** What `mobileToE164` reads, within a longer text. */
const NUMBER = new RegExp(
  String.raw`(?<!\w)\u2060?(?:(?:(?:\+|00)?91|0)SEP*|\(SEP*)?[6-9](?:SEP*\d){9}(?!\w)`.replaceAll(
    "SEP",
    String.raw`[${UNSEEN.source.slice(1, -1)}\s\p{Pd}\u2212().۔．٫]`,
  ),
  "gu",
);

function withoutNumbers(text: string): string {
  // As long as the text: what lies beyond 16 bits is two units wide.
  const read = text.replace(/\p{Nd}/gu, (digit) =>
    latinDigits(digit).padStart(digit.length, "\u2060"),
  );
  let [masked, at] = ["", 0];
  for (const { 0: found, index } of read.matchAll(NUMBER)) {
    masked += `${text.slice(at, index)}••••${found.replaceAll(/\D/g, "").slice(-5)}`;
    at = index + found.length;
  }
  return masked + text.slice(at);
}

/** Of an address its first letter and its host stay. */
const ADDRESS = /[^\s@<>,;:"']+@(?=[\w-]+(?:\.[\w-]+)+)/g;
const firstLetter = (address: string) => `${String.fromCodePoint(address.codePointAt(0)!)}•••@`;

/** JSON in which every Indian mobile number shows its last five digits, and every e-mail address its first letter. */
export function withoutContacts<T>(value: T): T {
  if (typeof value === "string") return withoutNumbers(value).replaceAll(ADDRESS, firstLetter) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutContacts) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutContacts(each)]),
  ) as T;
}
