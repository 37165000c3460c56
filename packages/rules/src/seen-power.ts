import { exact } from "./exact.ts";
import { instantMs } from "./instant.ts";
import type { ChargingPeriodInput } from "./price-session.ts";

/** What a charge shows of the power its vehicle takes. */
export type SeenPower = {
  /** sustained, from 10 kW on whole, below to one decimal */
  kw: number;
  /** by what it was limited; by the plug: the vehicle takes this much and maybe more */
  by: "VEHICLE" | "PLUG";
};

const SUSTAINED_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
/** Meters may be inexact by so much; more than the plug gives cannot be true. */
const TOLERANCE = 1.05;
/** From this share of its power on, the plug is taken to set the limit. */
const PLUG_SHARE = 0.9;
/** Share of the battery. A DC charge that only fills up the last of it is slow, whatever the vehicle can take. */
const LEAST_DC_SHARE = 0.3;

/**
 * The highest average power over at least five minutes of charging. null: the charge shows nothing, or its figures
 * cannot be true: more than the plug gives, energy below zero, or periods out of order.
 */
export function seenPower(charge: {
  periods: readonly ChargingPeriodInput[];
  /** kW */
  plugKw: number | null;
  current: "AC" | "DC";
  /** kWh; null: not known */
  batteryKwh: number | null;
}): SeenPower | null {
  const { plugKw, current, batteryKwh } = charge;
  if (plugKw === null) return null;
  const spans = charge.periods.map(({ start, end, kwh, kind }) => {
    const { n, d } = exact(kwh);
    return {
      from: instantMs(start),
      until: instantMs(end),
      kwh: Number(n) / Number(d),
      isCharging: kind === "CHARGING",
    };
  });
  const wrong = spans.some(
    ({ from, until, kwh }, nth) =>
      kwh < 0 || until < from || (nth > 0 && from < spans[nth - 1]!.until),
  );
  if (wrong) return null;
  const total = spans.reduce((sum, { kwh }) => sum + kwh, 0);
  if (current === "DC" && (batteryKwh === null || total < batteryKwh * LEAST_DC_SHARE)) return null;
  const kw = sustainedKw(spans);
  if (kw <= 0 || kw > plugKw * TOLERANCE) return null;
  return {
    kw: kw < 10 ? Math.round(kw * 10) / 10 : Math.round(kw),
    by: kw < plugKw * PLUG_SHARE ? "VEHICLE" : "PLUG",
  };
}

type Span = { from: number; until: number; kwh: number; isCharging: boolean };

/** Over each shortest run of charging spans, one after the other, that lasts long enough. 0: there is none. */
function sustainedKw(spans: readonly Span[]): number {
  let highest = 0;
  let kwh = 0;
  let first = 0;
  spans.forEach((span, last) => {
    if (!span.isCharging || (last > first && spans[last - 1]!.until !== span.from)) {
      first = span.isCharging ? last : last + 1;
      kwh = 0;
    }
    if (!span.isCharging) return;
    kwh += span.kwh;
    while (first < last && span.until - spans[first + 1]!.from >= SUSTAINED_MS) {
      kwh -= spans[first]!.kwh;
      first += 1;
    }
    const ms = span.until - spans[first]!.from;
    if (ms >= SUSTAINED_MS) highest = Math.max(highest, (kwh / ms) * HOUR_MS);
  });
  return highest;
}
