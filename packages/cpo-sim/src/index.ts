import { createHash, randomUUID } from "node:crypto";
import type { VersionNumber } from "@voltmarg/ocpi";
import { createSchedule, type Actions, type Schedule } from "./schedule.ts";
import { createCatalogue, operatorFacts } from "./catalogue/catalogue.ts";
import { pictureAt } from "./catalogue/pictures.ts";
import { createCharges } from "./charging/charges.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createCommands } from "./commands.ts";
import { createControl } from "./control.ts";
import { createTransport, json, listen } from "./http.ts";
import { createPushes } from "./pushes.ts";
import { createOperatorServer } from "./roaming/operator.ts";
import { createDisturbances, type DisturbanceName, disturbances } from "./roaming/disturbances.ts";
import { createRegistrations } from "./roaming/registration.ts";
import {
  createScenarioBindings,
  isScenarioName,
  type ScenarioName,
  scenarios,
} from "./scenarios.ts";
import { createStations } from "./stations.ts";
import { openStore, type Store } from "./store.ts";
import { createTraffic } from "./traffic.ts";

export type { Clock } from "./clock.ts";
export type { ScenarioName } from "./scenarios.ts";
export type { DisturbanceName } from "./roaming/disturbances.ts";

const png = { "content-type": "image/png" };

/** Scenarios of a start, and faults of an operator's connection. */
export const scenarioNames = Object.keys(scenarios) as ScenarioName[];
export const disturbanceNames = Object.keys(disturbances) as DisturbanceName[];

export type SimOptions = {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  /** The same seed makes the same world: locations, prices, vehicles. */
  seed: string | number;
  /** How many operators share the process. */
  operators?: number;
  /** Locations of all operators together, up to 300,000. */
  locations?: number;
  /** More of them along the roads between the cities. */
  wayside?: number;
  /** All stations are always open, so that results do not depend on the hour. */
  alwaysOpen?: boolean;
  /** The newest OCPI version that a party offers from the start. */
  newest?(party: string): VersionNumber;
  /** How much faster than the wall clock a charge runs. */
  speed?: number;
  /** Folder of the state; null keeps everything in memory. */
  stateDir?: string | null;
  /** Without its own timer nothing happens until `drain()`. */
  clock?: Clock;
  /** Whether other drivers come and leave. */
  traffic?: boolean;
  /** The default scenario of a start. */
  scenario?: ScenarioName;
  onError?(error: unknown): void;
};

export type SimOperator = {
  country_code: string;
  party_id: string;
  name: string;
  versionsUrl: string;
  tokenA: string;
};

export type CpoSim = {
  url: string;
  operators: SimOperator[];
  /** Does everything that is due by the clock and waits until all messages are sent. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

/** Starts the simulated charge point operators: OCPI over HTTP, under `{url}/ocpi/{party}/versions`. */
export async function start(options: SimOptions): Promise<CpoSim> {
  const {
    seed,
    speed = 1,
    clock = systemClock,
    traffic = false,
    locations = 1200,
    newest = () => "2.2.1",
    onError = () => {},
  } = options;
  const scenario = options.scenario ?? "happy";
  const count = options.operators ?? 2;
  if (!Number.isInteger(count) || count < 1 || count > operatorFacts.length) {
    throw new RangeError(`operators: 1 to ${operatorFacts.length}`);
  }
  if (!Number.isInteger(locations) || locations < 0 || locations > 300_000) {
    throw new RangeError("locations: 0 to 300000");
  }
  if (!(speed > 0) || !Number.isFinite(speed)) throw new RangeError("speed: more than 0");
  if (!isScenarioName(scenario)) throw new RangeError(`no scenario ${String(scenario)}`);

  const now = () => clock.now();
  const closing = new AbortController();
  const store = openStore(options.stateDir ?? null);
  keepWorld(store, `${seed}/${count}`);
  const disturbed = createDisturbances(store);
  let url = "";

  const units = operatorFacts.slice(0, count).map((facts, operator) => {
    const base = `/ocpi/${facts.party_id.toLowerCase()}`;
    const versionsUrl = () => `${url}${base}/versions`;
    const tokenA = createHash("sha256")
      .update(`${seed}/${facts.party_id}/token-a`)
      .digest("base64url");
    const highest = newest(facts.party_id);
    let versions: readonly VersionNumber[] = highest === "2.3.0" ? ["2.2.1", highest] : [highest];
    return {
      facts,
      base,
      versions: () => versions,
      offer: (some: readonly VersionNumber[]) => {
        versions = some;
      },
      versionsUrl,
      tokenA,
      stations: createStations(
        store,
        createCatalogue({
          seed,
          operator,
          operators: count,
          wayside: options.wayside ?? 0,
          locations,
          alwaysOpen: options.alwaysOpen ?? false,
          picturesAt: () => url,
        }),
      ),
      backoffice: createRegistrations({
        store,
        operator: facts,
        tokenA,
        versionsUrl,
        versions: () => versions,
        transport: disturbed.transport(facts.party_id, createTransport(closing.signal)),
        newId: randomUUID,
      }),
    };
  });
  const unitOf = (party: string) =>
    units.find(({ facts }) => facts.party_id === party.toUpperCase());
  const stationsOf = (party: string) => unitOf(party)!.stations;

  const actions: Actions = {};
  const scheduleOf = (): Schedule => schedule;
  const clientOf = (party: string) => unitOf(party)?.backoffice.client() ?? null;
  const pushes = createPushes(
    store,
    clientOf,
    (id) => {
      const record = charges.load(id);
      return record && charges.wire(record);
    },
    onError,
    disturbed.keepsCdrs,
  );
  const schedule = createSchedule(store, clock, actions, pushes.flush, onError);
  const charges = createCharges({
    store,
    schedule: scheduleOf,
    pushes,
    stationsOf,
    seed,
    speed,
    now,
  });
  const bindings = createScenarioBindings(store, scenario);
  const commands = createCommands({
    store,
    schedule: scheduleOf,
    pushes,
    charges,
    scenarios: bindings,
    stationsOf,
    now,
  });
  const cars = createTraffic({
    store,
    schedule: scheduleOf,
    pushes,
    charges,
    stations: units.map(({ stations }) => stations),
    seed,
    now,
  });
  Object.assign(actions, charges.actions, commands.actions, cars.actions);

  const operators = (): SimOperator[] =>
    units.map(({ facts: { country_code, party_id, name }, versionsUrl, tokenA }) => ({
      country_code,
      party_id,
      name,
      versionsUrl: versionsUrl(),
      tokenA,
    }));
  const control = createControl({
    store,
    pushes,
    charges,
    scenarios: bindings,
    traffic: cars,
    stationsOf: (party) => unitOf(party)?.stations,
    operators,
    forget: (party) => unitOf(party)?.backoffice.forget(),
    clientOf,
    rotate: (party) => unitOf(party)!.backoffice.rotate(),
    offer: (party, some) => unitOf(party)!.offer(some),
    introduce: (party, versionsUrl, token) =>
      unitOf(party)!.backoffice.introduce(versionsUrl, token),
    disturbed,
    now,
    settle: pushes.flush,
  });
  const servers = units.map(({ base, facts, stations, backoffice, versions }) => ({
    base,
    party: facts.party_id,
    ocpi: createOperatorServer({
      store,
      stations,
      backoffice,
      commands,
      wire: charges.wire,
      versions,
      base,
      origin: () => url,
      onError,
    }),
  }));

  const listening = await listen(
    options.host ?? "127.0.0.1",
    options.port,
    async (request, address, body) => {
      const method = request.method ?? "GET";
      const path = address.pathname;
      const picture = method === "GET" ? pictureAt(path) : null;
      if (picture) return { status: 200, headers: png, body: "", bytes: picture };
      if (path.startsWith("/control/"))
        return control(method, path, body, request.socket.remoteAddress);
      const server = servers.find(({ base }) => path.startsWith(`${base}/`));
      if (!server) return json(404, { message: "nothing here" });
      const incoming = { method, path, query: address.searchParams };
      return disturbed.answer(server.party, incoming, (query) =>
        server.ocpi.handle({ method, path, query, headers: request.headers, body }),
      );
    },
  );
  url = listening.url;

  // Continues what an earlier process left in the schedule; traffic follows the current options.
  cars.set(traffic);
  schedule.start();
  schedule.runDue();

  async function drain() {
    do {
      schedule.runDue();
      await pushes.idle();
    } while (store.get("SELECT 1 AS due FROM agenda WHERE due <= ? LIMIT 1", now()));
  }

  return {
    url,
    operators: operators(),
    drain,
    close: async () => {
      schedule.stop();
      pushes.stop();
      closing.abort();
      await new Promise<void>((resolve) => {
        listening.server.close(() => resolve());
        listening.server.closeAllConnections();
      });
      await pushes.idle();
      store.close();
    },
  };
}

/** Stored charges are meaningless in another world. */
function keepWorld(store: Store, world: string) {
  const known = store.get("SELECT value FROM setting WHERE name = 'world'")?.value;
  if (known === world) return;
  if (known !== undefined) {
    store.close();
    throw new Error(
      `the state belongs to seed/operators ${String(known)}, not ${world}: use another STATE_DIR`,
    );
  }
  store.run("INSERT INTO setting (name, value) VALUES ('world', ?)", world);
}
