import type { OcpiChargingPeriod } from "@voltmarg/rules";
import type { Random } from "@voltmarg/testkit/random";
import type { Pair, PairPart } from "./pair.ts";

type Dimension = OcpiChargingPeriod["dimensions"][number];
type Session = Omit<Pair, "seed" | "tariff">;

const hour = 3600;
const kinds = {
  CHARGING: "TIME",
  PARKING: "PARKING_TIME",
  RESERVATION: "RESERVATION_TIME",
} as const;

/**
 * The parts of a session as OCPI charging periods the way operators send them: several parts in one period, hours in
 * four decimals, hours that differ from the clock or are missing, volumes in pieces, some tariff ids; rarely periods
 * that must be refused.
 */
export function writePeriods(random: Random, session: Session): OcpiChargingPeriod[] {
  const round = random.pick([fourDecimals, fourDecimals, fourDecimals, tenDecimals, unrounded]);
  const flow = {
    power: random.pick(["POWER", "MAX_POWER", "MIN_POWER"]),
    current: random.pick(["CURRENT", "MAX_CURRENT", "MIN_CURRENT"]),
  };
  const names = random.pick(["all", "all", "none", "some"] as const);
  const groups = groupsOf(random, session.parts);
  const periods = groups.map((parts, index): OcpiChargingPeriod => {
    const from = parts[0]!.from;
    const clock = (groups[index + 1]?.[0]!.from ?? session.seconds) - from;
    const isNamed = names === "all" || (names === "some" && random.chance(0.6));
    return {
      start_date_time: new Date(session.startsAt + from * 1000).toISOString(),
      dimensions: [
        ...timesOf(random, parts, clock, round),
        ...energiesOf(random, parts, session.decimals),
        ...flowOf(parts[0]!, flow),
      ],
      tariff_id: isNamed ? "PAIR" : undefined,
    };
  });
  if (random.chance(0.05)) periods.reverse();
  return random.chance(0.03) ? random.pick(faults)(periods) : periods;
}

const fourDecimals = (hours: number) => Number(hours.toFixed(4));
const tenDecimals = (hours: number) => Number(hours.toFixed(10));
const unrounded = (hours: number) => hours;

/** Parts reported as one period: those without duration join the previous one, and sometimes those that follow. */
function groupsOf(random: Random, parts: readonly PairPart[]): PairPart[][] {
  const groups: PairPart[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    const beginsAtOnce = last?.[0]!.from === part.from;
    if (last && (beginsAtOnce || random.chance(0.25))) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

function timesOf(
  random: Random,
  parts: readonly PairPart[],
  clock: number,
  round: (hours: number) => number,
): Dimension[] {
  const seconds = new Map<string, number>();
  for (const { kind, seconds: lasts } of parts) {
    seconds.set(kinds[kind], (seconds.get(kinds[kind]) ?? 0) + lasts);
  }
  const some = random.int(0, 99);
  // Less than the clock: the car drew no power, or the plug had none.
  if (some < 15) for (const [type, told] of seconds) seconds.set(type, random.int(0, told));
  else if (some < 22) seconds.delete("TIME");
  else if (some < 28)
    seconds.set("PARKING_TIME", random.int(0, clock - (seconds.get("RESERVATION_TIME") ?? 0)));
  else if (some === 28) seconds.set("TIME", clock + random.int(2, 2 * hour));
  else if (some < 32) return [];
  if (some >= 22 && some < 28 && random.chance(0.5)) seconds.delete("TIME");
  const left = clock - (seconds.get("PARKING_TIME") ?? 0) - (seconds.get("RESERVATION_TIME") ?? 0);
  if (some >= 22 && some < 28 && seconds.has("TIME")) {
    seconds.set("TIME", Math.min(seconds.get("TIME")!, left));
  }
  return [...seconds].flatMap(([type, told]) => inPieces(random, type, round(told / hour), 0.05));
}

function energiesOf(random: Random, parts: readonly PairPart[], decimals: number): Dimension[] {
  const units = parts.reduce((sum, { energy }) => sum + energy, 0);
  if (units === 0) return random.chance(0.2) ? [{ type: "ENERGY", volume: 0 }] : [];
  if (!random.chance(0.15)) return [{ type: "ENERGY", volume: kwh(units, decimals) }];
  // 0.1 and 0.2 kWh are 0.3 kWh, which floats cannot represent.
  const first = random.int(0, units);
  return [first, units - first].map((part) => ({ type: "ENERGY", volume: kwh(part, decimals) }));
}

const kwh = (units: number, decimals: number) => units / 10 ** (decimals + 3);

/** A volume as one value or, by that chance, as two that add up to it in four decimals. */
function inPieces(random: Random, type: string, volume: number, chance: number): Dimension[] {
  if (!random.chance(chance)) return [{ type, volume }];
  const first = fourDecimals(volume * 0.3);
  const rest = Number((volume - first).toFixed(4));
  return first >= 0 && rest >= 0
    ? [first, rest].map((part) => ({ type, volume: part }))
    : [{ type, volume }];
}

function flowOf(part: PairPart, names: { power: string; current: string }): Dimension[] {
  return [
    ...(part.kilowatts === null ? [] : [{ type: names.power, volume: part.kilowatts }]),
    ...(part.amperes === null ? [] : [{ type: names.current, volume: part.amperes }]),
  ];
}

/** Periods that must be refused. */
const faults: ((periods: OcpiChargingPeriod[]) => OcpiChargingPeriod[])[] = [
  (periods) => periods.flatMap((one) => [{ ...one, dimensions: [] }, one]),
  (periods) => withDimension(periods, { type: "ENERGY", volume: -500 }),
  (periods) => withDimension(periods, { type: "TIME", volume: 100 }),
  (periods) => withDimension(periods, { type: "PARKING_TIME", volume: -0.5 }),
  (periods) => withDimension(periods, { type: "RESERVATION_TIME", volume: 100 }),
];

function withDimension(periods: OcpiChargingPeriod[], one: Dimension): OcpiChargingPeriod[] {
  return periods.map((period, index) =>
    index === 0 ? { ...period, dimensions: [...period.dimensions, one] } : period,
  );
}
