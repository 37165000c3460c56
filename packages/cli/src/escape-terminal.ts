/**
 * Characters that move a terminal's cursor, change what it shows, or reverse the direction of text; line breaks are
 * not included.
 */
const UNSEEN = /(?!\n)\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Escapes text from others for a terminal. */
export const printable = (text: string): string => text.replaceAll(UNSEEN, "\ufffd");

/** The same on one line: text with line breaks cannot imitate lines of our output. */
export const onOneLine = (text: string): string =>
  printable(text.replaceAll(/\r\n|[\n\r\u2028\u2029]/g, " ⏎ "));

/** Equivalent JSON with those characters written as escapes. */
export const printableJson = (json: string): string =>
  json.replaceAll(UNSEEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
