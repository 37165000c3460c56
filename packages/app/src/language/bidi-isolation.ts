import type { Messages } from "@lingui/core";

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";
const RIGHT_TO_LEFT_MARK = "\u200F";

/** A value that keeps its own direction in a line of the other one: "+91 98450" stays in that order. */
export const isolate = (text: string): string => `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}`;

/**
 * Messages of a language written from right to left, with what is filled in isolated: names, amounts and numbers are
 * mostly written from left to right.
 */
export const isolated = (messages: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([id, message]) => [
      id,
      Array.isArray(message) ? (begun(around(message)) as typeof message) : message,
    ]),
  );

/** A number with its unit, as in "50 kW", an amount, also by unit, and a name with its number, as in "Type 2". */
const MEASURE =
  /\d[\d.,]*[ \u00a0][A-Za-z]+|₹[\d,]*\d(?:\.\d+)?(?:\/[A-Za-z]+)?|[A-Za-z]+ \d+(?![\d.,]*\d)/g;

/** A whole sentence of such a language that comes from the service, which may have isolated its pieces already. */
export const isolatedText = (text: string): string =>
  text.includes(FIRST_STRONG_ISOLATE) ? text : inOrder(text);

/** Compiled: text, `[name]` for what is filled in, `[name, "plural", forms]`, and "#" for the number of a plural. */
/** What begins with a Latin name or with what is filled in is still Urdu, also where the first letter decides. */
const begun = (tokens: unknown[]): unknown[] =>
  typeof tokens[0] === "string" && /^[A-Za-z\u2068]/.test(tokens[0]) && tokens.some(isArabic)
    ? [RIGHT_TO_LEFT_MARK, ...tokens]
    : tokens;
const isArabic = (token: unknown) => typeof token === "string" && /[\u0600-\u06FF]/.test(token);

/** Latin words in a list follow each other from right to left, as the others do. */
const inOrder = (text: string): string =>
  text
    .replaceAll(MEASURE, isolate)
    .replaceAll(/([A-Za-z])(،\s)(?=[A-Za-z])/g, `$1${RIGHT_TO_LEFT_MARK}$2`);

const around = (tokens: readonly unknown[]): unknown[] =>
  tokens.flatMap((token) => {
    if (typeof token === "string") return [inOrder(token)];
    if (!Array.isArray(token)) return [token];
    if (token.length === 1) return [FIRST_STRONG_ISOLATE, token, POP_ISOLATE];
    const [name, format, forms] = token as unknown[];
    if (typeof forms !== "object" || forms === null) return [token];
    const inner = Object.entries(forms).map(([key, form]) => [
      key,
      Array.isArray(form) ? around(form) : form,
    ]);
    return [[name, format, Object.fromEntries(inner)]];
  });
