import { resolve } from "node:path";
import { z } from "zod";
import { PROGRAM } from "../installation.ts";

/** Reads a text. `fault` gets the rest of a sentence that begins with the setting's name. */
const read = <Value>(from: (text: string, fault: (rest: string) => void) => Value) =>
  z
    .string()
    .transform((text, context) =>
      from(text, (message) => context.addIssue({ code: "custom", message })),
    );

export const text = () => z.string();

/** A folder of built pages, from the program's folder; null for `none`. */
export const builtPages = () =>
  read((given) => (given === "none" ? null : resolve(PROGRAM, given)));

/** A text that matches a pattern; `what` completes "must be". */
export const textLike = (pattern: RegExp, what: string) =>
  z.string().regex(pattern, { error: `must be ${what}.` });

/** How many characters a reader sees: a letter of Devanagari with its marks is one. */
export const lengthOf = (given: string) => [...new Intl.Segmenter("en").segment(given)].length;

/** A text that stands in the middle of others. */
export const oneLine = (most: number) =>
  read((given, fault) => {
    if (/\p{Cc}|^\s|\s$/u.test(given) || lengthOf(given) > most)
      fault(`must be one line of at most ${most} characters, not "${given}".`);
    return given;
  });

export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, {
    error: ({ input }) =>
      `must be ${words.join(", ").replace(/, ([^,]*)$/, " or $1")}, not "${String(input)}".`,
  });

export const number = (least: number, most = Infinity) =>
  read((given, fault) => {
    const value = Number(given);
    if (!Number.isFinite(value)) fault(`must be a number, not "${given}".`);
    else if (value < least || value > most)
      fault(`must be ${most === Infinity ? `${least} or more` : `${least} to ${most}`}.`);
    return value;
  });

export const wholeNumber = (least: number, most: number) =>
  read((given, fault) => {
    const value = Number(given);
    if (!Number.isInteger(value) || value < least || value > most)
      fault(`must be a whole number from ${least} to ${most}, not "${given}".`);
    return value;
  });

/** A number per day. */
export const count = () =>
  read((given, fault) => {
    if (!/^\d{1,9}$/.test(given)) fault(`must be a whole number, not "${given}".`);
    return Number(given);
  });

/** A URL without a slash at its end. */
export const address = () =>
  read((given, fault) => {
    if (!URL.canParse(given)) fault(`must be a URL, not "${given}".`);
    return given.replace(/\/$/, "");
  });

/**
 * Parts separated by commas; spaces around them are removed. An empty part is a fault: it is a typing error, and in a
 * list of secrets an empty secret would let everybody in.
 */
export const list = (
  isFit: (part: string) => boolean = () => true,
  mustBe: (part: string) => string = () => "",
) =>
  read((given, fault) => {
    if (given === "") return [];
    const parts = given.split(",").map((each) => each.trim());
    if (parts.includes("")) fault("has an empty part: there is a comma too many.");
    const filled = parts.filter((each) => each !== "");
    for (const each of filled) if (!isFit(each)) fault(mustBe(each));
    return filled;
  });

const isOrigin = (each: string) => /^[a-z][a-z0-9+.-]*:\/\/[^/?#@*\s]+$/.test(each);
export const mustBeOrigins = (each: string) =>
  `must be origins with commas between, such as https://app.example, not "${each}".`;

/** Origins of web pages, such as https://app.example. */
export const origins = () => list(isOrigin, mustBeOrigins);
export const originsOrAny = () => list((each) => each === "*" || isOrigin(each), mustBeOrigins);

/** JSON with a given shape; `what` completes "must be". */
export const json = <Value>(shape: z.ZodType<Value>, what: string) =>
  read((given, fault) => {
    const parsed = shape.safeParse(parsedJson(given));
    if (parsed.success) return parsed.data;
    fault(`must be ${what}.`);
    return z.NEVER;
  });

function parsedJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}
