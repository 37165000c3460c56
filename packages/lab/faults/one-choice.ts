import { stations, vehicles, type Location, type Pin, type Vehicle } from "@voltmarg/contract";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { openPartner, type Partner } from "@voltmarg/testkit/partner";
import { randomOf, type Random } from "@voltmarg/testkit/random";
import { isFound, isMeant, pinOf, plugsOf, type Shown } from "./one-choice/by-words.ts";
import {
  HERE,
  someAsked,
  someStations,
  someTariffs,
  someVehicle,
  type Asked,
} from "./one-choice/random-world.ts";
import { readOptions } from "../options.ts";
import { resultLine, say as print, type Say } from "../report.ts";

export { stopDatabases as end } from "@voltmarg/testkit/test-bed";

export type OneChoice = {
  /** Searches. */
  tried: number;
  /** Of stations found or missing, rows that do not pass by what they show, pins that say something else. */
  rowsDiffer: number;
  orderWrong: number;
  countsWrong: number;
};
type Options = { worlds: number; seed: number; isBroken: boolean };

const BOX = { west: 73, south: 18, east: 74, north: 19 };
const SEARCHES = 6;
const TOLD = 5;

/**
 * `npm run faults -- one-choice [--worlds 500] [--seed 1]`: in each world other stations, prices, hours and another vehicle;
 * searches with random filters in every order. Rows must be those that pass by the words of the filters, each must pass by
 * what it shows, and be in the order of what it shows; the map and the counts must say the same. With `--broken` what rows
 * show is chosen without the filters, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const { broken: isBroken, ...options } = readOptions({ worlds: 500, seed: 1, broken: false });
  const { tried, rowsDiffer, orderWrong, countsWrong } = await tryOneChoice(
    { ...options, isBroken },
    print,
  );
  console.log(
    resultLine("one-choice", {
      tried,
      rows_differ: rowsDiffer,
      order_wrong: orderWrong,
      counts_wrong: countsWrong,
    }),
  );
  return rowsDiffer + orderWrong + countsWrong === 0;
}

export async function tryOneChoice(
  { worlds, seed, isBroken }: Options,
  say: Say,
): Promise<OneChoice> {
  const env = { DRIVER_BUDGET_FACTOR: "100000" };
  const world = await startHarness({ locations: 0, operators: false, env });
  const operator = await openPartner(world, "TST");
  const found: OneChoice = { tried: 0, rowsDiffer: 0, orderWrong: 0, countsWrong: 0 };
  let told = 0;
  try {
    const driver = await world.signUp();
    const vehicleId = await addVehicle(world, driver);
    for (let nth = 0; nth < worlds; nth += 1) {
      const random = randomOf(seed * 1_000_000 + nth);
      const vehicle = await build(world, { operator, driver, vehicleId, random, nth });
      const all = await everything(world, driver);
      for (let search = 0; search < SEARCHES; search += 1) {
        const asked = someAsked(random);
        const faults = await tryOne(world, driver, { all, vehicle, asked, isBroken });
        found.tried += 1;
        for (const kind of ["rowsDiffer", "orderWrong", "countsWrong"] as const) {
          if (faults[kind].length === 0) continue;
          found[kind] += 1;
          if (!isBroken && told++ < TOLD)
            say(`world ${nth}, ${JSON.stringify(asked)}: ${faults[kind][0]}`);
        }
      }
    }
    return found;
  } finally {
    await world.stop();
    await operator.close();
  }
}

const VEHICLE = {
  make: "Any",
  model: "Car",
  vehicle_type: "FOUR_WHEELER" as const,
  battery_capacity: null,
  range: null,
  max_dc_intake: null,
  onboard_charger_capacity: null,
};

async function addVehicle(world: Harness, driver: Driver): Promise<string> {
  const { body } = await world.call(vehicles.addVehicle, {
    params: { userId: driver.id },
    body: VEHICLE,
    token: driver.token,
  });
  return body.data.id;
}

/** Replaces all stations and prices, and changes the driver's vehicle. */
async function build(
  world: Harness,
  by: { operator: Partner; driver: Driver; vehicleId: string; random: Random; nth: number },
): Promise<Vehicle> {
  const { operator, driver, vehicleId, random, nth } = by;
  const at = new Date(world.clock.now().getTime() + nth * 1000).toISOString();
  const put = async (path: string, body: object) => {
    const { code, message } = await operator.call("PUT", path, body);
    if (code !== 1000) throw new Error(`${path} was refused: ${message}`);
  };
  for (const tariff of someTariffs(random, at)) await put(`/tariffs/IN/TST/${tariff.id}`, tariff);
  for (const station of someStations(random, at))
    await put(`/locations/IN/TST/${station.id}`, station);
  await world.drain();
  const { body } = await world.call(vehicles.updateVehicle, {
    params: { userId: driver.id, id: vehicleId },
    body: { ...VEHICLE, ...someVehicle(random) },
    token: driver.token,
  });
  return body.data;
}

/** All stations as their pages show them, which are read from the database. */
async function everything(world: Harness, { token }: Driver): Promise<Location[]> {
  const { content } = await search(world, token, { sort: "distance" });
  return Promise.all(
    content.map(async ({ id }) => {
      const { body } = await world.call(stations.getLocation, { params: { id }, token });
      return body.data;
    }),
  );
}

const search = async (world: Harness, token: string, asked: Asked) =>
  (
    await world.call(stations.searchLocations, {
      query: { ...HERE, distance: 50, page_size: 100, ...asked },
      token,
    })
  ).body;

/** A row with its plugs, and the one that it speaks of. */
type Row = { row: Location; plugs: Shown[]; plug: Shown | null };
type Faults = Record<"rowsDiffer" | "orderWrong" | "countsWrong", string[]>;

async function tryOne(
  world: Harness,
  { token }: Driver,
  by: { all: readonly Location[]; vehicle: Vehicle; asked: Asked; isBroken: boolean },
): Promise<Faults> {
  const { all, vehicle, asked, isBroken } = by;
  const now = world.clock.now();
  const { sort: _, ...filter } = asked;
  const list = await search(world, token, asked);
  const map = await world.call(stations.listPins, { query: { ...BOX, ...filter }, token });
  const { pins } = map.body.data;
  const right = all.filter((one) => isFound(one, plugsOf(one, vehicle, now), asked));
  const rowsDiffer = [...missing(list.content, right), ...missing(right, list.content)];
  const shown = list.content.map((row): Row => {
    const plugs = plugsOf(row, vehicle, now);
    const place = isBroken ? 0 : (row.chosen_plug ?? -1);
    return { row, plugs, plug: plugs[place] ?? null };
  });
  for (const { row, plugs, plug } of shown) {
    if (!passes(plug, plugs, asked)) rowsDiffer.push(`${row.name} shows a plug that does not pass`);
    rowsDiffer.push(...pinDiffers(row, plugs, pins, asked));
  }
  const countsWrong: string[] = [];
  const free = shown.filter(
    ({ row, plugs }) => pinOf(row, plugs, asked).state === "available",
  ).length;
  const freePins = pins.filter(({ state }) => state === "available").length;
  if (list.total_elements !== right.length) countsWrong.push(`${list.total_elements} are counted`);
  if (pins.length !== right.length) countsWrong.push(`${pins.length} are on the map`);
  if (free !== freePins) countsWrong.push(`${free} rows and ${freePins} pins are free`);
  return { rowsDiffer, countsWrong, orderWrong: orderFaults(shown, asked) };
}

const missing = (some: readonly Location[], of: readonly Location[]) => {
  const ids = new Set(of.map(({ id }) => id));
  return some.filter(({ id }) => !ids.has(id)).map(({ name }) => `${name} is on one side only`);
};

/** Whether the plug shown passes, and is free where one that passes is. */
function passes(plug: Shown | null, plugs: readonly Shown[], asked: Asked): boolean {
  const meant = plugs.filter(
    (one) => isMeant(one, asked) && !["PLANNED", "REMOVED"].includes(one.evse.status),
  );
  if (!plug) return meant.length === 0;
  const statuses = asked.status?.split(",");
  return (
    isMeant(plug, asked) &&
    (statuses === undefined || statuses.includes(plug.evse.status)) &&
    !["PLANNED", "REMOVED"].includes(plug.evse.status)
  );
}

function pinDiffers(
  row: Location,
  plugs: readonly Shown[],
  pins: readonly Pin[],
  asked: Asked,
): string[] {
  const pin = pins.find(({ id }) => id === row.id);
  const { state, free, total } = pinOf(row, plugs, asked);
  return pin && pin.state === state && pin.free === free && pin.total === total
    ? []
    : [`${row.name} is ${state} ${free} of ${total}, its pin ${JSON.stringify(pin)}`];
}

/** What an order is sorted by, lowest first, as the row shows it. */
function valueOf({ row, plugs, plug }: Row, asked: Asked): number {
  switch (asked.sort) {
    case "price":
      return plug?.perKwhMinor ?? Infinity;
    case "power":
      return plug?.vehicleKw == null ? Infinity : -Math.round(plug.vehicleKw * 10);
    case "free":
      return row.isOpened === false ? 0 : -pinOf(row, plugs, asked).free;
    default:
      return row.distance ?? Infinity;
  }
}

function orderFaults(shown: readonly Row[], asked: Asked): string[] {
  // What is best weighs what no row shows as a number.
  if (asked.sort === "best") return [];
  const values = shown.map((one) => valueOf(one, asked));
  return values.flatMap((value, at) =>
    at > 0 && value < values[at - 1]! ? [`${shown[at]!.row.name} comes after one with more`] : [],
  );
}
