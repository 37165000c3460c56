import {
  offsetAt,
  type ChargingPeriodInput,
  type PriceSessionInput,
  type Tariff,
} from "@voltmarg/rules";
import {
  firstFloatMatch,
  type FloatCandidate,
  type FloatMoment,
  type FloatTariff,
  readFloatTariff,
} from "./float-tariff.ts";

type Run = { candidate: FloatCandidate; quantity: number };
type Slot = "ENERGY" | "TIME" | "PARKING_TIME" | "RESERVATION";

type Walk = {
  input: PriceSessionInput;
  tariff: FloatTariff;
  runs: Record<Slot, Run[]>;
  lastTimed: "TIME" | "PARKING_TIME" | null;
  fees: Run[];
  feePaid: { charge: boolean; reservation: boolean };
};

const dayMs = 86_400_000;

/**
 * The same rules in floating-point numbers, to measure the cost of exact arithmetic: fast, but off by fractions of a
 * paisa. Only zone offsets come from the engine, which caches them.
 */
export function priceInFloats(input: PriceSessionInput): { excl: number; incl: number } {
  const tariff = readFloatTariff(input.tariff);
  const start = Date.parse(input.start);
  const walk: Walk = {
    input,
    tariff,
    runs: { ENERGY: [], TIME: [], PARKING_TIME: [], RESERVATION: [] },
    lastTimed: null,
    fees: [],
    feePaid: { charge: false, reservation: false },
  };
  const began: { charge: number | null; reservation: number | null } = {
    charge: input.periods[0]?.kind === "RESERVATION" ? null : start,
    reservation: null,
  };
  let kwhBefore = 0;
  let lastEnd = "";
  let until = 0;
  for (const period of input.periods as readonly ChargingPeriodInput[]) {
    const from = period.start === lastEnd ? until : Date.parse(period.start);
    until = Date.parse(period.end);
    lastEnd = period.end;
    const length = until - from;
    const kwh = Number(period.kwh);
    const phase = period.kind === "RESERVATION" ? "reservation" : "charge";
    const since = (began[phase] ??= from);
    const idle = period.kind !== "CHARGING";
    const moment: FloatMoment = {
      day: 0,
      time: 0,
      weekday: 1,
      kwh: kwhBefore,
      elapsed: 0,
      power: period.power_kw ?? (idle ? 0 : length === 0 ? Number.NaN : (kwh * 3_600_000) / length),
      current: period.current_a ?? (idle ? 0 : Number.NaN),
    };
    // Cut positions as fractions of the period.
    const cuts = cutsOf(walk, from, length, since, kwhBefore, kwh);
    let share = 0;
    for (const next of cuts) {
      const at = from + share * length;
      moment.kwh = kwhBefore + share * kwh;
      moment.elapsed = at - since;
      setClock(walk, moment, at);
      bill(walk, period.kind, moment, (next - share) * kwh, (next - share) * length);
      share = next;
    }
    kwhBefore += kwh;
  }
  return total(walk, input.tariff);
}

function cutsOf(
  { tariff, input: { timeZone } }: Walk,
  from: number,
  length: number,
  since: number,
  kwhBefore: number,
  kwh: number,
): number[] {
  const cuts: number[] = [];
  if (length > 0) {
    for (const duration of tariff.durations) cuts.push((since + duration - from) / length);
    if (tariff.clockTimes.length > 0) {
      const offset = offsetAt(timeZone, from);
      const later = offsetAt(timeZone, from + length);
      if (offset !== later) cuts.push((clockChange(timeZone, from, length) - from) / length);
      for (const shift of offset === later ? [offset] : [offset, later]) {
        for (
          let day = Math.floor((from + shift) / dayMs);
          day * dayMs - shift < from + length;
          day++
        ) {
          for (const time of tariff.clockTimes) {
            cuts.push((day * dayMs + time - shift - from) / length);
          }
        }
      }
    }
  }
  if (kwh > 0) for (const threshold of tariff.energies) cuts.push((threshold - kwhBefore) / kwh);
  const inside = cuts.filter((share) => share > 0 && share < 1);
  if (inside.length > 1) inside.sort((a, b) => a - b);
  inside.push(1);
  return inside;
}

function clockChange(timeZone: string, from: number, length: number): number {
  const before = offsetAt(timeZone, from);
  let low = from;
  let high = from + length;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(timeZone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function setClock({ tariff, input }: Walk, moment: FloatMoment, at: number): void {
  if (tariff.clockTimes.length === 0) return;
  // Unrounded, a boundary that an earlier rounding error made too early would still be in the previous window.
  const rounded = Math.round(at);
  const local = rounded + offsetAt(input.timeZone, rounded);
  moment.day = Math.floor(local / dayMs);
  moment.time = local - moment.day * dayMs;
  moment.weekday = ((((moment.day + 3) % 7) + 7) % 7) + 1;
}

function bill(
  walk: Walk,
  kind: "CHARGING" | "PARKING" | "RESERVATION",
  moment: FloatMoment,
  kwh: number,
  ms: number,
): void {
  const { tariff, feePaid } = walk;
  if (kind === "RESERVATION") {
    const expired = walk.input.reservationExpired === true;
    const find = (instead: FloatCandidate[], usual: FloatCandidate[]) =>
      (expired ? firstFloatMatch(instead, moment) : undefined) ?? firstFloatMatch(usual, moment);
    earn(walk, "RESERVATION", find(tariff.lists.EXPIRES, tariff.lists.RESERVATION), ms / 3_600_000);
    if (!feePaid.reservation) {
      const fee = find(tariff.expiresFlat, tariff.reservationFlat);
      if (fee) walk.fees.push({ candidate: fee, quantity: 1 });
      feePaid.reservation = fee !== undefined;
    }
    return;
  }
  if (!feePaid.charge) {
    const fee = firstFloatMatch(tariff.lists.FLAT, moment);
    if (fee) walk.fees.push({ candidate: fee, quantity: 1 });
    feePaid.charge = fee !== undefined;
  }
  earn(walk, "ENERGY", firstFloatMatch(tariff.lists.ENERGY, moment), kwh);
  const timed = kind === "CHARGING" ? "TIME" : "PARKING_TIME";
  earn(walk, timed, firstFloatMatch(tariff.lists[timed], moment), ms / 3_600_000);
}

function earn(
  walk: Walk,
  slot: Slot,
  candidate: FloatCandidate | undefined,
  quantity: number,
): void {
  if (!candidate || quantity === 0) return;
  if (slot === "TIME" || slot === "PARKING_TIME") walk.lastTimed = slot;
  const last = walk.runs[slot].at(-1);
  if (last?.candidate === candidate) last.quantity += quantity;
  else walk.runs[slot].push({ candidate, quantity });
}

function total({ runs, lastTimed, fees }: Walk, tariff: Tariff): { excl: number; incl: number } {
  roundUp(runs.ENERGY, 1000);
  if (lastTimed) roundUp(runs[lastTimed], 3600);
  roundUp(runs.RESERVATION, 3600);
  let excl = 0;
  let incl = 0;
  for (const list of [fees, runs.ENERGY, runs.TIME, runs.PARKING_TIME, runs.RESERVATION]) {
    for (const { candidate, quantity } of list) {
      excl += candidate.price * quantity;
      incl += candidate.priceInclVat * quantity;
    }
  }
  const vat = excl === 0 ? 1 : incl / excl;
  const { min_price: least, max_price: most } = tariff;
  if (least) {
    excl = Math.max(excl, least.excl_vat);
    incl = Math.max(incl, least.incl_vat ?? least.excl_vat * vat);
  }
  if (most) {
    excl = Math.min(excl, most.excl_vat);
    incl = Math.min(incl, most.incl_vat ?? most.excl_vat * vat);
  }
  return { excl, incl };
}

function roundUp(runs: readonly Run[], stepsPerUnit: number): void {
  const last = runs.at(-1);
  if (!last || last.candidate.step === 0) return;
  const size = last.candidate.step / stepsPerUnit;
  let sum = 0;
  for (const { quantity } of runs) sum += quantity;
  // Sums of floats can end slightly above the exact multiple.
  last.quantity += Math.ceil(sum / size - 1e-9) * size - sum;
}
