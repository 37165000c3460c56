/** What moves a terminal's cursor, changes what it shows, or turns the direction of text; a line break is none here. */
const UNSEEN = /(?!\n)\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Text of others as a terminal may show it. */
export const printable = (text: string): string => text.replaceAll(UNSEEN, "\ufffd");

/** The same on one line: what is written with line breaks cannot look like lines of ours. */
export const onOneLine = (text: string): string =>
  printable(text.replaceAll(/\r\n|[\n\r\u2028\u2029]/g, " ⏎ "));

/** JSON that says the same with those characters written as escapes. */
export const printableJson = (json: string): string =>
  json.replaceAll(UNSEEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
