/** Power that a battery takes at a state of charge, kW at the plug; rising percents from 0 to 100. */
export type ChargingCurve = readonly { percent: number; kw: number }[];

/** Share of the energy from the plug that reaches the battery: the product's factor, as in `estimate60`. */
export const CHARGE_EFFICIENCY = 0.9;

/** Shares of the highest power, where a vehicle's own curve is not known. LFP holds it longer than other cells. */
const GENERIC: Record<"LFP" | "OTHER", readonly (readonly [percent: number, share: number])[]> = {
  OTHER: [
    [0, 1],
    [60, 1],
    [80, 0.55],
    [90, 0.2],
    [100, 0.08],
  ],
  LFP: [
    [0, 1],
    [75, 1],
    [85, 0.55],
    [93, 0.2],
    [100, 0.08],
  ],
};

/** A curve by chemistry, for a vehicle of which only the highest power is known: an estimate. */
export const genericCurve = (
  highestKw: number,
  chemistry: "LFP" | "OTHER" = "OTHER",
): ChargingCurve =>
  GENERIC[chemistry].map(([percent, share]) => ({ percent, kw: highestKw * share }));

/** kW at a state of charge, between the given points on a straight line. */
export function powerAt(curve: ChargingCurve, percent: number): number {
  const after = curve.findIndex((point) => point.percent >= percent);
  const next = curve[after] ?? curve.at(-1)!;
  const last = curve[after - 1] ?? next;
  const span = next.percent - last.percent;
  return span === 0 ? next.kw : last.kw + ((next.kw - last.kw) * (percent - last.percent)) / span;
}

/**
 * Minutes to charge a battery from one content (kWh) to another at a plug, by whole percents of the curve. Throws
 * RangeError where there is no battery or no power.
 */
export function chargingMinutes(
  curve: ChargingCurve,
  batteryKwh: number,
  plugKw: number,
): (fromKwh: number, toKwh: number) => number {
  const until = new Float64Array(101);
  for (let percent = 0; percent < 100; percent += 1) {
    const kw = Math.min(plugKw, powerAt(curve, percent + 0.5)) * CHARGE_EFFICIENCY;
    if (!(kw > 0) || !(batteryKwh > 0)) throw new RangeError("no power or no battery");
    until[percent + 1] = until[percent]! + (batteryKwh / 100 / kw) * 60;
  }
  const at = (kwh: number) => {
    const percent = Math.min(100, Math.max(0, (kwh / batteryKwh) * 100));
    const whole = Math.min(99, Math.floor(percent));
    return until[whole]! + (until[whole + 1]! - until[whole]!) * (percent - whole);
  };
  return (fromKwh, toKwh) => Math.max(0, at(toKwh) - at(fromKwh));
}
