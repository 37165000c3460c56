import { partners, stations } from "@voltmarg/contract";
import type { Finding } from "@voltmarg/ocpi";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN, startHarness, START, type Harness } from "@voltmarg/testkit/harness";
import {
  connectorOf,
  evseOf,
  locationOf,
  openPartner,
  sessionOf,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";
import { one, sql } from "../../platform/database/database.ts";
import { createFindings } from "./findings.ts";

let world: Harness;
let operator: Partner;
const backoffice = { token: PROVIDER_TOKEN };

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});
beforeEach(async () => {
  world.clock.set(new Date(START));
  Object.assign(operator.shelf, { locations: [], tariffs: [], sessions: [], cdrs: [] });
  await world.service.flushFindings();
  await sql`delete from operator_finding`.execute(world.database.db);
});

const ENERGY = [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }];

const found = async (query: { module?: string; since?: string } = {}) =>
  (
    await world.call(partners.listPartnerFindings, {
      ...backoffice,
      params: { id: "TST" },
      query,
    })
  ).body.data;
const sync = async (whole = true) =>
  (
    await world.call(partners.syncPartner, {
      ...backoffice,
      params: { id: "TST" },
      body: { whole },
    })
  ).body.data;
const stored = async () =>
  (await one(
    world.database.db,
    sql<{ n: number }>`select count(*)::int as n from operator_finding`,
  ))!.n;
/** An unreadable location. */
const bad = (id: string) =>
  locationOf(id, { coordinates: { latitude: "north", longitude: "east" } });

describe("findings of unreadable objects", () => {
  test("are shown in the back office after a pull, by kind, with a count and an example", async () => {
    operator.shelf.locations = [locationOf("GOOD"), bad("B1"), bad("B2")];
    operator.shelf.tariffs = [tariffOf("T1")];
    const synced = await sync();
    expect(synced.read.filter(({ listed }) => listed > 0)).toMatchObject([
      { module: "tariffs", listed: 1, taken: 1, refused: 0 },
      { module: "locations", listed: 3, taken: 1, left_out: 0, refused: 2 },
    ]);
    const { findings, refused } = await found();
    expect(refused).toBeGreaterThanOrEqual(2);
    expect(findings[0]).toMatchObject({
      module: "locations",
      path: expect.stringMatching(/^coordinates/),
      outcome: "REFUSED",
      count: 2,
      object: "IN/TST/B1",
      raw: expect.stringMatching(/north|east/),
      mended: false,
    });
    expect((await found({ module: "tariffs" })).findings).toEqual([]);
  });

  test("a pull counts each object once: refused, or stored without a field or with another value", async () => {
    const odd = (id: string, more: object) =>
      locationOf(id, {
        evses: [
          evseOf(`${id}-1`, {
            connectors: [connectorOf({ max_amperage: "many", max_voltage: "high" })],
          }),
        ],
        ...more,
      });
    operator.shelf.locations = [
      locationOf("GOOD"),
      odd("LESS", {}),
      odd("BOTH", { time_zone: null }),
      locationOf("OTHER", { time_zone: null }),
      odd("REFUSED", { time_zone: null, coordinates: { latitude: "north", longitude: "east" } }),
    ];
    const { read } = await sync();
    expect(read.filter(({ listed }) => listed > 0)).toEqual([
      { module: "locations", listed: 5, taken: 4, left_out: 2, read_as: 2, refused: 1 },
    ]);
  });

  test("all indexes of a list are one kind, and refused objects are listed before those that were stored", async () => {
    const findings = createFindings({
      database: world.database,
      clock: world.clock,
      logger: { warn: () => {} } as never,
      onWritten: () => {},
    });
    const message = "number expected";
    const at = (path: string, outcome: Finding["outcome"], raw = '"230"') =>
      ({ path, message, outcome, raw }) as const;
    for (const object of ["IN/TST/A", "IN/TST/B"])
      findings.note(operator.operatorId, {
        module: "locations",
        object,
        findings: [
          at("evses.0.connectors.1.max_voltage", "LEFT_OUT"),
          at("evses.12.connectors.0.max_voltage", "LEFT_OUT"),
          at("time_zone", "READ_AS", "null"),
        ],
      });
    findings.note(operator.operatorId, {
      module: "tariffs",
      object: "IN/TST/T",
      findings: [at("currency", "REFUSED", "absent")],
    });
    await findings.flush();
    const all = await found();
    expect(all).toMatchObject({ refused: 1, left_out: 4, read_as: 2 });
    expect(all.findings.map(({ path, count, object }) => [path, count, object])).toEqual([
      ["currency", 1, "IN/TST/T"],
      ["evses.*.connectors.*.max_voltage", 4, "IN/TST/A"],
      ["time_zone", 2, "IN/TST/A"],
    ]);
  });

  test("are marked as fixed when a full pull does not show them again, and deleted after ninety days", async () => {
    operator.shelf.locations = [bad("B1")];
    await sync();
    world.clock.advance(60_000);
    operator.shelf.locations = [locationOf("B1")];
    await sync();
    const { findings } = await found();
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.every(({ mended }) => mended)).toBe(true);
    expect((await found({ since: world.clock.now().toISOString() })).findings).toEqual([]);
    world.clock.advance(89 * 24 * 3_600_000);
    await world.service.askDueSyncs();
    expect(await stored()).toBe(findings.length);
    world.clock.advance(2 * 24 * 3_600_000);
    await world.service.askDueSyncs();
    expect(await stored()).toBe(0);
  });

  test("come from unreadable pushes too, once each, without the operator's secrets", async () => {
    for (const id of ["P1", "P2"])
      await operator.call("PUT", `/locations/IN/TST/${id}`, {
        ...locationOf(id),
        coordinates: { token: "a-secret-token" },
      });
    const { findings } = await found();
    expect(findings.length).toBeGreaterThan(0);
    for (const each of findings)
      expect(each).toMatchObject({ module: "locations", count: 2, object: "IN/TST/P1" });
    expect(JSON.stringify(findings)).not.toContain("a-secret-token");
  });
});

describe("findings of readable objects that are refused", () => {
  test.each([
    ["an unknown EVSE", "PATCH", "/locations/IN/TST/NO/NO-1", "locations", "IN/TST/NO/NO-1"],
    ["an unknown session", "PATCH", "/sessions/IN/TST/NO", "sessions", "IN/TST/NO"],
    ["a party of another partner", "PUT", "/tariffs/IN/OTH/T1", "tariffs", "IN/OTH/T1"],
  ])(
    "the push of %s is refused and stored as a finding",
    async (_what, method, path, module, object) => {
      const body =
        method === "PUT"
          ? tariffOf("T1", { party_id: "OTH" })
          : { status: "CHARGING", last_updated: START.toISOString() };
      const answer = await operator.call(
        method,
        path,
        module === "sessions" ? { ...body, status: "ACTIVE" } : body,
      );
      expect(answer.code).toBeGreaterThanOrEqual(2000);
      const { findings } = await found();
      expect(findings).toMatchObject([{ module, object, path: "", outcome: "REFUSED", count: 1 }]);
      expect(findings[0]!.message).toContain(`${method} refused: `);
    },
  );

  test("a session of no known driver, pushed or pulled", async () => {
    await operator.call("PUT", "/sessions/IN/TST/WHOSE", sessionOf("WHOSE"));
    operator.shelf.sessions = [sessionOf("WHOSE")];
    await sync(false);
    expect((await found()).findings).toMatchObject([
      {
        module: "sessions",
        object: "IN/TST/WHOSE",
        message: "session of nobody we know",
        count: 2,
      },
    ]);
  });

  test("an object of another partner's party, in a pull", async () => {
    operator.shelf.locations = [locationOf("MINE"), locationOf("HIS", { party_id: "OTH" })];
    const { read } = await sync();
    expect(read.find(({ module }) => module === "locations")).toMatchObject({
      listed: 2,
      taken: 1,
      refused: 1,
    });
    expect((await found()).findings).toMatchObject([
      { object: "IN/OTH/HIS", message: expect.stringContaining("does not speak for") },
    ]);
  });

  test("an object that was read but cannot be stored", async () => {
    const huge = locationOf("HUGE", { name: "nul \0 in a name" });
    operator.shelf.locations = [locationOf("MINE"), huge];
    const { read } = await sync();
    const { findings } = await found();
    const broken = findings.filter(({ message }) => message === "could not be stored");
    const location = read.find(({ module }) => module === "locations")!;
    expect(location.taken + location.refused).toBe(2);
    expect(broken.length).toBe(location.refused);
  });
});

test("an operator has at most five hundred kinds of findings; all others count as one", async () => {
  const odd = (n: number) => ({ status: "CHARGING", last_updated: START.toISOString(), n });
  for (let n = 0; n < 520; n++) await operator.call("PATCH", `/locations/IN/X${n}/NO/NO-1`, odd(n));
  const { findings, refused } = await found();
  expect(refused).toBe(520);
  expect(findings).toHaveLength(501);
  expect(findings.at(-1)).toMatchObject({ module: "", message: "others", count: 20 });
  await operator.call("PATCH", `/locations/IN/X9999/NO/NO-1`, odd(0));
  expect((await found()).findings).toHaveLength(501);
});

test("a metric counts findings by operator and outcome", async () => {
  const sumOf = async () => {
    const text = await (await fetch(`${world.url}/metrics`)).text();
    const line = text
      .split("\n")
      .find((each) => /^operator_findings_total\{.*"Operator TST".*"refused"/.test(each));
    return Number(line?.split(" ").at(-1));
  };
  const before = await sumOf();
  await operator.call("PATCH", "/locations/IN/TST/NO/NO-1", {
    status: "CHARGING",
    last_updated: START.toISOString(),
  });
  await world.service.flushFindings();
  expect((await sumOf()) - before).toBe(1);
});

test("a readable location causes no findings", async () => {
  operator.shelf.locations = [
    locationOf("FINE", { evses: [evseOf("FINE-1", { connectors: [connectorOf({})] })] }),
  ];
  await sync();
  expect((await found()).findings).toEqual([]);
});

test.each([
  ["a restriction", { elements: [{ price_components: ENERGY, restrictions: { min_soc: 80 } }] }],
  ["a price component", { elements: [{ price_components: [{ ...ENERGY[0], per: "minute" }] }] }],
  ["an element", { elements: [{ price_components: ENERGY, only_for: "members" }] }],
])(
  "[B-1] a key that nobody knows in %s makes the price unknown, also where one was known before",
  async (_where, changed) => {
    const plug = evseOf("SOC-1", { connectors: [connectorOf({ tariff_ids: ["SOC"] })] });
    await operator.call("PUT", "/tariffs/IN/TST/SOC", tariffOf("SOC"));
    await operator.call("PUT", "/locations/IN/TST/SOC", locationOf("SOC", { evses: [plug] }));
    const { id } = (await one(
      world.database.db,
      sql<{ id: string }>`select id from location where ocpi_id = 'SOC'`,
    ))!;
    const driver = await world.signUp();
    const price = async () => {
      const { body } = await world.call(stations.getLocation, {
        params: { id },
        token: driver.token,
      });
      return body.data.evses[0]!.connectors[0]!.tariff;
    };
    world.clock.advance(1_000);
    expect(await price()).not.toBeNull();
    const newer = { last_updated: new Date(START.getTime() + 60_000).toISOString() };
    await operator.call("PUT", "/tariffs/IN/TST/SOC", tariffOf("SOC", { ...changed, ...newer }));
    expect(await price()).toBeNull();
    await world.service.flushFindings();
    expect((await found({ module: "tariffs" })).findings).toMatchObject([
      {
        object: "IN/TST/SOC",
        outcome: "REFUSED",
        message: expect.stringContaining("is not known"),
      },
    ]);
    await sql`delete from tariff where ocpi_id = 'SOC'`.execute(world.database.db);
  },
);
