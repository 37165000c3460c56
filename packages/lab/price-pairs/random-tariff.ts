import {
  DAYS_OF_WEEK,
  localTime,
  type PriceLimit,
  type PriceComponent,
  type Tariff,
  type TariffElement,
  type TariffRestrictions,
} from "@voltmarg/rules";
import type { Pair, PairPart } from "./pair.ts";
import type { Random } from "@voltmarg/testkit/random";
import { currents, powers } from "./random-session.ts";

type Session = Omit<Pair, "seed" | "tariff">;

const dayMs = 86_400_000;
const dimensions = ["ENERGY", "TIME", "PARKING_TIME", "FLAT"] as const;

/** A tariff with restrictions near the values of the session, so that they decide the price. */
export function randomTariff(random: Random, session: Session): Tariff {
  const reserved = session.parts[0]?.kind === "RESERVATION";
  const elements: TariffElement[] = [];
  for (let left = random.int(1, 4); left > 0; left -= 1) {
    elements.push(randomElement(random, session, left === 1 ? 0.4 : 0.85));
  }
  if (reserved && random.chance(0.9)) {
    for (const reservation of ["RESERVATION", "RESERVATION_EXPIRES"] as const) {
      for (let left = random.int(0, 2); left > 0; left -= 1) {
        const element = randomElement(random, session, 0.4);
        elements.splice(random.int(0, elements.length), 0, {
          ...element,
          restrictions: { ...element.restrictions, reservation },
        });
      }
    }
  }
  const tariff: Tariff = {
    country_code: "IN",
    party_id: "PAR",
    id: "PAIR",
    currency: "INR",
    elements,
    last_updated: "2026-01-01T00:00:00Z",
    ...randomLimits(random),
    ...randomDates(random, session),
  };
  const sold = random.chance(0.2) ? withTaxIncluded(tariff) : tariff;
  return random.chance(0.05) ? random.pick(faults)(sold) : sold;
}

/** As reading makes it of an OCPI 2.3.0 tariff with tax_included YES: the price as sent beside the rounded one without. */
const withTaxIncluded = (tariff: Tariff): Tariff => ({
  ...tariff,
  elements: tariff.elements.map(({ price_components, ...element }) => ({
    ...element,
    price_components: price_components.map((component) => {
      const { price, vat } = component;
      if (vat == null) return component;
      const incl = Math.round(price * (100 + vat)) / 100;
      return { ...component, price: (incl * 100) / (100 + vat), price_incl_vat: incl };
    }),
  })),
});

/** Tariffs that must be refused, and one that only looks like it. */
const faults: ((tariff: Tariff) => Tariff)[] = [
  (tariff) => withComponent(tariff, { step_size: 0 }),
  (tariff) => withComponent(tariff, { step_size: -1 }),
  (tariff) => withComponent(tariff, { price: -2.5 }),
  (tariff) => withComponent(tariff, { vat: -18 }),
  (tariff) => ({ ...tariff, tax_included: "YES" }),
  (tariff) => ({ ...tariff, tax_included: "NO" }),
  (tariff) => ({ ...tariff, tax_included: "INCL" }),
  (tariff) => ({ ...tariff, currency: "" }),
  (tariff) => ({ ...tariff, max_price: { excl_vat: 5 }, min_price: { excl_vat: 6 } }),
  (tariff) => ({ ...tariff, max_price: { excl_vat: -5 } }),
  (tariff) => ({
    ...tariff,
    max_price: { excl_vat: 9, incl_vat: 5 },
    min_price: { excl_vat: 4, incl_vat: 6 },
  }),
  ...(["kwh", "power", "current", "duration"] as const).map((name) => (tariff: Tariff): Tariff => ({
    ...tariff,
    elements: tariff.elements.with(tariff.elements.length - 1, {
      ...tariff.elements.at(-1)!,
      restrictions: {
        ...tariff.elements.at(-1)!.restrictions,
        [`min_${name}`]: 8,
        [`max_${name}`]: 7,
      },
    }),
  })),
];

function withComponent(tariff: Tariff, change: Partial<PriceComponent>): Tariff {
  const [first, ...rest] = tariff.elements;
  const [one, ...others] = first!.price_components;
  const price_components = [{ ...one!, ...change }, ...others];
  return { ...tariff, elements: [{ ...first!, price_components }, ...rest] };
}

function randomElement(random: Random, session: Session, restricted: number): TariffElement {
  const components: PriceComponent[] = [];
  for (let left = random.int(1, 3); left > 0; left -= 1) {
    const type = random.pick(dimensions);
    // The same dimension twice: the first counts.
    const known = components.some((component) => component.type === type);
    if (!known || random.chance(0.05)) components.push(randomComponent(random, type));
  }
  if (!random.chance(restricted)) return { price_components: components };
  const restrictions: TariffRestrictions = {};
  for (let left = random.pick([1, 1, 1, 2, 2, 3]); left > 0; left -= 1) {
    Object.assign(restrictions, random.pick(kinds)(random, session));
  }
  return { price_components: components, restrictions };
}

function randomComponent(random: Random, type: PriceComponent["type"]): PriceComponent {
  const vat = random.pick([undefined, undefined, 0, 5, 12.5, 18, 18, 28]);
  const steps =
    type === "ENERGY"
      ? [1, 1, 1, 25, 100, 500, 1000, 7000, 50_000]
      : [1, 1, 1, 60, 300, 420, 900, 3600, 100_000];
  return {
    type,
    price: random.chance(0.07) ? 0 : random.int(1, 300_000) / 10 ** random.int(2, 4),
    ...(vat !== undefined && { vat }),
    step_size: random.pick(steps),
  };
}

type Kind = (random: Random, session: Session) => TariffRestrictions;

const kinds: Kind[] = [
  randomWindow,
  randomWindow,
  randomWindow,
  (random, session) => {
    const dates = [-1, 0, 1, 2].map((days) => localDate(session, days));
    const some = random.int(0, 2);
    return {
      ...(some !== 0 && { start_date: random.pick(dates) }),
      ...(some !== 1 && { end_date: random.pick(dates) }),
    };
  },
  (random, session) => {
    const { weekday } = localTime(session.timeZone, session.startsAt);
    const near = [
      DAYS_OF_WEEK[weekday - 1]!,
      DAYS_OF_WEEK[weekday % 7]!,
      random.pick(DAYS_OF_WEEK),
    ];
    return { day_of_week: [...new Set(near.filter(() => random.chance(0.5)))] };
  },
  (random, session) => bounds(random, "kwh", energyPlaces(random, session)),
  (random, session) => bounds(random, "kwh", energyPlaces(random, session)),
  (random, session) => bounds(random, "duration", durationPlaces(random, session)),
  (random) => bounds(random, "power", powers),
  (random) => bounds(random, "current", currents),
];

/** One bound or both, chosen from `places`. */
function bounds(
  random: Random,
  name: "kwh" | "duration" | "power" | "current",
  places: readonly number[],
): TariffRestrictions {
  const some = random.int(0, 2);
  const one = random.pick(places);
  const other = random.pick(places);
  return {
    ...(some !== 0 && { [`min_${name}`]: some === 2 ? Math.min(one, other) : one }),
    ...(some !== 1 && { [`max_${name}`]: some === 2 ? Math.max(one, other) : one }),
  };
}

/** kWh at the end of a part, or inside one. */
function energyPlaces(random: Random, { parts, decimals }: Session): number[] {
  const unit = 10 ** (decimals + 3);
  let sum = 0;
  const ends = parts.map(({ energy }) => (sum += energy) / unit);
  return [...ends, random.int(0, sum) / unit, random.int(0, sum) / unit, random.int(0, 20) / 10];
}

/** Seconds at the end of a part, or inside one. */
function durationPlaces(random: Random, { parts, seconds }: Session): number[] {
  const charge = (part: PairPart) => part.kind !== "RESERVATION";
  const begin = parts[0]?.kind === "RESERVATION" ? (parts.find(charge)?.from ?? 0) : 0;
  const ends = parts.map((part) => Math.max(0, part.from + part.seconds - begin));
  return [...ends, random.int(0, seconds), random.int(0, seconds), 60 * random.int(0, 60)];
}

function randomWindow(random: Random, session: Session): TariffRestrictions {
  const near = () =>
    clockText(localMinute(session, random.int(0, session.seconds)) + random.pick([0, 0, 1, -1]));
  const far = () => clockText(random.int(0, 1439));
  const some = random.int(0, 5);
  if (some === 0) return { start_time: near() };
  if (some === 1) return { end_time: near() };
  if (random.chance(0.04)) {
    const time = random.chance(0.5) ? "00:00" : near();
    return { start_time: time, end_time: time };
  }
  if (random.chance(0.12)) return { start_time: near(), end_time: "00:00" };
  const [one, other] = random.chance(0.5) ? [near, far] : [near, near];
  return random.chance(0.5)
    ? { start_time: one(), end_time: other() }
    : { start_time: other(), end_time: one() };
}

function localMinute({ timeZone, startsAt }: Session, second: number): number {
  return Math.floor(localTime(timeZone, startsAt + second * 1000).time / 60_000);
}

function clockText(minutes: number): string {
  const inDay = (minutes + 1440) % 1440;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
}

function localDate({ timeZone, startsAt }: Session, days: number): string {
  const { day } = localTime(timeZone, startsAt);
  return new Date((day + days) * dayMs).toISOString().slice(0, 10);
}

function randomLimits(random: Random): Pick<Tariff, "min_price" | "max_price"> {
  const limit = (most: number): PriceLimit => {
    const excl = random.int(0, most) / 100;
    const incl = random.pick([
      undefined,
      undefined,
      Math.round(excl * 118) / 100,
      random.int(0, most + 1000) / 100,
    ]);
    return incl === undefined ? { excl_vat: excl } : { excl_vat: excl, incl_vat: incl };
  };
  const some = random.int(0, 99);
  if (some < 25) return { min_price: limit(20_000) };
  if (some < 40) return { max_price: limit(3000) };
  if (some >= 45) return {};
  const least = limit(1000);
  const above = (amount: number) => amount + random.int(0, 3000) / 100;
  const most = { excl_vat: above(least.excl_vat), incl_vat: above(least.incl_vat ?? 0) };
  return { min_price: least, max_price: most };
}

function randomDates(random: Random, { startsAt }: Session): Partial<Tariff> {
  const near = () =>
    new Date(startsAt + random.pick([-dayMs, -1000, 0, 0, 1000, dayMs])).toISOString();
  return {
    ...(random.chance(0.05) && { start_date_time: near() }),
    ...(random.chance(0.05) && { end_date_time: near() }),
  };
}
