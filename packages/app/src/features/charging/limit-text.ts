import type { PlannedCharge } from "@voltmarg/rules";
import { changeWords } from "../../prices/change-text.ts";
import { aboutKwh, duration, inr, km, listed, when, wholeInr } from "../../ui/format.ts";
import { copy } from "./copy.ts";
import type { Basis } from "./limit-plan.ts";
import type { LimitBy } from "./limit-scale.ts";

/** A limit in words: ₹300, 16 min, +110 km, 15.8 kWh. */
export function limitWords(by: LimitBy, value: number): string {
  switch (by) {
    case "MONEY":
      return Number.isInteger(value) ? wholeInr(value * 100) : inr(Math.round(value * 100));
    case "ENERGY":
      return aboutKwh(value);
    case "TIME":
      return duration(value);
    case "RANGE":
      return km(value);
  }
}

/** Why the session ends before the choice is reached, one sentence per reason; `coveredMinor` null: the wallet covers all. */
export function endWords(
  plan: PlannedCharge | null,
  { closesAt, location }: Basis,
  coveredMinor: number | null,
): string[] {
  const words: string[] = [];
  if (plan?.stopsBecause === "BATTERY_FULL") words.push(copy.endsFull(aboutKwh(plan.kwh)));
  if (plan?.stopsBecause === "CLOSING_TIME" && closesAt)
    words.push(copy.endsClosed(when(closesAt.toISOString(), location.time_zone).time));
  if (coveredMinor !== null)
    words.push(coveredMinor > 0 ? copy.walletCovers(inr(coveredMinor)) : copy.walletTooLow);
  return words;
}

const MOST_CHANGES = 2;

/** How the price changes during the session: the first changes, one line each. */
export function planChanges(plan: PlannedCharge | null, { start, location }: Basis): string[] {
  const lines = (plan?.priceChanges ?? [])
    .map((change) => changeWords(change, start, location.time_zone))
    .filter((line) => line !== null);
  const rest = lines.length - MOST_CHANGES;
  return rest > 0 ? [...lines.slice(0, MOST_CHANGES), copy.moreChanges(rest)] : lines;
}

/** A text for screen readers with all four values and their limits. */
export function spokenPlan(
  by: LimitBy,
  value: number,
  plan: PlannedCharge | null,
  costMinor: number | null,
  notes: readonly string[],
): string {
  const others: Record<LimitBy, string | null> = {
    MONEY: costMinor === null ? null : copy.spokenCost(inr(costMinor)),
    ENERGY: plan && aboutKwh(plan.kwh),
    TIME: plan && duration(plan.minutes),
    RANGE: plan?.rangeKm == null ? null : km(plan.rangeKm),
  };
  others[by] = null;
  const values = listed([
    limitWords(by, value),
    ...Object.values(others).filter((words) => words !== null),
  ]);
  return [values, ...notes].map((words) => words.replace(/\.$/, "")).join(". ");
}
