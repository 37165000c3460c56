import { indianTimeOf } from "./india-calendar.ts";

/**
 * The most that the Ministry of Power advises for the service charge, paise a kWh without GST; in solar hours from 9 to 16
 * o'clock and in the others. What is above is not forbidden. Source: Guidelines for Installation and Operation of Electric
 * Vehicle Charging Infrastructure, 2024, as the press had them; read on 27 November 2026.
 */
export const ADVISORY_CEILINGS = {
  DC: { solar: 11_00n, other: 13_00n },
  AC: { solar: 3_00n, other: 4_00n },
} as const;
const SOLAR = { from: "09:00:00", until: "16:00:00" };

const isSolar = (at: Date): boolean => {
  const time = indianTimeOf(at).slice(11);
  return time >= SOLAR.from && time < SOLAR.until;
};

export type AdvisoryMark = {
  /** Paise a kWh. */
  ceiling: bigint;
  isSolar: boolean;
  /** NOT_SPLIT: it depends on how much of the operator's energy price is electricity, which no tariff says. */
  verdict: "WITHIN" | "ABOVE" | "NOT_SPLIT";
  /** Of NOT_SPLIT: as much of a kWh's energy price has to be electricity, in paise; else null. */
  electricityAtLeast: bigint | null;
};

/**
 * How a price stands to the advised ceiling of the service charge. `whole`: a kWh without GST. `energy`: what of it is the
 * operator's energy price, which is electricity at most; all else is service charge.
 */
export function advisoryMark(
  current: "AC" | "DC",
  at: Date,
  { whole, energy }: { whole: bigint; energy: bigint },
): AdvisoryMark {
  const solar = isSolar(at);
  const ceiling = ADVISORY_CEILINGS[current][solar ? "solar" : "other"];
  const verdict = whole <= ceiling ? "WITHIN" : whole - energy > ceiling ? "ABOVE" : "NOT_SPLIT";
  const electricityAtLeast = verdict === "NOT_SPLIT" ? whole - ceiling : null;
  return { ceiling, isSolar: solar, verdict, electricityAtLeast };
}
