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
