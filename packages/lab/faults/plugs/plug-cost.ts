import type { PlugTariff } from "./open-plugs.ts";

/** Paise without and with GST of an energy, a charging time and a parking time, each rounded once. */
export function plugCost(
  { energy, fee = 0, time = 0, parking = 0 }: PlugTariff,
  used: { wh: number; charging: number; parked: number },
): { net: number; total: number } {
  const paise = (rupees: number) => BigInt(Math.round(rupees * 100));
  // Paise times 3600 · 1000, so that all numbers are integers.
  const exact =
    paise(energy) * BigInt(used.wh) * 3600n +
    paise(fee) * 3_600_000n +
    (paise(time) * BigInt(used.charging) + paise(parking) * BigInt(used.parked)) * 1000n;
  return { net: halfUp(exact, 3_600_000n), total: halfUp(exact * 118n, 360_000_000n) };
}

const halfUp = (n: bigint, d: bigint) => Number((2n * n + d) / (2n * d));
