import { type PlugPrice, plugParts, priceOfPlug } from "../../stations/index.ts";
import type { CustomerType, Tariff, Vehicle } from "@voltmarg/contract";
import {
  chargePowerKw,
  comparedPrice,
  fits,
  openState,
  powerKw,
  type PlugFacts,
} from "@voltmarg/rules";
import { tariffKey, type Seller } from "../../tariffs/index.ts";
import { kindOfPlug, STATUSES, statusOfPlug } from "./facets.ts";
import type { HourKind, PlugKind } from "./render.ts";

/** What plugs of each kind look like to drivers of one type of customer with one model of car, in one minute. */
export type View = {
  /** The JSON members of such a plug that are not the same for every driver. */
  text(kind: number, status: number): Uint8Array;
  /** What a wish looks at in a plug, packed as facets.ts does. */
  plug(packed: number): PlugFacts;
};

export type ViewOf = {
  customerType: CustomerType;
  vehicle: Vehicle | null;
  /** The tariff only as far as it holds now. */
  onlyNow: boolean;
};

/** What the plugs that fit, their price and power follow from. */
const MODEL = [
  "vehicle_type",
  "inlets",
  "adapters",
  "battery_capacity",
  "range",
  "max_dc_intake",
  "onboard_charger_capacity",
  "seen_dc_kw",
  "seen_ac_kw",
] as const;
const MINUTE_MS = 60_000;
/** Bytes all views together may take; beyond, the oldest go. */
const MOST_BYTES = 96 * 1024 * 1024;
const STATUS_ROOM = 16;
/** Minutes whose opening is remembered: for maps drawn a while ago. */
const MINUTES_KEPT = 15;

/** Opening of each kind of hours in the minute asked for. */
export type Hours = {
  isOpened(kind: number): boolean | null;
  /** The JSON members isOpened, openTime, closeTime. */
  text(kind: number): string;
};

export function createViews(deps: {
  kinds: readonly PlugKind[];
  hourKinds: readonly HourKind[];
  tariffs(): ReadonlyMap<string, Tariff>;
}) {
  const { kinds } = deps;
  type Kept = View & { seller: Seller; bytes: number };
  const kept = new Map<string, Kept>();
  const hoursByMinute = new Map<number, Hours>();

  const make = ({ vehicle, onlyNow }: ViewOf, sell: Seller, now: Date): Kept => {
    const texts: (Uint8Array | undefined)[] = [];
    const sold = new Map<Tariff, Tariff>();
    const plugs: (PlugFacts | undefined)[] = [];
    const priceOfKind = (kind: PlugKind): PlugPrice =>
      priceOfPlug(kind.tariffIds, (id) => {
        const theirs = deps.tariffs().get(tariffKey(kind, id));
        if (!theirs) return null;
        const known = sold.get(theirs) ?? sell(theirs, kind.operatorId);
        sold.set(theirs, known);
        return known;
      });
    const partsOf = (kind: PlugKind) =>
      plugParts(kind.physical, priceOfKind(kind), { vehicle, now, timeZone: kind.zone, onlyNow });
    const factsOf = (packed: number): PlugFacts => {
      const kind = kinds[kindOfPlug(packed)]!;
      const status = STATUSES[statusOfPlug(packed)]!;
      const { physical: connector, zone } = kind;
      const { tariff, foreign_currency } = priceOfKind(kind);
      const price =
        tariff && readable(() => comparedPrice(tariff, { connector, vehicle }, zone, now));
      return {
        standard: connector.standard,
        power_type: connector.power_type,
        status,
        kw: powerKw(connector, null),
        vehicleKw: chargePowerKw(connector, vehicle),
        perKwhMinor: price?.perKwhMinor ?? null,
        fits: fits(connector, vehicle),
        payable: foreign_currency === undefined,
      };
    };
    const view: Kept = {
      seller: sell,
      bytes: 0,
      text: (kind, status) => {
        const place = kind * STATUS_ROOM + status;
        const known = texts[place];
        if (known) return known;
        const parts = { status: STATUSES[status], ...partsOf(kinds[kind]!) };
        const text = Buffer.from(JSON.stringify(parts).slice(1, -1));
        while (texts.length <= place) texts.push(undefined);
        texts[place] = text;
        view.bytes += text.length;
        return text;
      },
      plug: (packed) => (plugs[packed] ??= factsOf(packed)),
    };
    return view;
  };

  const trim = () => {
    let total = 0;
    for (const view of kept.values()) total += view.bytes;
    for (const [key, view] of kept) {
      if (total <= MOST_BYTES) break;
      total -= view.bytes;
      kept.delete(key);
    }
  };

  const minuteOf = (now: Date) => Math.floor(now.getTime() / MINUTE_MS);
  let current = Number.NaN;

  return {
    /** Prices changed: whatever was rendered is void. */
    forget: (): void => kept.clear(),
    of: (wanted: ViewOf, sell: Seller, now: Date): View => {
      if (current !== minuteOf(now)) {
        kept.clear();
        current = minuteOf(now);
      }
      trim();
      const { customerType, onlyNow, vehicle } = wanted;
      const key = JSON.stringify([customerType, onlyNow, MODEL.map((member) => vehicle?.[member])]);
      const found = kept.get(key);
      // The signal that prices changed is still on its way when whoever changed them looks.
      if (found?.seller === sell) return found;
      const made = make(wanted, sell, now);
      kept.set(key, made);
      return made;
    },
    hours: (now: Date): Hours => {
      const minute = minuteOf(now);
      const found = hoursByMinute.get(minute);
      if (found) return found;
      const made = makeHours(deps.hourKinds, now);
      hoursByMinute.set(minute, made);
      if (hoursByMinute.size > MINUTES_KEPT)
        hoursByMinute.delete(hoursByMinute.keys().next().value!);
      return made;
    },
  };
}

/** A tariff or zone that cannot be read has no price. */
function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

export type Views = ReturnType<typeof createViews>;

function makeHours(kinds: readonly HourKind[], now: Date): Hours {
  const known: { isOpened: boolean | null; text: string }[] = [];
  const of = (kind: number) => {
    const { zone, times } = kinds[kind]!;
    const { isOpened, openTime, closeTime } = openState(times, zone, now);
    const text = JSON.stringify({ isOpened, openTime, closeTime }).slice(1, -1);
    return { isOpened, text };
  };
  return {
    isOpened: (kind) => (known[kind] ??= of(kind)).isOpened,
    text: (kind) => (known[kind] ??= of(kind)).text,
  };
}
