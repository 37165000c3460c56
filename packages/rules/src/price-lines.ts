import { add, sub, sum, toDecimalString, type Exact } from "./exact.ts";
import type { PricedTotals } from "./price-limits.ts";
import { restrictionText, weekdayWord } from "./restriction-text.ts";
import type { TariffRestrictions } from "./tariff.ts";
import { DAY_MS, localTime } from "./time-zone.ts";
import type { Run } from "./split-periods.ts";

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
  /** of that element; null: it has none */
  restrictions: TariffRestrictions | null;
  /**
   * RFC 3339 UTC: when the price was first used, and when it was last used before another price (or none) replaced
   * it; a FLAT fee has both at the instant it became due
   */
  from: string;
  until: string;
  /** what step_size added to the quantity, decimal text; null: nothing */
  rounding: { added: string; step: string; unit: "Wh" | "s" } | null;
  /**
   * short English that a person can check: the element, counted from 1, with its restrictions, the time span in
   * local time, the rounding
   */
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
  if (last === undefined) return;
  const stepN = last.candidate.step.n * unitsPerStep.n;
  const stepD = last.candidate.step.d * unitsPerStep.d;
  const total = runs.length === 1 ? last.quantity : sum(runs.map(({ quantity }) => quantity));
  const size = total.d * stepN;
  const steps = (total.n * stepD + size - 1n) / size;
  const rest = sub({ n: steps * stepN, d: stepD }, total);
  if (rest.n > 0n) added.set(last, rest);
}

const MS_PER_HOUR = 3_600_000n;

/** What a run costs, unrounded. */
export function amountsOf(run: RoundedRun, energyScale: bigint): PricedTotals {
  const { price, priceInclVat } = run.candidate;
  const quantity = quantityOf(run, energyScale);
  const excl = { n: quantity.n * price.n, d: quantity.d * price.d };
  if (priceInclVat === price) return { excl, incl: excl };
  return { excl, incl: { n: quantity.n * priceInclVat.n, d: quantity.d * priceInclVat.d } };
}

/** kWh, hours, or 1 for FLAT. */
function quantityOf({ candidate: { type }, quantity }: RoundedRun, energyScale: bigint): Exact {
  if (type === "FLAT") return quantity;
  return { n: quantity.n, d: quantity.d * (type === "ENERGY" ? energyScale : MS_PER_HOUR) };
}

/** The description of a line for a person. */
export function toLine(
  run: RoundedRun,
  { excl, incl }: PricedTotals,
  energyScale: bigint,
  timeZone: string,
): PriceLine {
  const { candidate, phase } = run;
  const { type, price } = candidate;
  const exclVat = toDecimalString(excl);
  const rounding = roundingOf(run, energyScale);
  return {
    dimension:
      phase === "SESSION" ? type : type === "FLAT" ? "RESERVATION_FLAT" : "RESERVATION_TIME",
    quantity: toDecimalString(quantityOf(run, energyScale)),
    unit: type === "ENERGY" ? "kWh" : type === "FLAT" ? "session" : "h",
    unitPrice: toDecimalString(price),
    vat: candidate.vat === null ? null : toDecimalString(candidate.vat),
    exclVat,
    inclVat: incl === excl ? exclVat : toDecimalString(incl),
    elementIndex: candidate.elementIndex,
    restrictions: candidate.restrictions,
    from: new Date(run.from).toISOString(),
    until: new Date(run.until).toISOString(),
    rounding,
    reason: reasonOf(run, rounding, timeZone),
  };
}

function roundingOf(run: RoundedRun, energyScale: bigint): PriceLine["rounding"] {
  if (run.added === null) return null;
  const { n, d } = run.added;
  const energy = run.candidate.type === "ENERGY";
  return {
    added: toDecimalString(energy ? { n: n * 1000n, d: d * energyScale } : { n, d: d * 1000n }),
    step: toDecimalString(run.candidate.step),
    unit: energy ? "Wh" : "s",
  };
}

function reasonOf(run: RoundedRun, rounding: PriceLine["rounding"], timeZone: string): string {
  const { elementIndex, restrictions, type } = run.candidate;
  const words = restrictionText(restrictions);
  const element = `element ${elementIndex + 1}${words === "" ? "" : ` (${words})`}`;
  if (type === "FLAT") return `${element}: once, ${moment(timeZone, run.from, null)}`;
  const from = moment(timeZone, run.from, null);
  const stretch = `${element}: ${from}–${moment(timeZone, run.until, run.from)}`;
  if (rounding === null) return stretch;
  const { added, step, unit } = rounding;
  return `${stretch}, rounded up by ${added} ${unit} to steps of ${step} ${unit}`;
}

/** `Mon 2026-01-05 09:30`; without the date on the local day of `since`. */
function moment(timeZone: string, at: number, since: number | null): string {
  const { day, time, weekday } = localTime(timeZone, at);
  const seconds = Math.floor(time / 1000);
  const rest = seconds % 60;
  const minutes = (seconds - rest) / 60;
  const text = `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
  const clock = rest === 0 ? text : `${text}:${pad(rest)}`;
  if (since !== null && localTime(timeZone, since).day === day) return clock;
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  return `${weekdayWord(weekday)} ${date} ${clock}`;
}

function pad(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
