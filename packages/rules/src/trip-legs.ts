import type { TripInput } from "./trip-input.ts";
import { alongWay, lengthOf } from "./trip-way.ts";

export type TripLegs = {
  /** From one station to another, with half of each station's detour; -1: the start, n: the end. */
  between(from: number, to: number): { minutes: number; kwh: number };
  /** kWh between the two without detours: it never falls as `to` grows. */
  past(from: number, to: number): number;
};

/** The legs between the start, each station and the end. */
export function tripLegs(
  input: Pick<TripInput, "way" | "stations" | "kwhPerKm" | "minutesPerKm">,
): TripLegs {
  const { way, stations, kwhPerKm, minutesPerKm } = input;
  const points = [{ km: 0, off: 0 }];
  for (const { km, detourKm } of stations) points.push({ km, off: detourKm / 2 });
  points.push({ km: lengthOf(way), off: 0 });
  const figures = points.map(({ km, off }) => ({
    minutes: alongWay(way, "minutes", km),
    kwh: alongWay(way, "kwh", km),
    off,
  }));
  return {
    between: (from, to) => {
      const [a, b] = [figures[from + 1]!, figures[to + 1]!];
      const off = a.off + b.off;
      return {
        minutes: Math.abs(b.minutes - a.minutes) + off * minutesPerKm,
        kwh: Math.abs(b.kwh - a.kwh) + off * kwhPerKm,
      };
    },
    past: (from, to) => figures[to + 1]!.kwh - figures[from + 1]!.kwh,
  };
}
