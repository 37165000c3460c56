/** A parsed JSON object as received. */
export type Json = Record<string, unknown>;

/** In place of a value: the field is absent. */
export const ABSENT = Symbol("absent");

/**
 * How an odd object differs from the good one: by path (`evses.0.status`), the new value, ABSENT, or a function of
 * the good value.
 */
export type Changes = Readonly<Record<string, unknown>>;

type Entry<Expect> = {
  /** Short and unique. */
  name: string;
  /** Where this was observed. */
  why: string;
  odd: Changes;
  expect: Expect;
};

/** Paths reported to the operator; a path also stands for everything below it. */
type Told = { told?: readonly string[] };

/** `shows`: by path, what the app then shows of the station. */
export type OddLocation = Entry<
  | ({
      is: "SHOWN";
      /** Connectors; the good one has three. */
      plugs?: number;
      shows?: Readonly<Record<string, unknown>>;
    } & Told)
  | ({ is: "REFUSED" } & Told)
>;

/**
 * KNOWN: the price of the plug in rupees per kWh without tax. REFUSED: its price is unknown; the plug is shown all
 * the same.
 */
export type OddTariff = Entry<({ is: "KNOWN"; perKwh?: number } | { is: "REFUSED" }) & Told>;

/**
 * RECOGNISED: the session belongs to the requested charge, and runs, has ended or is withdrawn. OPEN: it is unknown
 * whether the charge runs; the driver is not told that nothing was charged.
 */
export type OddSession = Entry<
  ({ is: "RECOGNISED"; status?: string; kwh?: number } | { is: "OPEN" }) & Told
>;

/**
 * BILLED: the charge costs what it should. ASIDE: the CDR waits in the back office, and nobody is billed.
 * UNREADABLE: pushed, it is refused; pulled, it waits in the back office.
 */
export type OddCdr = Entry<({ is: "BILLED" } | { is: "ASIDE" } | { is: "UNREADABLE" }) & Told>;

/**
 * The answer to START_SESSION. WAITS: it was accepted. REFUSED: the operator said no, and the driver was not
 * charged. ASKED: it says nothing; the service asks the operator what became of it.
 */
export type OddAnswer = Entry<({ is: "WAITS" } | { is: "REFUSED" } | { is: "ASKED" }) & Told>;

/** The result that follows an accepted START_SESSION. */
export type OddResult = OddAnswer;

/** A list of two good locations as answered, with a body, a status and headers of the operator's choice. */
export type OddList = {
  name: string;
  why: string;
  answer(good: readonly Json[]): {
    status?: number;
    headers?: Record<string, string>;
    body: string;
  };
  /** Locations shown after the pull; null: the list cannot be read, and the earlier data stays. */
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
