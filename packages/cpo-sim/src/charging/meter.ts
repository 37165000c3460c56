import type { Connector } from "@voltmarg/ocpi";
import { type Car, connectorPower } from "./car.ts";

/** A charge, second by second of its own clock. */
export type Meter = {
  /** Seconds during which the car takes power. */
  chargingSeconds: number;
  /** Power during second `index`, in W. */
  watts(index: number): number;
  /** Average power from the beginning of one second to that of a later one, in W. */
  average(from: number, to: number): number;
  /** Meter reading at the beginning of second `second`, in whole Wh. */
  reading(second: number): number;
  /** State of charge in whole percent, as far as the plug can tell. */
  soc(second: number): number;
};

const rampSeconds = 12;
const longestSeconds = 48 * 3600;

/**
 * AC is constant; DC ramps up, holds the lower limit of connector and car, and tapers above 80 % state of charge.
 * Watts are integers, so the sum is exact; the meter shows whole Wh.
 */
export function meterFor(car: Car, connector: Connector): Meter {
  const top = Math.min(connectorPower(connector), car.intake);
  const direct = connector.power_type === "DC";
  const start = (car.battery * car.startSoc) / 100;
  const need = Math.max(0, (car.battery * (car.targetSoc - car.startSoc)) / 100);

  const watts: number[] = [];
  /** Watt-seconds up to the beginning of each second. */
  const sums: number[] = [0];
  let sum = 0;
  while (sum < need * 3600 && watts.length < longestSeconds) {
    const soc = ((start + sum / 3600) / car.battery) * 100;
    const power = direct ? top * ramp(watts.length) * taper(soc) : top;
    // The last second takes the remainder.
    const now = Math.min(Math.max(Math.round(power), 1), Math.ceil(need * 3600 - sum));
    watts.push(now);
    sum += now;
    sums.push(sum);
  }
  const sumAt = (second: number) => sums[Math.min(Math.max(second, 0), watts.length)]!;

  return {
    chargingSeconds: watts.length,
    watts: (index) => watts[index] ?? 0,
    average: (from, to) => (to > from ? (sumAt(to) - sumAt(from)) / (to - from) : 0),
    reading: (second) => Math.floor(sumAt(second) / 3600),
    soc: (second) =>
      Math.min(car.targetSoc, Math.floor(((start + sumAt(second) / 3600) / car.battery) * 100)),
  };
}

const ramp = (second: number) => Math.min(1, (second + 1) / rampSeconds);
const taper = (soc: number) => (soc <= 80 ? 1 : Math.max(0.15, 1 - ((soc - 80) / 20) * 0.85));
