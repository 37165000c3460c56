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

const NUMBER = /(?<!\w)(?:\+?91[\s-]?)?([6-9]\d{4})[\s-]?(\d{5})(?!\w)/g;

/** JSON in which every Indian mobile number shows its last five digits. */
export function withoutNumbers<T>(value: T): T {
  if (typeof value === "string") return value.replaceAll(NUMBER, "••••$2") as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNumbers) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutNumbers(each)]),
  ) as T;
}
