import * as engine from "@voltmarg/rules";
import {
  type OcpiChargingPeriod,
  offsetAt,
  type Tariff,
  type TariffRestrictions,
} from "@voltmarg/rules";
import { expect, test } from "vitest";
import { askEngine, isSameAnswer, type Pair } from "./pair.ts";
import { randomPair } from "./random-pair.ts";

const pairs = 20_000;
const atLeast = 200;

// If the generator stopped covering a rule, both engines would agree on it without a test.
test(`[E-4] each rule of the standard decides at least ${atLeast} of ${pairs} random pairs`, () => {
  const decided = new Map(rules.map(({ name }) => [name, 0]));
  for (let seed = 0; seed < pairs; seed += 1) {
    const pair = randomPair(seed);
    for (const name of decidedRules(pair)) {
      decided.set(name, decided.get(name)! + 1);
    }
  }
  expect([...decided].filter(([, count]) => count < atLeast)).toEqual([]);
}, 240_000);

/** A rule, and the pair without it; null: the pair does not use it. */
type Rule = { name: string; without(pair: Pair): Pair | null };

/** The rules that affect the price of a pair: without them it differs. */
function decidedRules(pair: Pair): string[] {
  const answer = askEngine(engine, pair);
  return rules
    .filter(({ without }) => {
      const other = without(pair);
      return other !== null && !isSameAnswer(askEngine(engine, other), answer);
    })
    .map(({ name }) => name);
}

type Component = Tariff["elements"][number]["price_components"][number];

function withTariff(pair: Pair, change: Partial<Tariff>): Pair {
  return { ...pair, tariff: { ...pair.tariff, ...change } };
}

function withRestrictions(
  pair: Pair,
  change: (restrictions: TariffRestrictions) => TariffRestrictions | null,
): Pair | null {
  let changed = false;
  const elements = pair.tariff.elements.map((element) => {
    const restrictions = element.restrictions ? change(element.restrictions) : null;
    if (restrictions === null) return element;
    changed = true;
    return { ...element, restrictions };
  });
  return changed ? withTariff(pair, { elements }) : null;
}

function restriction(name: keyof TariffRestrictions): Rule {
  return {
    name,
    without: (pair) =>
      withRestrictions(pair, ({ [name]: removed, ...rest }) =>
        removed === undefined ? null : rest,
      ),
  };
}

function window(name: string, isMeant: (start: string, end: string) => boolean): Rule {
  return {
    name,
    without: (pair) =>
      withRestrictions(pair, ({ start_time, end_time, ...rest }) =>
        start_time && end_time && isMeant(start_time, end_time) ? rest : null,
      ),
  };
}

function component(
  name: string,
  change: (component: Component, reserved: boolean) => Component | null,
): Rule {
  return {
    name,
    without: (pair) => {
      let changed = false;
      const elements = pair.tariff.elements.map((element) => ({
        ...element,
        price_components: element.price_components.map((one) => {
          const other = change(one, element.restrictions?.reservation !== undefined);
          changed ||= other !== null;
          return other ?? one;
        }),
      }));
      return changed ? withTariff(pair, { elements }) : null;
    },
  };
}

const step = (type: string, ofReservation: boolean) =>
  component(`step_size of ${ofReservation ? "a reservation" : type}`, (one, reserved) =>
    one.type === type && reserved === ofReservation && one.step_size > 1
      ? { ...one, step_size: 1 }
      : null,
  );

/** Removes the parts that `test` selects, without closing gaps. */
function parts(name: string, isMeant: (pair: Pair, index: number) => boolean): Rule {
  return {
    name,
    without: (pair) => {
      if (pair.periods) return null;
      const kept = pair.parts.filter((_, index) => !isMeant(pair, index));
      const same = kept.length === pair.parts.length || kept.length === 0;
      return same ? null : { ...pair, parts: kept };
    },
  };
}

/** Changes the periods that `test` selects; `clock` is a period's duration in seconds. */
function periods(
  name: string,
  change: (period: OcpiChargingPeriod, clock: number) => OcpiChargingPeriod | null,
): Rule {
  return {
    name,
    without: (pair) => {
      if (!pair.periods) return null;
      const all = pair.periods;
      const at = (index: number) =>
        all[index] ? Date.parse(all[index].start_date_time) : pair.startsAt + pair.seconds * 1000;
      const others = all.map((one, index) => change(one, (at(index + 1) - at(index)) / 1000));
      if (others.every((one) => one === null)) return null;
      return { ...pair, periods: all.map((one, index) => others[index] ?? one) };
    },
  };
}

type Flow = { kilowatts: number | null; amperes: number | null };

/** Changes the reported power and current of every part or period. */
function flow(name: string, change: (told: Flow) => Flow): Rule {
  const isFlow = ({ type }: { type: string }) => /POWER$|CURRENT$/.test(type);
  const changed = (period: OcpiChargingPeriod): OcpiChargingPeriod => {
    const told = (ends: string) =>
      period.dimensions.find(({ type }) => type.endsWith(ends))?.volume;
    const { kilowatts, amperes } = change({
      kilowatts: told("POWER") ?? null,
      amperes: told("CURRENT") ?? null,
    });
    const dimensions = period.dimensions.filter((one) => !isFlow(one));
    if (kilowatts !== null) dimensions.push({ type: "POWER", volume: kilowatts });
    if (amperes !== null) dimensions.push({ type: "CURRENT", volume: amperes });
    return { ...period, dimensions };
  };
  return {
    name,
    without: (pair) =>
      pair.periods
        ? { ...pair, periods: pair.periods.map(changed) }
        : { ...pair, parts: pair.parts.map((part) => ({ ...part, ...change(part) })) },
  };
}

/** Removes the energy thresholds whose position `test` selects. */
function thresholds(name: string, isMeant: (pair: Pair, threshold: number) => boolean): Rule {
  return {
    name,
    without: (pair) =>
      withRestrictions(pair, ({ min_kwh, max_kwh, ...rest }) => {
        const place = (kwh: number | null | undefined) =>
          kwh != null && isMeant(pair, Math.round(kwh * 10 ** (pair.decimals + 3)));
        if (!place(min_kwh) && !place(max_kwh)) return null;
        return {
          ...rest,
          ...(!place(min_kwh) && { min_kwh }),
          ...(!place(max_kwh) && { max_kwh }),
        };
      }),
  };
}

/** Whether a part reaches a threshold in the middle of one of its seconds. */
function isWithinSecond({ parts: all }: Pair, threshold: number): boolean {
  let before = 0;
  return all.some(({ energy, seconds }) => {
    const inside = threshold - before;
    before += energy;
    return inside > 0 && inside < energy && (inside * seconds) % energy !== 0;
  });
}

function isEndOfPart({ parts: all }: Pair, threshold: number): boolean {
  let sum = 0;
  return all.some(({ energy }) => energy > 0 && (sum += energy) === threshold);
}

const isResumed = ({ parts: all }: Pair, index: number) =>
  all[index]!.kind === "CHARGING" && all[index - 1]?.kind === "PARKING";

const rules: Rule[] = [
  window("a window within a day", (start, end) => start < end),
  window("a window over midnight", (start, end) => end < start && end !== "00:00"),
  window("a window until 00:00", (start, end) => start !== end && end === "00:00"),
  window("an empty window", (start, end) => start === end),
  ...(
    [
      "start_time",
      "end_time",
      "start_date",
      "end_date",
      "min_kwh",
      "max_kwh",
      "min_duration",
      "max_duration",
      "min_power",
      "max_power",
      "min_current",
      "max_current",
      "day_of_week",
      "reservation",
    ] as const
  ).map(restriction),
  thresholds("an energy threshold within a second", isWithinSecond),
  thresholds("an energy threshold at the end of a part", isEndOfPart),
  {
    name: "a change of clocks",
    without: (pair) => {
      const offset = offsetAt(pair.timeZone, pair.startsAt);
      const change = offset !== offsetAt(pair.timeZone, pair.startsAt + pair.seconds * 1000);
      const hours = offset / 3_600_000;
      if (!change || !Number.isInteger(hours)) return null;
      // The zone's name counts hours to the west.
      return { ...pair, timeZone: `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}` };
    },
  },
  {
    name: "the tariff's own dates",
    without: (pair) => {
      const { start_date_time, end_date_time, ...tariff } = pair.tariff;
      return start_date_time || end_date_time ? { ...pair, tariff } : null;
    },
  },
  {
    name: "the order of elements",
    without: (pair) => withTariff(pair, { elements: pair.tariff.elements.toReversed() }),
  },
  component("VAT", (one) => (one.vat === undefined ? null : { ...one, vat: 0 })),
  component("a FLAT fee", (one) => (one.type === "FLAT" ? { ...one, price: 0 } : null)),
  step("ENERGY", false),
  step("TIME", false),
  step("PARKING_TIME", false),
  step("TIME", true),
  ...(["min_price", "max_price"] as const).flatMap((name): Rule[] => [
    {
      name,
      without: (pair) => (pair.tariff[name] ? withTariff(pair, { [name]: undefined }) : null),
    },
    {
      name: `${name} without VAT`,
      without: (pair) => {
        const limit = pair.tariff[name];
        if (!limit || limit.incl_vat !== undefined) return null;
        return withTariff(pair, { [name]: { ...limit, incl_vat: limit.excl_vat } });
      },
    },
  ]),
  {
    name: "an expired reservation",
    without: (pair) => (pair.reservationExpired ? { ...pair, reservationExpired: false } : null),
  },
  parts("a reservation", (pair, index) => pair.parts[index]!.kind === "RESERVATION"),
  parts("parking", (pair, index) => pair.parts[index]!.kind === "PARKING"),
  parts("charging that resumes", isResumed),
  ...(["RESERVATION_TIME", "TIME", "PARKING_TIME"] as const).map((name) =>
    periods(`${name} that is not what the clock says`, (period, clock) => {
      const others = period.dimensions.filter(
        ({ type }) => !type.endsWith("_TIME") && type !== "TIME",
      );
      const told = period.dimensions.filter(({ type }) => type === name);
      return told.length === 0 || Math.abs(told[0]!.volume * 3600 - clock) < 1
        ? null
        : { ...period, dimensions: [...others, { type: name, volume: clock / 3600 }] };
    }),
  ),
  periods("time that no period names", (period, clock) =>
    period.dimensions.some(({ type }) => type === "TIME")
      ? null
      : { ...period, dimensions: [...period.dimensions, { type: "TIME", volume: clock / 3600 }] },
  ),
  periods("several volumes of one dimension", (period) => {
    const seen = new Set<string>();
    const dimensions = period.dimensions.filter(({ type }) => !seen.has(type) && seen.add(type));
    return dimensions.length === period.dimensions.length ? null : { ...period, dimensions };
  }),
  periods("a period without a tariff among others", (period) =>
    period.tariff_id === undefined ? { ...period, tariff_id: "PAIR" } : null,
  ),
  parts("a part of no seconds", (pair, index) => pair.parts[index]!.seconds === 0),
  parts(
    "a part of no energy",
    (pair, index) => pair.parts[index]!.kind === "CHARGING" && pair.parts[index]!.energy === 0,
  ),
  flow("power that nobody told", (told) => ({ ...told, kilowatts: told.kilowatts ?? 1 })),
  flow("current that nobody told", (told) => ({ ...told, amperes: told.amperes ?? 1 })),
  flow("power and current of a period", () => ({ kilowatts: null, amperes: null })),
];
