import { type Charge, type Part, priceCharge, readPeriods } from "@voltmarg/cpo-sim/price";
import type {
  ChargingPeriodInput,
  fromOcpiPeriods,
  OcpiChargingPeriod,
  priceSession,
  PriceSessionInput,
  Tariff,
} from "@voltmarg/rules";

/** The reference pricer is compared with this engine or with a broken copy. */
export type Engine = {
  priceSession: typeof priceSession;
  fromOcpiPeriods: typeof fromOcpiPeriods;
};

/** A part of a session in integers, before conversion to the format of either pricer. */
export type PairPart = {
  kind: Part["kind"];
  /** Whole seconds since the session began. */
  from: number;
  seconds: number;
  /** Whole units of 10^-decimals Wh. */
  energy: number;
  kilowatts: number | null;
  amperes: number | null;
};

export type Pair = {
  seed: number;
  tariff: Tariff;
  timeZone: string;
  /** Epoch milliseconds, whole seconds. */
  startsAt: number;
  seconds: number;
  parts: PairPart[];
  reservationExpired: boolean;
  /** Decimals of a Wh in which energy is counted. */
  decimals: number;
  /** The parts as OCPI periods, which may round them; null: both pricers get the parts directly. */
  periods: OcpiChargingPeriod[] | null;
};

type Fraction = { n: bigint; d: bigint };
/** Exact totals and paise; null: refused. */
export type Answer = {
  excl: Fraction;
  incl: Fraction;
  exclMinor: bigint;
  inclMinor: bigint;
} | null;

const instant = (pair: Pair, second: number) =>
  new Date(pair.startsAt + second * 1000).toISOString();

const kwhOf = (pair: Pair, energy: number) => energy / 10 ** (pair.decimals + 3);

/** The engine's result for a pair. */
export function askEngine(engine: Engine, pair: Pair): Answer {
  const end = instant(pair, pair.seconds);
  const input: PriceSessionInput = {
    tariff: pair.tariff,
    timeZone: pair.timeZone,
    start: instant(pair, 0),
    end,
    periods: [],
    reservationExpired: pair.reservationExpired,
  };
  try {
    const periods = pair.periods
      ? engine.fromOcpiPeriods(pair.periods, input.start, end)
      : pair.parts.map((part) => directPeriod(pair, part));
    const { exact, exclMinor, inclMinor } = engine.priceSession({ ...input, periods });
    return { ...exact, exclMinor, inclMinor };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function directPeriod(pair: Pair, part: PairPart): ChargingPeriodInput {
  return {
    start: instant(pair, part.from),
    end: instant(pair, part.from + part.seconds),
    kwh: kwhOf(pair, part.energy),
    kind: part.kind,
    power_kw: part.kilowatts,
    current_a: part.amperes,
  };
}

/** The reference pricer's result for a pair. */
export function askReference(pair: Pair): Answer {
  try {
    const charge: Charge = {
      startsAt: pair.startsAt,
      timeZone: pair.timeZone,
      reservationExpired: pair.reservationExpired,
      parts: partsOf(pair),
    };
    // The generator writes no nulls into tariffs; apart from them the two types are equal.
    const { exact, total } = priceCharge(pair.tariff as Parameters<typeof priceCharge>[0], charge);
    return {
      ...exact,
      exclMinor: BigInt(Math.round(total.excl_vat * 100)),
      inclMinor: BigInt(Math.round(total.incl_vat * 100)),
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function partsOf(pair: Pair): Part[] {
  const unitsPerWattHour = 10 ** pair.decimals;
  const parts = pair.periods
    ? readPeriods(pair.periods, pair.startsAt, pair.seconds)
    : directParts(pair);
  if (parts.length > 0) return parts;
  const idle = { unitsPerWattHour, reading: () => 0, kilowatts: () => null, amperes: () => null };
  return [{ kind: "CHARGING", from: 0, seconds: 0, ...idle }];
}

function directParts(pair: Pair): Part[] {
  const unitsPerWattHour = 10 ** pair.decimals;
  return pair.parts.map((part): Part => {
    // Spread evenly: a second takes `energy` units of a meter that counts `seconds` times as finely.
    const finer = Math.max(1, part.seconds);
    const kilowatts = powerOf(pair, part);
    const amperes =
      part.amperes !== null ? decimal(part.amperes) : part.kind === "CHARGING" ? null : nothing;
    return {
      kind: part.kind,
      from: part.from,
      seconds: part.seconds,
      unitsPerWattHour: unitsPerWattHour * finer,
      reading: (second) => part.energy * second,
      kilowatts: () => kilowatts,
      amperes: () => amperes,
    };
  });
}

const nothing: Fraction = { n: 0n, d: 1n };

/** Where a period does not state it: the average while charging, otherwise none. */
function powerOf(pair: Pair, { kind, seconds, energy, kilowatts }: PairPart): Fraction | null {
  if (kilowatts !== null) return decimal(kilowatts);
  if (kind !== "CHARGING") return nothing;
  if (seconds === 0) return null;
  return { n: BigInt(energy) * 3600n, d: BigInt(seconds) * 10n ** BigInt(pair.decimals + 3) };
}

/** The generator's powers and currents have at most two decimals. */
function decimal(value: number): Fraction {
  return { n: BigInt(Math.round(value * 100)), d: 100n };
}

/** Whether two results are equal, exactly and in paise. */
export function isSameAnswer(a: Answer, b: Answer): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.excl.n * b.excl.d === b.excl.n * a.excl.d &&
    a.incl.n * b.incl.d === b.incl.n * a.incl.d &&
    a.exclMinor === b.exclMinor &&
    a.inclMinor === b.inclMinor
  );
}
