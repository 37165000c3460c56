import { add, ZERO, type Exact } from "./exact.ts";
import { firstMatch, type Candidate, type CompiledTariff, type Moment } from "./match-element.ts";
import { clockBoundaries, localTime } from "./time-zone.ts";

/** A period in machine numbers: epoch ms and whole energy units of the compiled tariff. */
export type Period = {
  from: number;
  until: number;
  energy: bigint;
  kind: "CHARGING" | "PARKING" | "RESERVATION";
  power: Exact | null;
  current: Exact | null;
};

/** A stretch billed by one price component. */
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
  runs: Run[];
  open: Record<Slot, Run | null>;
  flatBilled: { SESSION: boolean; RESERVATION: boolean };
  began: { SESSION: number | null; RESERVATION: number | null };
  energy: bigint;
};

type Segment = { moment: Moment; energy: Exact; ms: Exact; from: number; until: number };

/** Goes through the periods in order; the runs come in the order they began. */
export function walkPeriods(
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
  const length = period.until - period.from;
  // A position inside the period counts in (1 / energy) ms = (1 / length) energy units, so a
  // clock boundary and an energy threshold are both whole numbers on one axis.
  const perMs = period.energy === 0n ? 1n : period.energy;
  const perUnit = length === 0 ? 1n : BigInt(length);
  const inside: bigint[] = [];
  for (const at of walk.cuts) {
    if (at > period.from && at < period.until) inside.push(BigInt(at - period.from) * perMs);
  }
  for (const duration of walk.tariff.durations) {
    const at = began + duration;
    if (at > period.from && at < period.until) inside.push(BigInt(at - period.from) * perMs);
  }
  for (const threshold of walk.tariff.energies) {
    const rest = threshold - walk.energy;
    if (rest > 0n && rest < period.energy) inside.push(rest * perUnit);
  }

  const moment: Moment = {
    day: 0,
    time: 0,
    weekday: 1,
    energy: walk.energy,
    elapsed: period.from - began,
    power: period.power,
    current: period.current,
  };
  if (inside.length === 0) {
    setClock(walk, moment, period.from);
    const energy = { n: period.energy, d: 1n };
    const ms = { n: BigInt(length), d: 1n };
    bill(walk, period.kind, { moment, energy, ms, from: period.from, until: period.until });
  } else {
    inside.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    inside.push(perMs * perUnit);
    let position = 0n;
    for (const next of inside) {
      if (next === position) continue;
      const size = next - position;
      // Thresholds are whole ms and whole units, so cutting down keeps every comparison true.
      const from = length === 0 ? period.from : period.from + Number(position / perMs);
      const until = length === 0 ? period.from : period.from + Number(next / perMs);
      moment.energy = walk.energy + (period.energy === 0n ? 0n : position / perUnit);
      moment.elapsed = from - began;
      setClock(walk, moment, from);
      bill(walk, period.kind, {
        moment,
        energy: period.energy === 0n ? ZERO : { n: size, d: perUnit },
        ms: length === 0 ? ZERO : { n: size, d: perMs },
        from,
        until,
      });
      position = next;
    }
  }
  walk.energy += period.energy;
}

function setClock(walk: Walk, moment: Moment, at: number): void {
  if (walk.tariff.clockTimes.length === 0) return;
  const local = localTime(walk.session.timeZone, at);
  moment.day = local.day;
  moment.time = local.time;
  moment.weekday = local.weekday;
}

function bill(walk: Walk, kind: Period["kind"], segment: Segment): void {
  const { tariff } = walk;
  if (kind === "RESERVATION") {
    const find = (type: "TIME" | "FLAT"): Candidate | null =>
      (walk.session.reservationExpired
        ? firstMatch(tariff.reservationExpires[type], segment.moment)
        : null) ?? firstMatch(tariff.reservation[type], segment.moment);
    extend(walk, "RESERVATION", find("TIME"), segment.ms, segment);
    billFlat(walk, "RESERVATION", find("FLAT"), segment);
    return;
  }
  const lists = tariff.byDimension;
  if (!walk.flatBilled.SESSION) {
    billFlat(walk, "SESSION", firstMatch(lists.FLAT, segment.moment), segment);
  }
  extend(walk, "ENERGY", firstMatch(lists.ENERGY, segment.moment), segment.energy, segment);
  const durations = kind === "CHARGING" ? lists.TIME : lists.PARKING_TIME;
  extend(walk, "DURATION", firstMatch(durations, segment.moment), segment.ms, segment);
}

function billFlat(
  walk: Walk,
  phase: Run["phase"],
  candidate: Candidate | null,
  segment: Segment,
): void {
  if (candidate === null || walk.flatBilled[phase]) return;
  walk.flatBilled[phase] = true;
  const { from } = segment;
  walk.runs.push({ phase, candidate, quantity: { n: 1n, d: 1n }, from, until: from });
}

function extend(
  walk: Walk,
  slot: Slot,
  candidate: Candidate | null,
  quantity: Exact,
  segment: Segment,
): void {
  if (quantity.n === 0n) return;
  const open = walk.open[slot];
  if (candidate === null) {
    walk.open[slot] = null;
  } else if (open !== null && open.candidate === candidate) {
    open.quantity = add(open.quantity, quantity);
    open.until = segment.until;
  } else {
    const run: Run = {
      phase: slot === "RESERVATION" ? "RESERVATION" : "SESSION",
      candidate,
      quantity,
      from: segment.from,
      until: segment.until,
    };
    walk.open[slot] = run;
    walk.runs.push(run);
  }
}
