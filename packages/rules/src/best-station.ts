/** What the order "best for you" weighs of a station, for one plug that fits. */
export type StationOffer = {
  /** km from the driver in a straight line */
  km: number;
  state: "free" | "unknown" | "taken" | "broken";
  /** kW with the driver's vehicle; null: not known */
  powerKw: number | null;
  /** paise a kWh of an ordinary charge, everything included; null: not known */
  perKwhMinor: number | null;
  proof: StationProof;
};

/** What drivers' charges say of a station as a whole. */
export type StationProof = {
  /** since somebody last charged here; null: nobody did */
  chargedHoursAgo: number | null;
  /** starts of the last 30 days, and those that failed by the charger's or its operator's fault */
  worked: number;
  failed: number;
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
/**
 * Minutes for what speaks against a station that says it works: the way to it and on to the next, as often as that is to
 * be expected. Long without a charge costs less than an unknown status, as most such stations are only little used; one
 * that nearly always fails costs nearly as much as a taken one.
 */
const PROOF = {
  /** By the hours since the last charge. Steps, so that an order does not change from minute to minute. */
  charged: [
    { hours: 24, minutes: 0 },
    { hours: 7 * 24, minutes: 2 },
    { hours: 30 * 24, minutes: 4 },
    { hours: Infinity, minutes: 6 },
  ],
  /** So many when every start fails, fewer the more work, and none from that share on. */
  failing: { share: 0.5, minutes: 20 },
  /** Up to so many, starts that are missing count as ones that worked: few failures say little. */
  starts: 10,
} as const;
const UNKNOWN_KW = 7;
const UNKNOWN_MINOR = 2_200;

/**
 * Minutes that a station costs its driver, the way, the wait, a charge of 15 kWh, its price and the risk that it does not
 * work taken together; to sort by, not to show. Lower is better.
 */
export function stationMinutes(offer: StationOffer): number {
  const { km, state, powerKw, perKwhMinor, proof } = offer;
  const charging = (KWH / (powerKw ?? UNKNOWN_KW)) * 60 * CHARGING_WEIGHT;
  const price = ((perKwhMinor ?? UNKNOWN_MINOR) * KWH) / MINOR_PER_MINUTE;
  return km * MINUTES_PER_KM + WAITING[state] + charging + price + riskMinutes(proof);
}

function riskMinutes({ chargedHoursAgo, worked, failed }: StationProof): number {
  const ago = chargedHoursAgo ?? Infinity;
  let step = 0;
  while (ago > PROOF.charged[step]!.hours) step++;
  const unused = PROOF.charged[step]!.minutes;
  const { share, minutes } = PROOF.failing;
  const works = 1 - failed / Math.max(worked + failed, PROOF.starts);
  return unused + Math.max(0, 1 - works / share) * minutes;
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
