/** A parsed JSON object as it travels. */
export type Json = Record<string, unknown>;

/** In the place of a value: the field is not there. */
export const ABSENT = Symbol("absent");

/**
 * What an odd object has otherwise than the good one: by path (`evses.0.status`), the value that stands there, ABSENT, or
 * a function of the good one's value.
 */
export type Changes = Readonly<Record<string, unknown>>;

type Entry<Expect> = {
  /** Short and of its own. */
  name: string;
  /** Where in the world it comes from. */
  why: string;
  odd: Changes;
  expect: Expect;
};

/** Paths of the object of which the operator must be told; a path stands for what lies below it as well. */
type Told = { told?: readonly string[] };

/** `shows`: by path, what the app then says of the station. */
export type OddLocation = Entry<
  | ({
      is: "SHOWN";
      /** Connectors; the good one has three. */
      plugs?: number;
      shows?: Readonly<Record<string, unknown>>;
    } & Told)
  | ({ is: "REFUSED" } & Told)
>;

/** KNOWN: the plug has this price, in rupees a kWh without tax. REFUSED: its price is not known; it is shown all the same. */
export type OddTariff = Entry<({ is: "KNOWN"; perKwh?: number } | { is: "REFUSED" }) & Told>;

/**
 * RECOGNISED: it is the charge that was asked for, and runs, has ended or is withdrawn. OPEN: nobody can say whether the
 * charge runs; its driver is not told that they were not charged.
 */
export type OddSession = Entry<
  ({ is: "RECOGNISED"; status?: string; kwh?: number } | { is: "OPEN" }) & Told
>;

/**
 * BILLED: the charge costs what it should. ASIDE: it stands at the desk, and nobody is billed. UNREADABLE: pushed, the
 * operator hears that it was refused; pulled, it stands at the desk.
 */
export type OddCdr = Entry<({ is: "BILLED" } | { is: "ASIDE" } | { is: "UNREADABLE" }) & Told>;

/**
 * The answer to START_SESSION. WAITS: it was accepted. REFUSED: the operator said no, and the driver was not charged.
 * ASKED: it says nothing; the operator is asked what became of it.
 */
export type OddAnswer = Entry<({ is: "WAITS" } | { is: "REFUSED" } | { is: "ASKED" }) & Told>;

/** The result that follows an accepted START_SESSION. */
export type OddResult = OddAnswer;

/** A list of two good locations as it is answered, with a body, a status and headers of the operator's choice. */
export type OddList = {
  name: string;
  why: string;
  answer(good: readonly Json[]): {
    status?: number;
    headers?: Record<string, string>;
    body: string;
  };
  /** Locations that are shown of it; null: the list cannot be read, and what was known before stays. */
  expect: { shown: number | null };
};

/** The good object with the changes. */
export function changed(good: Json, odd: Changes): Json {
  const copy = structuredClone(good);
  for (const [path, value] of Object.entries(odd)) put(copy, path.split("."), value);
  return copy;
}

function put(into: unknown, [key, ...rest]: string[], value: unknown): void {
  const at = into as Json;
  if (rest.length > 0) return put(at[key!], rest, value);
  if (value === ABSENT && Array.isArray(at)) at.splice(Number(key), 1);
  else if (value === ABSENT) delete at[key!];
  else
    at[key!] = typeof value === "function" ? (value as (was: unknown) => unknown)(at[key!]) : value;
}
