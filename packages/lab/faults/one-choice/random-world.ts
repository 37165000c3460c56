import { CONNECTOR_STANDARDS, type ConnectorStandard } from "@voltmarg/rules";
import type { Random } from "@voltmarg/testkit/random";
import { connectorOf, evseOf, locationOf, tariffOf } from "@voltmarg/testkit/partner";

export const HERE = { latitude: 18.52, longitude: 73.85 };
/** Many stations, so that an order can be wrong. */
const STATIONS = 12;

const STANDARDS = ["IEC_62196_T2_COMBO", "IEC_62196_T2", "CHADEMO", "DOMESTIC_M"] as const;
const STATUSES = [
  "AVAILABLE",
  "AVAILABLE",
  "AVAILABLE",
  "CHARGING",
  "BLOCKED",
  "RESERVED",
  "OUTOFORDER",
  "UNKNOWN",
  "PLANNED",
  "REMOVED",
];
const POWERS = {
  DC: [15_000, 30_000, 60_000, 120_000, 240_000],
  AC_1_PHASE: [3_300, 7_400],
  AC_3_PHASE: [11_000, 22_000],
};

const component = (type: string, price: number) => ({ type, price, vat: 18, step_size: 1 });
type Component = ReturnType<typeof component>;

/** Prices of energy, of time, with fees, in steps, free of charge, and in another currency. */
function someElements({ pick, chance }: Random) {
  const energy = component("ENERGY", pick([9, 11.5, 13.5, 14, 15.25, 18, 20]));
  const all: Component[] = [energy];
  if (chance(0.2)) all.push(component("FLAT", pick([5, 20, 60])));
  if (chance(0.2)) all.push(component("TIME", pick([30, 60])));
  const plain = { price_components: all };
  const lure = {
    price_components: [component("ENERGY", 1)],
    restrictions: { max_kwh: pick([1, 5]) },
  };
  return pick([
    [plain],
    [plain],
    [plain],
    [lure, plain],
    [{ price_components: [component("ENERGY", 0)] }],
    [{ price_components: [component("TIME", 60)] }],
    [{ price_components: [component("PARKING_TIME", 60)] }],
  ]);
}

export const someTariffs = (random: Random, lastUpdated: string) =>
  Array.from({ length: 5 }, (_, nth) =>
    tariffOf(`T${nth}`, {
      elements: someElements(random),
      currency: random.chance(0.1) ? "EUR" : "INR",
      ...(random.chance(0.1) ? { min_price: { excl_vat: 100, incl_vat: 118 } } : {}),
      last_updated: lastUpdated,
    }),
  );

function somePlug(random: Random, id: string) {
  const standard = random.pick(STANDARDS);
  const power_type =
    standard === "IEC_62196_T2" || standard === "DOMESTIC_M"
      ? random.pick(["AC_1_PHASE", "AC_3_PHASE"] as const)
      : "DC";
  return connectorOf({
    id,
    standard,
    power_type,
    max_electric_power: random.pick(POWERS[power_type]),
    tariff_ids: random.chance(0.1) ? [] : [`T${random.int(0, 5)}`],
  });
}

const daily = (period_begin: string, period_end: string) => ({
  twentyfourseven: false,
  regular_hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, period_begin, period_end })),
});

/** Stations within some ten kilometres, the same ids in each world. It is noon. */
export const someStations = (random: Random, lastUpdated: string) =>
  Array.from({ length: STATIONS }, (_, nth) => {
    const id = `S${nth}`;
    const evses = Array.from({ length: random.int(0, 5) }, (__, at) => {
      const connectors = Array.from({ length: random.int(1, 2) }, (___, c) =>
        somePlug(random, String(c + 1)),
      );
      const status = random.pick(STATUSES);
      return evseOf(`${id}-${at}`, { status, connectors, last_updated: lastUpdated });
    });
    const north = HERE.latitude + (random.fraction() - 0.5) * 0.15;
    return locationOf(id, {
      coordinates: { latitude: north.toFixed(6), longitude: "73.850000" },
      opening_times: random.pick([
        { twentyfourseven: true },
        daily("06:00", "22:00"),
        daily("14:00", "22:00"),
        undefined,
      ]),
      evses,
      last_updated: lastUpdated,
    });
  });

/** What of a vehicle decides which plugs fit, their power and price. */
export function someVehicle(random: Random) {
  const inlets = random.pick<ConnectorStandard[]>([
    ["IEC_62196_T2_COMBO"],
    ["IEC_62196_T2"],
    ["CHADEMO", "IEC_62196_T2"],
    ["DOMESTIC_M"],
    [...CONNECTOR_STANDARDS],
  ]);
  return {
    inlets,
    adapters: random.chance(0.2) ? (["DOMESTIC_M"] as ConnectorStandard[]) : [],
    battery_capacity: random.pick([null, 3, 20, 40, 75]),
    range: 300,
    max_dc_intake: random.pick([null, 25, 50, 150]),
    onboard_charger_capacity: random.pick([null, 3.3, 7.4, 11]),
  };
}

/** What a driver may ask, in the names of the wire. */
export type Asked = {
  status?: string;
  standard?: string;
  power_type?: string;
  power_range?: string;
  price_max?: number;
  open_now?: string;
  sort?: (typeof SORTS)[number];
};
export const SORTS = ["distance", "price", "power", "free", "best"] as const;

export function someAsked(random: Random): Asked {
  const { chance, pick } = random;
  return {
    ...(chance(0.5) ? { status: pick(["AVAILABLE", "AVAILABLE", "AVAILABLE,UNKNOWN"]) } : {}),
    ...(chance(0.4)
      ? { standard: pick(["IEC_62196_T2_COMBO", "IEC_62196_T2", "CHADEMO,DOMESTIC_M"]) }
      : {}),
    ...(chance(0.2) ? { power_type: pick(["AC", "DC"]) } : {}),
    ...(chance(0.3) ? { power_range: pick(["100-", "15-99.9", "-14.9", "50-"]) } : {}),
    ...(chance(0.4) ? { price_max: pick([0, 1200, 1600, 1800, 2200]) } : {}),
    ...(chance(0.2) ? { open_now: "true" } : {}),
    sort: pick(SORTS),
  };
}
