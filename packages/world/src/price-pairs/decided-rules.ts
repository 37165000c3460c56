import { offsetAt, type Tariff, type TariffRestrictions } from "@voltmarg/rules";
import { type Answer, askEngine, type Engine, isSameAnswer, type Pair } from "./pair.ts";

/** A rule, and the pair without it; null: it has no such rule. */
type Rule = { name: string; without(pair: Pair): Pair | null };

/** The rules that decided the price of a pair: it is another one without them. */
export function decidedRules(engine: Engine, pair: Pair, answer: Answer): string[] {
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
    one.type === type && reserved === ofReservation && one.step_size > 0
      ? { ...one, step_size: 0 }
      : null,
  );

/** Leaves out the parts a test names, and closes no gap. */
function parts(name: string, isMeant: (pair: Pair, index: number) => boolean): Rule {
  return {
    name,
    without: (pair) => {
      const kept = pair.parts.filter((_, index) => !isMeant(pair, index));
      const same = kept.length === pair.parts.length || kept.length === 0;
      return same ? null : { ...pair, parts: kept, ocpi: false, mixed: false };
    },
  };
}

/** Leaves out the energy thresholds that a test of their place names. */
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

/** Whether a part reaches a threshold while one of its seconds runs. */
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
  component("a step_size of 0", (one) => (one.step_size === 0 ? { ...one, step_size: 1 } : null)),
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
  {
    name: "charging and parking told as one period",
    without: (pair) => {
      if (!pair.mixed) return null;
      const [charging, parking, ...rest] = pair.parts;
      const whole = { ...charging!, seconds: charging!.seconds + parking!.seconds };
      return { ...pair, mixed: false, parts: [whole, ...rest] };
    },
  },
  parts("a part of no seconds", (pair, index) => pair.parts[index]!.seconds === 0),
  parts(
    "a part of no energy",
    (pair, index) => pair.parts[index]!.kind === "CHARGING" && pair.parts[index]!.energy === 0,
  ),
  {
    name: "power that nobody told",
    without: (pair) => ({
      ...pair,
      mixed: false,
      parts: pair.parts.map((part) => ({ ...part, kilowatts: part.kilowatts ?? 1 })),
    }),
  },
  {
    name: "current that nobody told",
    without: (pair) => ({
      ...pair,
      mixed: false,
      parts: pair.parts.map((part) => ({ ...part, amperes: part.amperes ?? 1 })),
    }),
  },
  {
    name: "power and current of a period",
    without: (pair) => ({
      ...pair,
      mixed: false,
      parts: pair.parts.map((part) => ({ ...part, kilowatts: null, amperes: null })),
    }),
  },
];

export const ruleNames = rules.map(({ name }) => name);
