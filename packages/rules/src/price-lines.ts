import { add, sub, sum, toDecimalString, type Exact } from "./exact.ts";
import type { PricedTotals } from "./price-limits.ts";
import { localTime } from "./time-zone.ts";
import type { Run } from "./walk-periods.ts";

export type PriceLine = {
  dimension: "ENERGY" | "TIME" | "PARKING_TIME" | "FLAT" | "RESERVATION_TIME" | "RESERVATION_FLAT";
  /** decimal text, after step_size */
  quantity: string;
  unit: "kWh" | "h" | "session";
  /** decimal text, excluding VAT */
  unitPrice: string;
  /** percent as decimal text; null: no VAT */
  vat: string | null;
  exclVat: string;
  inclVat: string;
  /** position of the tariff element the price comes from */
  elementIndex: number;
  /** short English a person can check: local window, rounding */
  reason: string;
};

type RoundedRun = Run & { added: Exact | null };

/**
 * Applies step_size (OCPI 2.2.1 mod_cdrs, step_size): once to the total energy and once to time
 * and parking together, by the step of the component billed last and at its price. Charging time
 * is not rounded when parking is billed after it; a reservation rounds on its own.
 * The runs come back in the order of a bill.
 */
export function roundToSteps(runs: readonly Run[], energyScale: bigint): RoundedRun[] {
  const session = runs.filter((run) => run.phase === "SESSION");
  const energy = session.filter((run) => run.candidate.type === "ENERGY");
  const lastTimed = session.findLast(isTimed)?.candidate.type;
  const duration = session.filter((run) => isTimed(run) && run.candidate.type === lastTimed);
  const reservation = runs.filter((run) => run.phase === "RESERVATION" && isTimed(run));
  const added = new Map<Run, Exact>();
  // step_size counts Wh and seconds.
  roundTotal(energy, { n: energyScale, d: 1000n }, added);
  roundTotal(duration, { n: 1000n, d: 1n }, added);
  roundTotal(reservation, { n: 1000n, d: 1n }, added);
  return runs
    .map((run) => {
      const extra = added.get(run) ?? null;
      return extra === null
        ? { ...run, added: null }
        : { ...run, quantity: add(run.quantity, extra), added: extra };
    })
    .sort((a, b) => rank(a) - rank(b));
}

function isTimed(run: Run): boolean {
  return run.candidate.type === "TIME" || run.candidate.type === "PARKING_TIME";
}

function rank(run: Run): number {
  const { type } = run.candidate;
  return (run.phase === "SESSION" ? 3 : 0) + (type === "FLAT" ? 0 : type === "ENERGY" ? 1 : 2);
}

function roundTotal(runs: readonly Run[], unitsPerStep: Exact, added: Map<Run, Exact>): void {
  const last = runs.at(-1);
  if (last === undefined || last.candidate.step.n === 0n) return;
  const stepN = last.candidate.step.n * unitsPerStep.n;
  const stepD = last.candidate.step.d * unitsPerStep.d;
  const total = runs.length === 1 ? last.quantity : sum(runs.map(({ quantity }) => quantity));
  const size = total.d * stepN;
  const steps = (total.n * stepD + size - 1n) / size;
  const rest = sub({ n: steps * stepN, d: stepD }, total);
  if (rest.n > 0n) added.set(last, rest);
}

const MS_PER_HOUR = 3_600_000n;

/** The line a person reads, and its amounts unrounded. */
export function toLine(
  run: RoundedRun,
  energyScale: bigint,
  timeZone: string,
): { line: PriceLine; amounts: PricedTotals } {
  const { candidate, phase } = run;
  const { type, price, priceInclVat } = candidate;
  const perUnit = type === "ENERGY" ? energyScale : type === "FLAT" ? 1n : MS_PER_HOUR;
  const quantity = { n: run.quantity.n, d: run.quantity.d * perUnit };
  const excl = { n: quantity.n * price.n, d: quantity.d * price.d };
  const incl =
    priceInclVat === price
      ? excl
      : { n: quantity.n * priceInclVat.n, d: quantity.d * priceInclVat.d };
  const exclVat = toDecimalString(excl);
  return {
    amounts: { excl, incl },
    line: {
      dimension:
        phase === "SESSION" ? type : type === "FLAT" ? "RESERVATION_FLAT" : "RESERVATION_TIME",
      quantity: toDecimalString(quantity),
      unit: type === "ENERGY" ? "kWh" : type === "FLAT" ? "session" : "h",
      unitPrice: toDecimalString(price),
      vat: candidate.vat === null ? null : toDecimalString(candidate.vat),
      exclVat,
      inclVat: incl === excl ? exclVat : toDecimalString(incl),
      elementIndex: candidate.elementIndex,
      reason: reasonOf(run, energyScale, timeZone),
    },
  };
}

function reasonOf(run: RoundedRun, energyScale: bigint, timeZone: string): string {
  const { type, step } = run.candidate;
  if (type === "FLAT") return `once, at ${clock(timeZone, run.from)}`;
  const window = `${clock(timeZone, run.from)}–${clock(timeZone, run.until)}`;
  if (run.added === null) return window;
  const added =
    type === "ENERGY"
      ? { n: run.added.n * 1000n, d: run.added.d * energyScale }
      : { n: run.added.n, d: run.added.d * 1000n };
  const unit = type === "ENERGY" ? "Wh" : "s";
  return `${window}, rounded up by ${toDecimalString(added)} ${unit} to steps of ${toDecimalString(step)} ${unit}`;
}

function clock(timeZone: string, at: number): string {
  const seconds = Math.floor(localTime(timeZone, at).time / 1000);
  const rest = seconds % 60;
  const minutes = (seconds - rest) / 60;
  const text = `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
  return rest === 0 ? text : `${text}:${pad(rest)}`;
}

function pad(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
