import { type Random, randomOf } from "@voltmarg/testkit/random";
import { plugCost, type PlugTariff } from "../../operator.ts";

export const tariffs = {
  LOW: { energy: 8.5 },
  EVEN: { energy: 20 },
  FEE: { energy: 28.5, fee: 15 },
  TIMED: { energy: 14, time: 90 },
} as const satisfies Record<string, PlugTariff>;
export type TariffName = keyof typeof tariffs;
export const powers = [22, 60, 60, 120, 120, 240] as const;

/** How the charger handles one STOP_SESSION: it takes effect after so many seconds, or not at all. */
export type StopAnswer =
  | { answers: "ACCEPTED"; after: number | null }
  | { answers: "REJECTED" }
  /** The connection breaks before the answer; the command may have arrived. */
  | { answers: "NOTHING"; after: number | null };

/** A prepaid charge as it really proceeds at the charger. Seconds count from its start. */
export type Charge = {
  seed: number;
  tariff: TariffName;
  /** kW of the plug: no car draws more. */
  plugKw: number;
  /** Paise the driver chose; null: no choice. */
  choiceMinor: number | null;
  /** kW from each second on. */
  draws: readonly { from: number; kw: number }[];
  /** Seconds at which the operator's backend reads the meter; it knows nothing newer in between. */
  reports: readonly { second: number; isPushed: boolean }[];
  /** How the charger handles each stop; all further ones as the last. */
  stops: readonly StopAnswer[];
  /** Whether the last session and the CDR are pushed. */
  endIsPushed: boolean;
  /** Second at which the car leaves by itself. */
  leaves: number;
};

export function randomCharge(seed: number): Charge {
  const random = randomOf(seed);
  const plugKw = random.pick(powers);
  const leaves = random.int(500, 1000);
  const draws = [{ from: 0, kw: plugKw * share(random) }];
  for (let from = random.int(5, 90); from < leaves; from += random.int(5, 240)) {
    draws.push({ from, kw: plugKw * share(random) });
  }
  const lost = random.pick([0, 0, 0.3, 1]);
  const every = random.pick([20, 40, 60]);
  const reports: { second: number; isPushed: boolean }[] = [];
  for (let second = random.int(1, every); second < leaves; second += random.int(every / 2, every)) {
    reports.push({ second, isPushed: !random.chance(lost) });
    if (random.chance(0.1)) second += random.int(30, 900);
  }
  return {
    seed,
    tariff: random.pick(["LOW", "EVEN", "EVEN", "FEE", "TIMED"] as const),
    plugKw,
    choiceMinor: random.chance(0.5) ? random.int(20, 100) * 100 : null,
    draws,
    reports,
    stops: randomStops(random),
    endIsPushed: !random.chance(lost),
    leaves,
  };
}

const share = (random: Random) =>
  random.pick([0.2, 0.5, 0.8, 1, 1]) * (0.9 + random.fraction() / 10);

function randomStops(random: Random): StopAnswer[] {
  const stops: StopAnswer[] = [];
  for (let bad = random.pick([0, 0, 0, 1, 1, 2, 5]); bad > 0; bad -= 1) {
    stops.push(
      random.pick<StopAnswer>([
        { answers: "ACCEPTED", after: null },
        { answers: "REJECTED" },
        { answers: "NOTHING", after: null },
        { answers: "NOTHING", after: random.int(1, 20) },
        { answers: "ACCEPTED", after: random.int(20, 45) },
      ]),
    );
  }
  return [...stops, { answers: "ACCEPTED", after: random.int(1, 10) }];
}

/** Wh on the meter after so many seconds, rounded down as meters do. */
export function whAt({ draws }: Charge, second: number): number {
  const exact = draws.reduce((sum, { from, kw }, index) => {
    const until = Math.min(second, draws[index + 1]?.from ?? Infinity);
    return until > from ? sum + (kw * 1000 * (until - from)) / 3600 : sum;
  }, 0);
  return Math.floor(exact + 1e-6);
}

/** The last second at which a charge costs no more than the given paise. */
export function secondsTo(charge: Charge, minor: number): number {
  const tariff = tariffs[charge.tariff];
  let low = 0;
  let high = charge.leaves + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const used = { wh: whAt(charge, middle), charging: middle, parked: 0 };
    if (plugCost(tariff, used).total <= minor) low = middle;
    else high = middle;
  }
  return low;
}

/** The most paise with GST that the plug can cost in any interval of so many seconds, plus one for each rounding. */
export function boundOf({ tariff, plugKw }: Charge, seconds: number): number {
  const { energy, time = 0 }: PlugTariff = tariffs[tariff];
  return Math.ceil(((energy * plugKw + time) * seconds * 118) / 3600) + 2;
}
