import { parseArgs } from "node:util";
import { trips, vehicles, type TripAssumption } from "@voltmarg/contract";
import { callsOf } from "@voltmarg/testkit/call-route";
import { NEXON } from "@voltmarg/testkit/fixtures/vehicle";
import { startHarness } from "@voltmarg/testkit/harness";
import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { resultLine, say } from "../report.ts";
import { type Box, type Island, osmFile } from "./osm-file.ts";
import { startValhalla } from "./valhalla.ts";

const help = `Asks the service for the same ways and trips over the router simulator and over a real Valhalla, and compares.

  npm run lab -- router

Valhalla comes from npm (280 MB, into a temporary folder, once) and gets its roads from a file that is written here: the
simulator's roads between Delhi, Agra and Jaipur. It needs osmium (Debian: osmium-tool) and python3. A length may differ
by 2 % or 1 km, a time by 15 % or 3 minutes: the simulator begins at the nearest crossing, Valhalla on the street.`;

const DELHI = { latitude: 28.6139, longitude: 77.209 };
const AGRA = { latitude: 27.1767, longitude: 78.0081 };
const JAIPUR = { latitude: 26.9124, longitude: 75.7873 };
const SEA = { latitude: 18, longitude: 70 };
const BOX: Box = { south: 26.2, west: 75.2, north: 29.2, east: 78.6 };
/** No road leads to it. The simulator knows none there either, so both refuse, each in its own way. */
const ISLAND: Island = [
  { lat: 26.3, lon: 76.6 },
  { lat: 26.31, lon: 76.61 },
];
const MOST = { km: { share: 0.02, least: 1 }, minutes: { share: 0.15, least: 3 } };

type Figures = { km: number; minutes: number; stops: number; confirmed: boolean };
/** What came of a request: figures, or the code of a refusal. */
type Found = Figures | string;
type Ask = (body: object, route?: "way" | "plan") => Promise<Found>;

const place = ({ lat, lon }: Island[0]) => ({ latitude: lat, longitude: lon });
const cases: readonly [name: string, ask: (ask: Ask) => Promise<Found>, codes?: string[]][] = [
  ["a way", (ask) => ask({ start: DELHI, end: JAIPUR })],
  ["a way through a place", (ask) => ask({ start: DELHI, end: JAIPUR, through: [AGRA] })],
  [
    "a way within a city",
    (ask) => ask({ start: DELHI, end: { latitude: 28.66, longitude: 77.23 } }),
  ],
  ["the sea", (ask) => ask({ start: DELHI, end: SEA }), ["TRIP_NO_ROAD"]],
  [
    "an island",
    (ask) => ask({ start: DELHI, end: place(ISLAND[0]) }),
    ["TRIP_NO_ROAD", "TRIP_NO_ROUTE"],
  ],
  ["a trip", (ask) => ask({ start: DELHI, end: JAIPUR, charge_percent: 60 }, "plan")],
  [
    "a trip with a full battery",
    (ask) => ask({ start: AGRA, end: DELHI, charge_percent: 100 }, "plan"),
  ],
  [
    "a trip with a low battery",
    (ask) => ask({ start: AGRA, end: JAIPUR, charge_percent: 25 }, "plan"),
  ],
];

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
  if (values.help) {
    console.log(help);
    return true;
  }
  const valhalla = await startValhalla(osmFile(BOX, ISLAND), say);
  try {
    const simulated = await askAll();
    const real = await askAll(valhalla.url);
    let differ = 0;
    cases.forEach(([name, , codes], nth) => {
      const [a, b] = [simulated[nth]!, real[nth]!];
      const isSame = agree(a, b, codes);
      if (!isSame) differ += 1;
      say(`${isSame ? "same  " : "differ"} ${name}: ${words(a)}; Valhalla: ${words(b)}`);
    });
    console.log(resultLine("router", { tried: cases.length, differ }));
    return differ === 0;
  } finally {
    await valhalla.close();
    await stopDatabases();
  }
}

/** Every case, answered by a service of its own with this router; without one, with the simulator. */
async function askAll(router?: string): Promise<Found[]> {
  const world = await startHarness({ roads: true, ...(router && { env: { ROUTER_URL: router } }) });
  try {
    const driver = await world.signUp();
    await world.call(vehicles.addVehicle, {
      params: { userId: driver.id },
      body: { ...NEXON, range: 320, is_primary: true },
      token: driver.token,
    });
    const call = callsOf(world.url);
    const ask: Ask = async (body, name = "way") => {
      const route = name === "way" ? trips.planWay : trips.planTrip;
      return found((await call(route, { body, token: driver.token })).body as Answer);
    };
    const all: Found[] = [];
    for (const [, run] of cases) all.push(await run(ask));
    return all;
  } finally {
    await world.stop();
  }
}

type Plan = { km: number; minutes: number; stops: object[]; assumptions: TripAssumption[] };
type Answer = {
  code?: string;
  data?: { km?: number; minutes?: number; straight?: boolean; plan?: Plan | null };
};

function found({ code, data }: Answer): Found {
  if (!data) return code ?? "NO_ANSWER";
  if (data.straight) return "STRAIGHT";
  if (data.plan === null) return "GAP";
  if (data.plan) {
    const { km, minutes, stops, assumptions } = data.plan;
    const confirmed = assumptions.every(({ of }) => of !== "NOT_CONFIRMED");
    return { km, minutes, stops: stops.length, confirmed };
  }
  return { km: data.km!, minutes: data.minutes!, stops: 0, confirmed: true };
}

function agree(a: Found, b: Found, codes: readonly string[] = []): boolean {
  if (typeof a === "string" || typeof b === "string")
    return (
      typeof a === "string" && typeof b === "string" && [a, b].every((code) => codes.includes(code))
    );
  const near = (of: "km" | "minutes") =>
    Math.abs(a[of] - b[of]) <= Math.max(MOST[of].least, MOST[of].share * a[of]);
  return (
    codes.length === 0 &&
    near("km") &&
    near("minutes") &&
    a.stops === b.stops &&
    a.confirmed &&
    b.confirmed
  );
}

const words = (of: Found) =>
  typeof of === "string"
    ? of
    : `${of.km} km, ${of.minutes} min, ${of.stops} stops${of.confirmed ? "" : ", not confirmed"}`;

process.exitCode = (await main()) ? 0 : 1;
