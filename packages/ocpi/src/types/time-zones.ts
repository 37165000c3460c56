import { countryZones } from "./country-zones.ts";

/** Countries by both their codes. */
const zones = new Map(
  countryZones
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [three, two, zone] = line.trim().split(" ");
      return [
        [three!, zone!],
        [two!, zone!],
      ] as const;
    }),
);

/** The time zone of a country that has one, by its code of two or three letters; UTC for any other. */
export const zoneOfCountry = (code: unknown): string =>
  (typeof code === "string" ? zones.get(code.trim().toUpperCase()) : undefined) ?? "UTC";

/** Cache of earlier look-ups; bounded, as a peer may send any text. */
const known = new Set<string>();
const MOST_KNOWN = 1000;

export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
  if (known.size < MOST_KNOWN) known.add(name);
  return true;
}
