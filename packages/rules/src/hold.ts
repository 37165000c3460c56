/** ₹50: the minimum reserve on top of the cost of the choice. */
export const MINIMUM_HOLD_MINOR = 5_000n;
/** ₹100: what a charge without a choice holds first, and again as it grows. */
export const OPEN_STEP_MINOR = 10_000n;
/** Seconds without an update from the operator before the charge is certainly stopped. */
export const DEFAULT_GAP_SECONDS = 90;

export type OverrunInput = {
  powerKw: number;
  /** paise per kWh including GST; null: energy has no price */
  perKwhMinor: bigint | null;
  /** paise per minute including GST; null: time has no price */
  perMinuteMinor?: bigint | null;
  gapSeconds?: number;
};

/**
 * The most a charge can cost beyond its limit before it is stopped: power × gap × price of energy, and gap × price
 * of time, in paise, each rounded up. Throws RangeError for negative or unknown power.
 */
export function overrunBoundMinor(input: OverrunInput): bigint {
  const { powerKw, perKwhMinor, gapSeconds = DEFAULT_GAP_SECONDS } = input;
  if (!(powerKw >= 0 && Number.isFinite(powerKw))) throw new RangeError("the power is not known");
  if (!(gapSeconds >= 0 && Number.isFinite(gapSeconds)))
    throw new RangeError("the gap is negative");
  const seconds = BigInt(Math.ceil(gapSeconds));
  const wattSeconds = BigInt(Math.ceil(powerKw * 1000)) * seconds;
  return (
    dividedUp(wattSeconds * (perKwhMinor ?? 0n), 3_600_000n) +
    dividedUp(seconds * (input.perMinuteMinor ?? 0n), 60n)
  );
}

const dividedUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

export type HoldInput = {
  /** paise; null: no choice was made (quick start) */
  choiceCostMinor: bigint | null;
  powerKw: number;
  perKwhMinor: bigint | null;
  perMinuteMinor?: bigint | null;
  minimumMinor?: bigint;
  gapSeconds?: number;
};

/**
 * Paise to hold for a charge: the cost of the choice (₹100 without one) + max(minimum, overrun
 * bound). The server's check, the screen and the hold all use this one.
 */
export function holdMinor(input: HoldInput): bigint {
  const { choiceCostMinor, minimumMinor = MINIMUM_HOLD_MINOR } = input;
  const bound = overrunBoundMinor(input);
  return (choiceCostMinor ?? OPEN_STEP_MINOR) + (bound > minimumMinor ? bound : minimumMinor);
}
