/** The battery along a way without charging: percent by km, km rising. */
export type ChargeAt = readonly { km: number; percent: number }[];

/** A road is so many times as long as the straight line. */
const ROAD = 1.3;

/** km more than the way itself, to a station so far off it and back. */
export const detourKm = (offKm: number): number => 2 * offKm * ROAD;

/** Percent at a km of the way; what lies before the start or beyond the end is as it is there. */
export function chargeAtKm(chargeAt: ChargeAt, km: number): number | null {
  const [first, last] = [chargeAt[0], chargeAt.at(-1)];
  if (!first || !last) return null;
  if (km <= first.km) return first.percent;
  if (km >= last.km) return last.percent;
  const next = chargeAt.findIndex((mark) => mark.km >= km);
  const [a, b] = [chargeAt[next - 1]!, chargeAt[next]!];
  return a.percent + ((b.percent - a.percent) * (km - a.km)) / (b.km - a.km || 1);
}

/**
 * Percent on arrival at a station, by the road to it; negative or 0: the battery does not last so far. null: not known.
 */
export function chargeOnArrival(
  chargeAt: ChargeAt | null,
  { along_km, off_km }: { along_km: number; off_km: number },
): number | null {
  const [first, last] = [chargeAt?.[0], chargeAt?.at(-1)];
  const there = chargeAt && chargeAtKm(chargeAt, along_km);
  if (there === null || !first || !last) return null;
  const perKm = last.km > first.km ? (first.percent - last.percent) / (last.km - first.km) : 0;
  return there - Math.max(0, perKm) * off_km * ROAD;
}
