import { charging, partners, stations } from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  PROVIDER_TOKEN,
  startHarness,
  START,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";
import {
  cdrOf,
  evseOf,
  locationOf,
  openPartner,
  sessionOf,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";
import { one, sql } from "../../platform/database/database.ts";

let world: Harness;
let operator: Partner;
let driver: Driver;
let asked: string[] = [];

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  driver = await world.signUp();
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});
beforeEach(async () => {
  await world.drain();
  world.clock.set(new Date(START));
  asked = [];
  operator.onGet = (_path, query) => void asked.push(query);
  operator.fails = undefined;
  await sql`update operator set whole_pulled_at = ${START}, seen_until = ${START}, sync_due_at = '9999-01-01',
    sync_asked_at = null, last_contact_at = ${START}`.execute(world.database.db);
  driver = { ...driver, ...(await world.signUp()) };
});
const names = async () =>
  (
    await world.call(stations.searchLocations, {
      token: driver.token,
      query: { latitude: 18.52, longitude: 73.85, distance: 10 },
    })
  ).body.content.map(({ name }) => name);
const due = (when: string | Date) =>
  sql`update operator set sync_due_at = ${when} where id = ${operator.operatorId}`.execute(
    world.database.db,
  );
const row = () =>
  one(
    world.database.db,
    sql<Record<string, Date | null>>`select * from operator where id = ${operator.operatorId}`,
  );

test("the scheduled pull asks only for changes, by the partner's own clock and with an overlap", async () => {
  operator.shelf.locations = [locationOf("D", { last_updated: "2026-11-20T06:25:00Z" })];
  await sql`update operator set seen_until = '2026-11-20T06:20:00Z'`.execute(world.database.db);
  await due(START);
  await world.service.askDueSyncs();
  await world.drain();
  expect(asked.slice(0, 2)).toEqual([
    "?date_from=2026-11-20T06%3A10%3A00Z",
    "?date_from=2026-11-20T06%3A10%3A00Z",
  ]);
  expect(await names()).toContain("Place D");
  expect((await row())!["seen_until"]).toEqual(new Date("2026-11-20T06:25:00Z"));
  const next = (await row())!["sync_due_at"]!.getTime() - world.clock.now().getTime();
  expect(next).toBeGreaterThanOrEqual(7 * 60_000);
  expect(next).toBeLessThanOrEqual(9 * 60_000);
  // Nothing more is due before that.
  const count = asked.length;
  await world.service.askDueSyncs();
  await world.drain();
  expect(asked).toHaveLength(count);
});

test.each([
  ["brought nothing is asked again from the same time on", false, START],
  ["brought nothing, in full, is asked next for what came after it", true, undefined],
] as const)("an operator whose pull %s", async (_what, whole, until) => {
  operator.shelf.locations = operator.shelf.tariffs = [];
  world.clock.advance(60_000);
  const began = world.clock.now();
  await world.call(partners.syncPartner, {
    token: PROVIDER_TOKEN,
    params: { id: operator.operatorId },
    body: { whole },
  });
  expect((await row())!["seen_until"]).toEqual(until ?? began);
});

test.each(["sessions", "cdrs", "locations", "tariffs"] as const)(
  "one of the %s dated 2099 does not end the pulls of what comes after it",
  async (module) => {
    const far = { last_updated: "2099-01-01T00:00:00Z" };
    operator.shelf[module] = [
      { sessions: sessionOf, cdrs: cdrOf, locations: locationOf, tariffs: tariffOf }[module](
        "FAR",
        far,
      ),
    ];
    await due(START);
    await world.service.askDueSyncs();
    await world.drain();
    operator.shelf[module] = [];
    asked = [];
    world.clock.advance(600_000);
    await due(START);
    await world.service.askDueSyncs();
    await world.drain();
    const since = asked.map((query) => new URLSearchParams(query).get("date_from")!);
    expect(since).toHaveLength(4);
    for (const each of since) expect(Date.parse(each)).toBeLessThan(world.clock.now().getTime());
  },
);

test("after six hours everything is pulled, and objects missing from the lists are removed", async () => {
  await operator.call("PUT", "/locations/IN/TST/GONE", locationOf("GONE"));
  await operator.call("PUT", "/tariffs/IN/TST/OLD", tariffOf("OLD"));
  operator.shelf.locations = [locationOf("D")];
  operator.shelf.tariffs = [tariffOf("T1")];
  expect(await names()).toContain("Place GONE");
  await sql`update operator set whole_pulled_at = ${new Date(START.getTime() - 6.1 * 3_600_000)}`.execute(
    world.database.db,
  );
  world.clock.advance(1_000);
  await due(START);
  await world.service.askDueSyncs();
  await world.drain();
  expect(asked.slice(0, 2)).toEqual(["", ""]);
  expect(await names()).not.toContain("Place GONE");
  expect((await operator.call("GET", "/tariffs/IN/TST/OLD")).status).toBe(404);
});

test("a partner that calls after a long silence is asked for what it missed to push", async () => {
  operator.shelf.locations = [locationOf("MISSED", { last_updated: "2026-11-20T06:33:00Z" })];
  world.clock.advance(4 * 60_000);
  await operator.call("GET", "/tariffs/IN/TST/T1");
  await world.drain();
  expect(asked).toEqual([]);
  world.clock.advance(6 * 60_000);
  await operator.call("GET", "/tariffs/IN/TST/T1");
  await world.drain();
  expect(asked.length).toBeGreaterThan(0);
  expect((await operator.call("GET", "/locations/IN/TST/MISSED")).status).toBe(200);
});

test("a partner that does not answer is retried until it does, and is then in sync", async () => {
  operator.shelf.locations = [locationOf("BACK", { last_updated: "2026-11-20T06:33:00Z" })];
  operator.fails = () => 503;
  await due(START);
  await world.service.askDueSyncs();
  for (let second = 0; second < 300; second += 10) {
    world.clock.advance(10_000);
    await world.service.outbox.drain();
  }
  expect(await names()).not.toContain("Place BACK");
  operator.fails = undefined;
  for (let second = 0; second < 60; second += 5) {
    world.clock.advance(5_000);
    await world.service.outbox.drain();
  }
  expect(await names()).toContain("Place BACK");
  expect((await row())!["sync_asked_at"]).toBeNull();
});

test.each(["sessions", "cdrs"])(
  "an operator whose %s alone could not be brought is asked again within a minute",
  async (module) => {
    const paths: string[] = [];
    operator.onGet = (path) => void paths.push(path);
    operator.onAnswer = (path) =>
      path.startsWith(`/${module}`) ? { status: 500, body: "{}" } : undefined;
    await due(START);
    await world.service.askDueSyncs();
    await world.drain();
    delete operator.onAnswer;
    expect(paths).toContain("/locations");
    paths.length = 0;
    await world.pass(60, 5);
    expect(paths).toContain(`/${module}`);
  },
);

test("pushes, a pull and a late push end in the newest state, in any order", async () => {
  const at = (minute: number, status: string) =>
    evseOf("O-1", { status, last_updated: `2026-11-20T06:${minute}:00Z` });
  const place = (minute: number, status: string) =>
    locationOf("O", { evses: [at(minute, status)], last_updated: `2026-11-20T06:${minute}:00Z` });
  await operator.call("PUT", "/locations/IN/TST/O", place(10, "AVAILABLE"));
  await operator.call("PATCH", "/locations/IN/TST/O/O-1", {
    status: "CHARGING",
    last_updated: "2026-11-20T06:20:00Z",
  });
  operator.shelf.locations = [place(15, "RESERVED")];
  await due(START);
  await world.service.askDueSyncs();
  await world.drain();
  await operator.call("PUT", "/locations/IN/TST/O/O-1", at(12, "BLOCKED"));
  await operator.call("PUT", "/locations/IN/TST/O", place(11, "BLOCKED"));
  const { data } = await operator.call("GET", "/locations/IN/TST/O/O-1");
  expect(data).toMatchObject({ status: "CHARGING" });
});

test("[S-1] a start at an unreachable operator fails at once and costs nothing", async () => {
  await operator.call("PUT", "/tariffs/IN/TST/T1", tariffOf("T1"));
  await operator.call("PUT", "/locations/IN/TST/U", locationOf("U"));
  await world.topUp(driver, 100_000);
  const away = await openPartner(world, "AWY");
  await away.call("PUT", "/tariffs/IN/AWY/T1", tariffOf("T1", away.party));
  await away.call("PUT", "/locations/IN/AWY/W", locationOf("W", away.party));
  await away.close();
  const place = await one(
    world.database.db,
    sql<{ id: string }>`select id from location where ocpi_id = 'W'`,
  );
  await world.call(charging.startSession, {
    token: driver.token,
    body: {
      location_id: place!.id,
      evse_uid: "W-1",
      connector_id: "1",
      estimation_info: { selectedMoney: 300 },
    },
  });
  await world.service.outbox.drain();
  const { body } = await world.call(charging.latestSession, {
    params: { userId: driver.id },
    token: driver.token,
  });
  expect(body.data).toMatchObject({
    status: "FAILED",
    failure: { not_charged: true },
    hold: { status: "RELEASED" },
  });
});

/** As some platforms send a list: each object without its party. */
const withoutParty = (object: object) => {
  const { country_code: _, party_id: __, ...rest } = object as Record<string, unknown>;
  return rest;
};

test("pulled objects without a party are of the partner's only one, and refused if it has two", async () => {
  operator.shelf.locations = [withoutParty(locationOf("ONLY", { evses: [evseOf("ONLY-1")] }))];
  operator.shelf.tariffs = [withoutParty(tariffOf("T-ONLY"))];
  const pull = async () => {
    await due(START);
    await world.service.askDueSyncs();
    await world.drain();
  };
  await pull();
  expect(await names()).toContain("Place ONLY");

  await sql`insert into partner_party (operator_id, country_code, party_id, role)
    values (${operator.operatorId}, 'IN', 'SEC', 'CPO')`.execute(world.database.db);
  operator.shelf.locations = [withoutParty(locationOf("OTHER"))];
  await pull();
  expect(await names()).not.toContain("Place OTHER");
  await sql`delete from partner_party where party_id = 'SEC'`.execute(world.database.db);
});

test("a location whose EVSEs are all removed is not found, until one comes back", async () => {
  const send = async (status: string, second: number) => {
    const last_updated = `2026-11-20T06:29:0${second}Z`;
    const evses = [evseOf("GONE-1", { status, last_updated })];
    const body = locationOf("GONE", { evses, last_updated });
    await operator.call("PUT", "/locations/IN/TST/GONE", body);
    await world.drain();
  };
  await send("AVAILABLE", 1);
  await expect.poll(names).toContain("Place GONE");
  await send("REMOVED", 2);
  await expect.poll(names).not.toContain("Place GONE");
  await send("AVAILABLE", 3);
  await expect.poll(names).toContain("Place GONE");
  const patched = { status: "REMOVED", last_updated: "2026-11-20T06:29:04Z" };
  await operator.call("PATCH", "/locations/IN/TST/GONE/GONE-1", patched);
  await expect.poll(names).not.toContain("Place GONE");
});
