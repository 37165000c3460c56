import * as z from "zod/mini";
import { readDateTime, writeDateTime } from "../dates.ts";
import { hinted, hintOf, type Hint, type ReadAs } from "./hints.ts";
import type { Leaf, Text } from "./scalars.ts";
import { isTimeZone } from "./time-zones.ts";

const mended = (value: unknown, as: string): ReadAs => ({ value, as });

const DECIMAL = /^[+-]?\d+(\.\d+)?$/;

function asText(value: unknown): ReadAs | undefined {
  return typeof value === "number" ? mended(String(value), "a text") : undefined;
}

function asNumber(value: unknown): ReadAs | undefined {
  return typeof value === "string" && DECIMAL.test(value.trim())
    ? mended(Number(value), "a number")
    : undefined;
}

function asRating(value: unknown): ReadAs | undefined {
  const number = typeof value === "number" ? value : asNumber(value)?.value;
  return typeof number === "number" ? mended(Math.round(number), "a whole number") : undefined;
}

/** Longer than any vehicle in metres, shorter than any bay in cm. */
const LEAST_CM = 50;

function asCentimetres(value: unknown): ReadAs | undefined {
  const number = typeof value === "number" ? value : asNumber(value)?.value;
  if (typeof number !== "number" || number <= 0) return undefined;
  return number < LEAST_CM
    ? mended(Math.round(number * 100), "metres")
    : mended(number, "a number");
}

const FLAGS = new Map<unknown, boolean>([
  ["true", true],
  ["false", false],
  [1, true],
  [0, false],
]);

function asFlag(value: unknown): ReadAs | undefined {
  const flag = FLAGS.get(typeof value === "string" ? value.trim().toLowerCase() : value);
  return flag === undefined ? undefined : mended(flag, String(flag));
}

/** Seconds or milliseconds since 1970: for current dates these have 10 and 13 digits. */
function asDateTime(value: unknown): ReadAs | undefined {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return undefined;
  if (/^[1-9]\d{12}$/.test(text)) return mended(writeDateTime(Number(text)), "milliseconds");
  if (/^[1-9]\d{9}$/.test(text)) return mended(writeDateTime(Number(text) * 1000), "seconds");
  return undefined;
}

function asDegrees(value: unknown): ReadAs | undefined {
  if (typeof value === "number") return mended(String(value), "a text");
  return typeof value === "string" && /^\s*[+-]?\d+,\d+\s*$/.test(value)
    ? mended(value.replace(",", "."), "decimal degrees")
    : undefined;
}

const CLOCK = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** `8:00`, `08:00:00`; the seconds of an opening hour are ignored. */
const asClock = (exact: boolean) => (value: unknown) => {
  const match = typeof value === "string" ? /^(\d{1,2}:\d\d)(:\d\d)?$/.exec(value.trim()) : null;
  if (!match || (exact && match[2] !== undefined && match[2] !== ":00")) return undefined;
  const text = match[1]!.padStart(5, "0");
  return mended(text, text);
};

/** A date followed by midnight. */
function asDay(value: unknown): ReadAs | undefined {
  const match =
    typeof value === "string"
      ? /^(\d{4}-\d\d-\d\d)[T ]00:00(:00(\.0+)?)?Z?$/.exec(value.trim())
      : null;
  return match ? mended(match[1], "a date") : undefined;
}

const WEEKDAYS = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];

function asWeekday(value: unknown): ReadAs | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim().toUpperCase();
  if (/^[1-7]$/.test(text)) return mended(Number(text), text);
  const isName = /^(MON|TUES?|WED(NES)?|THU(RS?)?|FRI|SAT(UR)?|SUN)(DAY)?$/.test(text);
  const weekday = isName ? WEEKDAYS.indexOf(text.slice(0, 3)) + 1 : 0;
  return weekday > 0 ? mended(weekday, String(weekday)) : undefined;
}

const textual = (schema: Text, mend?: Hint["mend"]) =>
  hinted(schema, mend ? { emptyIsNone: true, mend } : { emptyIsNone: true });
const readText = () => textual(z.string().check(z.maxLength(20_000)), asText);
const readId = () => textual(z.string().check(z.minLength(1), z.maxLength(255)), asText);

/** One of some names in any case, or any other text. */
function readName<const T extends string>(values: readonly T[]) {
  const known = new Map(values.map((each) => [each.toLowerCase(), each]));
  const rightly = (text: string) => known.get(text.toLowerCase()) ?? text;
  const schema = z.string().check(
    z.minLength(1),
    z.maxLength(255),
    z.refine((text) => rightly(text) === text, "not as the standard writes it"),
  );
  return textual(schema, (value) =>
    typeof value === "string" ? mended(rightly(value), rightly(value).slice(0, 40)) : undefined,
  );
}

export const reading: Leaf = {
  text: readText,
  id: readId,
  code: readId,
  dateTime: () =>
    textual(
      z.pipe(
        z.string(),
        z.transform((text: string, context) => {
          const at = readDateTime(text);
          if (at !== null) return writeDateTime(at);
          context.issues.push({ code: "custom", message: "not a date", input: text });
          return z.NEVER;
        }),
      ),
      asDateTime,
    ),
  day: () => textual(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, "not a date")), asDay),
  clock: (exact) => textual(z.string().check(z.regex(CLOCK, "not a time of day")), asClock(exact)),
  url: () => textual(z.string().check(z.minLength(1), z.maxLength(20_000))),
  timeZone: () => textual(z.string().check(z.refine(isTimeZone, "no time zone of this name"))),
  degrees: (limit) =>
    textual(
      z.pipe(
        z
          .string()
          .check(
            z.refine(
              (value) => value.trim() !== "" && Math.abs(Number(value)) <= limit,
              "not degrees",
            ),
          ),
        z.transform((value: string) => value.trim()),
      ),
      asDegrees,
    ),
  int: () => hinted(z.number().check(z.int()), { mend: asNumber }),
  weekday: () =>
    hinted(z.number().check(z.int(), z.gte(1, "no weekday"), z.lte(7, "no weekday")), {
      mend: asWeekday,
    }),
  rating: () => hinted(z.number().check(z.int()), { mend: asRating }),
  number: () => hinted(z.number(), { mend: asNumber }),
  limit: () => hinted(z.number().check(z.gt(0, "not above 0")), { mend: asNumber }),
  centimetres: () =>
    hinted(z.number().check(z.gte(LEAST_CM, "no length in cm")), { mend: asCentimetres }),
  flag: () => hinted(z.boolean(), { emptyIsNone: true, mend: asFlag }),
  open: readName,
  closed: (values) => hinted(readName(values), { closed: new Set(values) }),
  some: (item) => z.array(item),
  many: (item) => hinted(z.array(item), { looseItems: true }),
  distinct: (list, id) => hinted(list, { distinct: id }),
  maybe: (schema) => hinted(z.optional(schema), { loose: "OPTIONAL" }),
  wanted: (schema) => hinted(z.optional(schema), { loose: "EXPECTED" }),
  assumed: (schema, assume) => hinted(schema, { assume }),
  checked: (schema, check) => hinted(schema, { check }),
  whole: (schema) => hinted(schema, { whole: true }),
  forms: (schema, forms) => hinted(schema, { forms }),
  patch: (schema) => {
    const { shape } = schema._zod.def;
    const fields = Object.entries(shape).map(([key, field]) => [
      key,
      key === "last_updated"
        ? field
        : hinted(z.optional(innerOf(field as z.ZodMiniType)), { loose: "OPTIONAL" }),
    ]);
    // Not its check, which compares fields that a patch need not have.
    const { forms } = hintOf(schema) ?? {};
    return hinted(z.object(Object.fromEntries(fields)), forms ? { forms } : {}) as never;
  },
};

const innerOf = (field: z.ZodMiniType): z.ZodMiniType =>
  field instanceof z.ZodMiniOptional ? (field._zod.def.innerType as z.ZodMiniType) : field;
