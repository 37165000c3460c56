import { add, reduced, type Exact } from "./exact.ts";
import { firstMatch, type Candidate, type CompiledTariff, type Moment } from "./match-element.ts";
import { clockBoundaries, localTime } from "./time-zone.ts";

/** A period in integers: epoch ms and whole energy units of the compiled tariff. */
export type Period = {
  from: number;
  until: number;
  /** ms of it that are paid as time, evenly spread over it */
  paid: number;
  energy: bigint;
  kind: "CHARGING" | "PARKING" | "RESERVATION";
  /** used, but free */
  free: boolean;
  power: Exact | null;
  current: Exact | null;
};

/** A span billed by one price component. */
export type Run = {
  phase: "SESSION" | "RESERVATION";
  candidate: Candidate;
  /** energy units, ms, or 1 for FLAT */
  quantity: Exact;
  from: number;
  until: number;
};

type Session = {
  timeZone: string;
  start: number;
  end: number;
  periods: readonly Period[];
  reservationExpired: boolean;
};

/** Time and parking share a slot: which of them is billed last decides the step_size. */
type Slot = "ENERGY" | "DURATION" | "RESERVATION";

type Walk = {
  tariff: CompiledTariff;
  session: Session;
  cuts: readonly number[];
  /** the first boundary that no period has passed yet */
  nextCut: number;
  runs: Run[];
  open: Record<Slot, Run | null>;
  flatBilled: { SESSION: boolean; RESERVATION: boolean };
  began: { SESSION: number | null; RESERVATION: number | null };
  energy: bigint;
};

/** The price components that apply in a span; null: none, and it is free. */
type Chosen = { energy: Candidate | null; time: Candidate | null };

/** A span of a period from one position to another, counted in 1 / (energy units × ms of the period). */
type Stretch = Chosen & { from: number; until: number; size: bigint };

/** Goes through the periods in order; the runs come in the order they began. */
export function splitPeriods(
  tariff: CompiledTariff,
  session: Session,
): { runs: Run[]; energy: bigint } {
  const walk: Walk = {
    tariff,
    session,
    cuts:
      tariff.clockTimes.length === 0
        ? []
        : clockBoundaries(session.timeZone, session.start, session.end, tariff.clockTimes),
    nextCut: 0,
    runs: [],
    open: { ENERGY: null, DURATION: null, RESERVATION: null },
    flatBilled: { SESSION: false, RESERVATION: false },
    // The duration of a charge that follows a reservation counts from the charge.
    began: {
      SESSION: session.periods[0]?.kind === "RESERVATION" ? null : session.start,
      RESERVATION: null,
    },
    energy: 0n,
  };
  for (const period of session.periods) enter(walk, period);
  return { runs: walk.runs, energy: walk.energy };
}

function enter(walk: Walk, period: Period): void {
  const phase = period.kind === "RESERVATION" ? "RESERVATION" : "SESSION";
  const began = (walk.began[phase] ??= period.from);
  const inside = positionsInside(walk, period, began);
  const moment: Moment = {
    day: 0,
    time: 0,
    weekday: 1,
    energy: walk.energy,
    elapsed: period.from - began,
    power: period.power,
    current: period.current,
  };
  if (inside === null) {
    setClock(walk, moment, period.from);
    const chosen = choose(walk, period, moment, period.from);
    billWhole(walk, period, chosen);
  } else {
    billStretches(walk, period, stretchesOf(walk, period, moment, began, inside));
  }
  walk.energy += period.energy;
}

/**
 * Where in a period prices may change, ascending; null: nowhere. A position counts in (1 / energy) ms =
 * (1 / length) energy units, so a clock boundary and an energy threshold are both whole numbers on one axis.
 */
function positionsInside(walk: Walk, period: Period, began: number): bigint[] | null {
  const { from, until, energy } = period;
  const { cuts, tariff } = walk;
  let inside: bigint[] | null = null;
  const put = (position: bigint) => (inside ??= []).push(position);
  const putMs = (ms: number) => put(BigInt(ms) * (energy === 0n ? 1n : energy));
  while (walk.nextCut < cuts.length && cuts[walk.nextCut]! <= from) walk.nextCut += 1;
  for (let next = walk.nextCut; next < cuts.length && cuts[next]! < until; next += 1) {
    putMs(cuts[next]! - from);
  }
  for (const duration of tariff.durations) {
    const at = began + duration;
    if (at > from && at < until) putMs(at - from);
  }
  for (const threshold of tariff.energies) {
    const rest = threshold - walk.energy;
    if (rest > 0n && rest < energy) put(rest * (until === from ? 1n : BigInt(until - from)));
  }
  return inside;
}

function stretchesOf(
  walk: Walk,
  period: Period,
  moment: Moment,
  began: number,
  inside: bigint[],
): Stretch[] {
  const length = period.until - period.from;
  const perMs = period.energy === 0n ? 1n : period.energy;
  const perUnit = length === 0 ? 1n : BigInt(length);
  inside.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  inside.push(perMs * perUnit);
  const stretches: Stretch[] = [];
  let position = 0n;
  for (const next of inside) {
    if (next === position) continue;
    // Thresholds are whole ms and whole units, so rounding down keeps every comparison correct.
    const from = length === 0 ? period.from : period.from + Number(position / perMs);
    const until = length === 0 ? period.from : period.from + Number(next / perMs);
    moment.energy = walk.energy + (period.energy === 0n ? 0n : position / perUnit);
    moment.elapsed = from - began;
    setClock(walk, moment, from);
    const chosen = choose(walk, period, moment, from);
    stretches.push({ ...chosen, from, until, size: next - position });
    position = next;
  }
  return stretches;
}

function setClock(walk: Walk, moment: Moment, at: number): void {
  if (walk.tariff.clockTimes.length === 0) return;
  const local = localTime(walk.session.timeZone, at);
  moment.day = local.day;
  moment.time = local.time;
  moment.weekday = local.weekday;
}

/** The energy and time of a moment; a fee that becomes due then is billed at once. */
function choose(walk: Walk, period: Period, moment: Moment, at: number): Chosen {
  if (period.free) return NO_PRICE;
  const { tariff } = walk;
  if (period.kind === "RESERVATION") {
    const find = (type: "TIME" | "FLAT"): Candidate | null =>
      (walk.session.reservationExpired
        ? firstMatch(tariff.reservationExpires[type], moment)
        : null) ?? firstMatch(tariff.reservation[type], moment);
    const time = find("TIME");
    billFlat(walk, "RESERVATION", () => find("FLAT"), at);
    return { energy: null, time };
  }
  const { FLAT, ENERGY, TIME, PARKING_TIME } = tariff.byDimension;
  billFlat(walk, "SESSION", () => firstMatch(FLAT, moment), at);
  const durations = period.kind === "CHARGING" ? TIME : PARKING_TIME;
  return { energy: firstMatch(ENERGY, moment), time: firstMatch(durations, moment) };
}

const NO_PRICE: Chosen = { energy: null, time: null };

function billFlat(
  walk: Walk,
  phase: Run["phase"],
  find: () => Candidate | null,
  from: number,
): void {
  if (walk.flatBilled[phase]) return;
  const candidate = find();
  if (candidate === null) return;
  walk.flatBilled[phase] = true;
  walk.runs.push({ phase, candidate, quantity: { n: 1n, d: 1n }, from, until: from });
}

const slotOf = ({ kind }: Period): Slot => (kind === "RESERVATION" ? "RESERVATION" : "DURATION");

function billWhole(walk: Walk, period: Period, { energy, time }: Chosen): void {
  if (period.energy !== 0n) {
    extend(walk, "ENERGY", energy, { n: period.energy, d: 1n }, period);
  }
  if (period.paid !== 0) {
    extend(walk, slotOf(period), time, { n: BigInt(period.paid), d: 1n }, period);
  }
}

/** Consecutive spans at one price are billed as one, so that their parts add up to whole numbers again. */
function billStretches(walk: Walk, period: Period, stretches: readonly Stretch[]): void {
  const length = BigInt(period.until - period.from);
  const perMs = period.energy === 0n ? 1n : period.energy;
  const whole = perMs * (length === 0n ? 1n : length);
  // Reduced fractions: the pieces of many periods would have as many scales, and adding those up takes very long.
  const part = (of: bigint, size: bigint): Exact =>
    size === whole ? { n: of, d: 1n } : reduced(of * size, whole);
  if (period.energy !== 0n) {
    for (const one of joined(stretches, (a) => a.energy)) {
      extend(walk, "ENERGY", one.energy, part(period.energy, one.size), one);
    }
  }
  if (period.paid !== 0) {
    for (const one of joined(stretches, (a) => a.time)) {
      extend(walk, slotOf(period), one.time, part(BigInt(period.paid), one.size), one);
    }
  }
}

function joined(stretches: readonly Stretch[], of: (one: Stretch) => Candidate | null): Stretch[] {
  const found: Stretch[] = [];
  for (const one of stretches) {
    const last = found.at(-1);
    if (last === undefined || of(last) !== of(one)) found.push({ ...one });
    else {
      last.until = one.until;
      last.size += one.size;
    }
  }
  return found;
}

function extend(
  walk: Walk,
  slot: Slot,
  candidate: Candidate | null,
  quantity: Exact,
  { from, until }: { from: number; until: number },
): void {
  const open = walk.open[slot];
  if (candidate === null) {
    walk.open[slot] = null;
  } else if (open !== null && open.candidate === candidate) {
    open.quantity = add(open.quantity, quantity);
    open.until = until;
  } else {
    const phase = slot === "RESERVATION" ? "RESERVATION" : "SESSION";
    const run: Run = { phase, candidate, quantity, from, until };
    walk.open[slot] = run;
    walk.runs.push(run);
  }
}
