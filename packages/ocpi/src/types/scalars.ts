import * as z from "zod/mini";
import { isStrictDateTime } from "../dates.ts";
import type { Assume, Check, Forms } from "./hints.ts";

/** The standard's names, and any other text as sent. */
type Open<T extends string> = T | (string & {});

export type Text = z.ZodMiniType<string, string>;

type Dated = z.core.$ZodShape & { last_updated: z.ZodMiniType };
export type Patch<T extends Dated> = {
  [K in keyof T]: K extends "last_updated" ? T[K] : z.ZodMiniOptional<T[K]>;
};

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
  /** `YYYY-MM-DD` */
  day(): Text;
  /** `HH:MM`. `exact`: refuses seconds other than 0, for times that affect a price */
  clock(exact: boolean): Text;
  url(): Text;
  /** Of IANA's list */
  timeZone(): Text;
  /** Decimal degrees as text */
  degrees(limit: number): Text;
  int(): z.ZodMiniType<number, number>;
  /** 1 Monday to 7 Sunday */
  weekday(): z.ZodMiniType<number, number>;
  /** An integer rating in V, A or W: peers also send 230.5 */
  rating(): z.ZodMiniType<number, number>;
  number(): z.ZodMiniType<number, number>;
  /** A number above 0: of a limit, 0 is none */
  limit(): z.ZodMiniType<number, number>;
  /** A length of a vehicle or its bay in cm: peers also send 2.1, which is metres */
  centimetres(): z.ZodMiniType<number, number>;
  flag(): z.ZodMiniType<boolean, boolean>;
  /**
   * One of the values of an enumeration that OCPI 2.3.0 calls open, or any other text: later versions and parties add
   * values
   */
  open<const T extends string>(values: readonly T[]): z.ZodMiniType<Open<T>, string>;
  /**
   * One of the values of any other enumeration. When reading, another text is a finding: it counts as the field's assumed
   * value if it has one, else it is kept, and nobody knows it
   */
  closed<const T extends string>(values: readonly T[]): z.ZodMiniType<Open<T>, string>;
  /** Cardinality `+` where each item matters: an unreadable one makes the whole list unreadable */
  some<S extends z.ZodMiniType>(item: S): z.ZodMiniArray<S>;
  /** A list from which unreadable items are left out; `least`: the minimum by the standard */
  many<S extends z.ZodMiniType>(item: S, least?: 0 | 1): z.ZodMiniArray<S>;

  /** A list of objects with an id, of which the last counts where an id comes again */
  distinct<S extends z.ZodMiniArray>(list: S, id: string): S;

  // The consequence of an unreadable field. With plain z.optional the whole object is refused: used where a price
  // depends on the field.

  /** Optional in the standard: left out when unreadable. */
  maybe<S extends z.ZodMiniType>(schema: S): z.ZodMiniOptional<S>;
  /** Mandatory in the standard, not for us: left out when missing or unreadable. */
  wanted<S extends z.ZodMiniType>(schema: S): z.ZodMiniOptional<S>;
  /** Mandatory in the standard; when missing or unreadable, another value is read in its place. */
  assumed<S extends z.ZodMiniType>(schema: S, assume: Assume): S;
  /** An object that is unreadable where its fields contradict each other. */
  checked<S extends z.ZodMiniObject>(schema: S, check: Check): S;
  /** An object whose meaning a field that nobody knows may change: such fields are kept. */
  whole<S extends z.ZodMiniObject>(schema: S): S;
  /** An object that peers also send in other forms. */
  forms<S extends z.ZodMiniObject>(schema: S, forms: Forms): S;
  /**
   * Any fields of an object and, as OCPI 2.2.1 requires for a PATCH, always its last_updated. An unreadable field
   * stays unchanged.
   */
  patch<T extends Dated>(schema: z.ZodMiniObject<T>): z.ZodMiniObject<Patch<T>>;
};

const list = <S extends z.ZodMiniType>(item: S, least = 0) =>
  least > 0 ? z.array(item).check(z.minLength(least)) : z.array(item);

const oneOf = <const T extends string>(values: readonly T[]) =>
  z.enum(values as readonly [T, ...T[]]);

export const writing: Leaf = {
  text: (max) => z.string().check(z.maxLength(max)),
  id: (max) =>
    z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[\x20-\x7e]+$/, "not a CiString")),
  code: (length) => z.string().check(z.length(length), z.regex(/^[A-Za-z0-9]+$/, "not a code")),
  dateTime: () => z.string().check(z.refine(isStrictDateTime, "not an OCPI DateTime in UTC")),
  day: () => z.string().check(z.maxLength(10)),
  clock: () => z.string().check(z.maxLength(5)),
  url: () => z.string().check(z.maxLength(255), z.refine(URL.canParse, "not a URL")),
  timeZone: () => z.string().check(z.maxLength(255)),
  degrees: (limit) =>
    z.string().check(
      z.regex(/^-?[0-9]{1,3}\.[0-9]{5,7}$/, "five to seven decimals"),
      z.refine((value) => Math.abs(Number(value)) <= limit, "not degrees"),
    ),
  int: () => z.number().check(z.int()),
  weekday: () => z.number().check(z.int()),
  rating: () => z.number().check(z.int()),
  number: () => z.number(),
  limit: () => z.number(),
  centimetres: () => z.number(),
  flag: () => z.boolean(),
  open: (values) => z.union([oneOf(values), z.string().check(z.minLength(1), z.maxLength(255))]),
  closed: oneOf,
  some: (item) => list(item, 1),
  many: list,
  distinct: (schema) => schema,
  maybe: z.optional,
  // Objects we send have it; the type is the one of objects we read.
  wanted: <S extends z.ZodMiniType>(schema: S) => schema as unknown as z.ZodMiniOptional<S>,
  assumed: (schema) => schema,
  checked: (schema) => schema,
  whole: (schema) => schema,
  forms: (schema) => schema,
  patch: <T extends Dated>(schema: z.ZodMiniObject<T>) =>
    z.extend(z.partial(schema), {
      last_updated: schema.shape.last_updated,
    }) as unknown as z.ZodMiniObject<Patch<T>>,
};
