import * as z from "zod/mini";
import { isStrictDateTime, readDateTime, writeDateTime } from "../dates.ts";

/** A value of a list that in practice grows: the known names, and any other text as it came. */
type Open<T extends string> = T | (string & {});

type Text = z.ZodMiniType<string, string>;

/**
 * The atoms every OCPI object is made of. Objects are described once and built twice:
 * with forgiving atoms for what a peer sends, with strict ones for what we send.
 */
export type Leaf = {
  /** OCPI string(max) */
  text(max: number): Text;
  /** OCPI CiString(max) */
  id(max: number): Text;
  /** Two letters, three letters … of exact length */
  code(length: number): Text;
  dateTime(): Text;
  url(): Text;
  /** Decimal degrees as text */
  degrees(limit: number): Text;
  int(): z.ZodMiniType<number, number>;
  /** An int that is a rating, in V, A or W: peers also send 230.5 */
  rating(): z.ZodMiniType<number, number>;
  number(): z.ZodMiniType<number, number>;
  flag(): z.ZodMiniType<boolean, boolean>;
  /** One of the standard's values; when reading, any other text as well */
  oneOf<const T extends string>(values: readonly T[]): z.ZodMiniType<Open<T>, string>;
  /** Mandatory in the standard, not for us. */
  wanted<S extends z.ZodMiniType>(schema: S): z.ZodMiniOptional<S>;
  /** Cardinality `+` */
  some<S extends z.ZodMiniType>(item: S): z.ZodMiniArray<S>;
};

const readText = () => z.string().check(z.maxLength(20_000));

export const reading: Leaf = {
  text: readText,
  id: () => z.string().check(z.minLength(1), z.maxLength(255)),
  code: () => z.string().check(z.minLength(1), z.maxLength(255)),
  dateTime: () =>
    z.pipe(
      z.string().check(z.refine((text) => readDateTime(text) !== null, "not a date")),
      z.transform((text: string) => writeDateTime(readDateTime(text)!)),
    ),
  url: readText,
  degrees: (limit) =>
    z.pipe(
      z
        .union([z.string(), z.number()])
        .check(
          z.refine(
            (value) => String(value).trim() !== "" && Math.abs(Number(value)) <= limit,
            "not degrees",
          ),
        ),
      z.transform((value: string | number) => String(value).trim()),
    ) as unknown as Text,
  int: () => z.number().check(z.int()),
  rating: () => z.pipe(z.number(), z.transform(Math.round)),
  number: () => z.number(),
  flag: () => z.boolean(),
  oneOf: <const T extends string>(_values: readonly T[]) =>
    z.string().check(z.minLength(1), z.maxLength(255)),
  wanted: z.optional,
  some: (item) => z.array(item),
};

export const writing: Leaf = {
  text: (max) => z.string().check(z.maxLength(max)),
  id: (max) =>
    z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[\x20-\x7e]+$/, "not a CiString")),
  code: (length) => z.string().check(z.length(length), z.regex(/^[A-Za-z0-9]+$/, "not a code")),
  dateTime: () => z.string().check(z.refine(isStrictDateTime, "not an OCPI DateTime in UTC")),
  url: () => z.string().check(z.maxLength(255), z.refine(URL.canParse, "not a URL")),
  degrees: (limit) =>
    z.string().check(
      z.regex(/^-?[0-9]{1,3}\.[0-9]{5,7}$/, "five to seven decimals"),
      z.refine((value) => Math.abs(Number(value)) <= limit, "not degrees"),
    ),
  int: () => z.number().check(z.int()),
  rating: () => z.number().check(z.int()),
  number: () => z.number(),
  flag: () => z.boolean(),
  oneOf: <const T extends string>(values: readonly T[]) => z.enum(values as readonly [T, ...T[]]),
  // What we send has it; the type is the one of what is read.
  wanted: <S extends z.ZodMiniType>(schema: S) => schema as unknown as z.ZodMiniOptional<S>,
  some: (item) => z.array(item).check(z.minLength(1)),
};
