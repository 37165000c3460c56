/** What the order "best for you" weighs of a station, for one plug that fits. */
export type StationOffer = {
  /** km from the driver in a straight line */
  km: number;
  state: "free" | "unknown" | "taken" | "broken";
  /** kW with the driver's vehicle; null: not known */
  powerKw: number | null;
  /** paise a kWh of an ordinary charge, everything included; null: not known */
  perKwhMinor: number | null;
};

/** Roads are about so much longer than a straight line, and a city's traffic takes so many minutes a km. */
const MINUTES_PER_KM = 1.3 * 2.5;
/** km in a straight line beyond which the way leaves the city and its speed. */
const CITY_KM = 20;

/** Minutes on the road for so many km in a straight line within a city; null: too far to say. */
export const cityMinutes = (km: number): number | null =>
  km > CITY_KM ? null : Math.max(1, Math.round(km * MINUTES_PER_KM));
/** Minutes one waits, or loses when it turns out that one must go on. */
const WAITING = { free: 0, unknown: 10, taken: 25, broken: 240 } as const;
/** What is compared: a charge of so many kWh. */
const KWH = 15;
/** Minutes of charging weigh less than minutes on the road: one does something else. */
const CHARGING_WEIGHT = 0.25;
/** Paise that are worth a minute. */
const MINOR_PER_MINUTE = 400;
const UNKNOWN_KW = 7;
const UNKNOWN_MINOR = 2_200;

/**
 * Minutes that a station costs its driver, the way, the wait, a charge of 15 kWh and its price taken together; to sort by,
 * not to show. Lower is better.
 */
export function stationMinutes(offer: StationOffer): number {
  const { km, state, powerKw, perKwhMinor } = offer;
  const charging = (KWH / (powerKw ?? UNKNOWN_KW)) * 60 * CHARGING_WEIGHT;
  const price = ((perKwhMinor ?? UNKNOWN_MINOR) * KWH) / MINOR_PER_MINUTE;
  return km * MINUTES_PER_KM + WAITING[state] + charging + price;
}

const BROKEN = new Set(["INOPERATIVE", "OUTOFORDER", "PLANNED", "REMOVED"]);
const TAKEN = new Set(["CHARGING", "RESERVED", "BLOCKED"]);

/** What an OCPI status of an EVSE means for who wants to charge now. */
export const offerState = (status: string): StationOffer["state"] =>
  status === "AVAILABLE"
    ? "free"
    : TAKEN.has(status)
      ? "taken"
      : BROKEN.has(status)
        ? "broken"
        : "unknown";
