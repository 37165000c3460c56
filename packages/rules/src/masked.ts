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
const NUMBER = /(?<!\w)(?:(?:(?:\+|00)?91|0)[\s\-().]*|\()?[6-9](?:[\s\-().]*\d){9}(?!\w)/g;
const lastDigits = (number: string) => `••••${number.replaceAll(/\D/g, "").slice(-5)}`;

/** Of an address its first letter and its host stay. */
const ADDRESS = /[^\s@<>,;:"']+@(?=[\w-]+(?:\.[\w-]+)+)/g;
const firstLetter = (address: string) => `${String.fromCodePoint(address.codePointAt(0)!)}•••@`;

/** JSON in which every Indian mobile number shows its last five digits, and every e-mail address its first letter. */
export function withoutContacts<T>(value: T): T {
  if (typeof value === "string")
    return value.replaceAll(NUMBER, lastDigits).replaceAll(ADDRESS, firstLetter) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutContacts) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutContacts(each)]),
  ) as T;
}
