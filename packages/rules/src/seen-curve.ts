import { CHARGE_EFFICIENCY, genericCurve, powerAt, type ChargingCurve } from "./charging-curve.ts";

/** A charging period of a session, as its operator told it. */
export type CurveSample = {
  /** Of the battery, at its end; null: not known. */
  percent: number | null;
  /** average */
  kw: number;
  minutes: number;
};
export type SeenSession = { plugKw: number; samples: readonly CurveSample[] };

/** As for what is seen of a vehicle's power: meters are inexact by so much, and from so much on the plug sets the limit. */
const TOLERANCE = 1.05;
const PLUG_SHARE = 0.9;
const LEAST_SESSIONS = 3;
const LEAST_SAMPLES = 3;
const LEAST_STEPS = 3;
/** Percents of the battery. */
const STEP = 10;
const KNEE = 60;
const LEAST_RISE = 10;
/** A stated power may be so far from what the vehicle takes at its best. */
const STATED_SLACK = 1.1;
/** kW; below, the vehicle only waits. */
const LEAST_KW = 1;

const CENTRES = Array.from({ length: 100 / STEP }, (_, nth) => (nth + 0.5) * STEP);
const SHARES = CENTRES.map((percent) => powerAt(genericCurve(1), percent));

/**
 * What a vehicle takes at each state of charge, from its own DC sessions. Steps of which they say too little follow the
 * generic curve at the height of the others. null: too little is known. A session whose figures cannot be true is left
 * out whole.
 */
export function seenCurve(of: {
  sessions: readonly SeenSession[];
  batteryKwh: number;
  /** The highest power as stated; null: not known. */
  statedKw: number | null;
}): ChargingCurve | null {
  const { batteryKwh, statedKw } = of;
  const sessions = of.sessions.filter((session) => isTrue(session, batteryKwh));
  if (!(batteryKwh > 0) || sessions.length < LEAST_SESSIONS) return null;
  const steps = stepsOf(sessions, batteryKwh);
  const known = steps.flatMap(({ kw }, nth) => (kw === null ? [] : [{ nth, kw }]));
  // From the end of a battery alone nobody knows how high the curve begins.
  const hasBase = statedKw !== null || known.some(({ nth }) => CENTRES[nth]! < KNEE);
  if (known.length < LEAST_STEPS || !hasBase) return null;
  const scale = quantile(
    known.map(({ nth, kw }) => kw / SHARES[nth]!),
    0.5,
  );
  const best = Math.max(...known.map(({ kw }) => kw), ...steps.map(({ atLeast }) => atLeast));
  const most = statedKw === null ? Infinity : statedKw * STATED_SLACK;
  let before = Infinity;
  return CENTRES.map((percent, nth) => {
    const { kw, atLeast } = steps[nth]!;
    const likely = Math.min(statedKw ?? best, scale * SHARES[nth]!);
    const taken = Math.min(most, kw ?? Math.max(atLeast, likely));
    const falling = percent > KNEE ? Math.min(before, taken) : taken;
    before = falling;
    return { percent, kw: Math.max(1, Math.round(falling * 10)) / 10 };
  });
}

const gainOf = ({ kw, minutes }: CurveSample, batteryKwh: number) =>
  ((kw * minutes) / 60 / batteryKwh) * CHARGE_EFFICIENCY * 100;

/** No figure is impossible, and the battery fills by about what was charged: neither by leaps nor not at all. */
function isTrue({ plugKw, samples }: SeenSession, batteryKwh: number): boolean {
  if (!(plugKw > 0 && plugKw < Infinity)) return false;
  let last: number | null = null;
  let [gained, before, rise, total] = [0, 0, 0, 0];
  for (const sample of samples) {
    const { percent, kw, minutes } = sample;
    const isPossible = kw >= 0 && kw <= plugKw * TOLERANCE && minutes >= 0 && minutes < Infinity;
    if (!isPossible) return false;
    gained += gainOf(sample, batteryKwh);
    if (percent === null) continue;
    if (!(percent >= 0 && percent <= 100)) return false;
    if (last !== null) {
      const step = percent - last;
      const allowed = STEP / 2 + Math.max(gained, before) / 2;
      if (step < -1 || Math.abs(step - gained) > allowed) return false;
      rise += step;
      total += gained;
      if (Math.abs(rise - total) > STEP + total * 0.4) return false;
    }
    last = percent;
    before = gained;
    gained = 0;
  }
  return rise >= LEAST_RISE;
}

/** kW of each step, and what the vehicle took there at plugs that were too weak for it. */
function stepsOf(sessions: readonly SeenSession[], batteryKwh: number) {
  const free: number[][] = CENTRES.map(() => []);
  const limited: number[][] = CENTRES.map(() => []);
  for (const { plugKw, samples } of sessions)
    for (const sample of samples) {
      const gained = gainOf(sample, batteryKwh);
      // Longer periods are an average over more than a step.
      if (sample.percent === null || sample.kw < LEAST_KW || gained > STEP) continue;
      const middle = Math.min(99, Math.max(0, sample.percent - gained / 2));
      const into = sample.kw < plugKw * PLUG_SHARE ? free : limited;
      into[Math.floor(middle / STEP)]!.push(sample.kw);
    }
  return CENTRES.map((_, nth) => {
    const own = free[nth]!;
    const all = [...own, ...limited[nth]!];
    const atLeast = all.length < LEAST_SAMPLES ? 0 : quantile(all, 0.75);
    // Who mostly took more at a plug that set the limit was not at their own: as with the highest power.
    const isKnown = own.length >= LEAST_SAMPLES && quantile(own, 0.75) >= atLeast;
    return { kw: isKnown ? atLeast : null, atLeast };
  });
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;
