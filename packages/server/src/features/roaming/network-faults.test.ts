import { charging, provider, stations, wallet } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ledgerFaults,
  PROVIDER_TOKEN,
  startHarness,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";
import { one, sql } from "../../platform/database/database.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 120 });
});
afterAll(() => world.stop());

const disturb = (name: string, on: boolean) => world.control("/control/disturb", { name, on });
const latest = async (driver: Driver) =>
  (await world.call(charging.latestSession, { params: { userId: driver.id }, token: driver.token }))
    .body.data;
const bills = async (driver: Driver) =>
  (await world.call(charging.searchCdrs, { params: { userId: driver.id }, token: driver.token }))
    .body.content;
const places = async (driver: Driver) =>
  (
    await world.call(stations.searchLocations, {
      token: driver.token,
      query: { latitude: 18.52, longitude: 73.85, distance: 4000 },
    })
  ).body.content.map(({ id }) => id);

/** A driver with a session at an EVSE that was stored before the fault began. */
async function charge(name: string) {
  const driver = await world.signUp();
  await world.topUp(driver, 200_000);
  const { location, evse, connector } = await world.freePlug(driver);
  await disturb(name, true);
  const started = await world
    .refused(charging.startSession, {
      token: driver.token,
      body: {
        location_id: location.id,
        evse_uid: evse.uid,
        connector_id: connector.id,
        estimation_info: { selectedMoney: 500 },
      },
    })
    .catch(() => null);
  expect(started).toBeNull();
  await world.pass(60, 10);
  const running = await latest(driver);
  if (running?.status === "ACTIVE") {
    await world.call(charging.stopSession, {
      token: driver.token,
      body: { session_id: running.id },
    });
  }
  await world.pass(60, 10);
  return driver;
}

/** Faults of the simulator after which the session is billed. */
const BILLED = [
  "lost_pushes",
  "duplicate_pushes",
  "reordered_pushes",
  "stale_last_updated",
  "clock_ahead",
  "patch_before_put",
  "duplicate_cdr",
  "changed_cdr",
  "one_item_pages",
  "shrinking_total",
  "swapped_coordinates",
  "unknown_values",
  "missing_fields",
  "null_fields",
  "no_references",
  "numbers_as_text",
  "line_to_line",
  "no_timeout",
] as const;

test.each(BILLED)(
  "%s: the session is billed once, and afterwards everything is in sync",
  async (name) => {
    const driver = await charge(name);
    const before = await places(driver);
    await world.service.pullAll();
    await disturb(name, false);
    await world.service.pullAll();
    await world.pass(180, 20);
    expect(await latest(driver)).toMatchObject({
      status: "COMPLETED",
      hold: { status: "CAPTURED" },
    });
    expect(await bills(driver)).toHaveLength(1);
    const { body } = await world.call(wallet.getWallet, {
      params: { userId: driver.id },
      token: driver.token,
    });
    expect(body.data.held_minor).toBe(0);
    expect(await places(driver)).toEqual(before);
    expect(await ledgerFaults(world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
  },
);

test.each(["offline", "errors_500", "rate_limited", "truncated_json"] as const)(
  "[S-1] %s: no session begins, nothing is lost, and calls are sent again afterwards",
  async (name) => {
    const driver = await charge(name);
    await world.service.pullAll();
    const during = await latest(driver);
    expect(["FAILED", "PENDING", "ACTIVE", "COMPLETED"]).toContain(during!.status);
    await disturb(name, false);
    for (let minute = 0; minute < 2; minute++) {
      await world.service.askDueSyncs();
      await world.pass(60, 10);
    }
    const operator = await one(
      world.database.db,
      sql<{
        n: number;
      }>`select count(*)::int as n from outbox where topic = 'roaming.sync' and done_at is null`,
    );
    expect(operator!.n).toBe(0);
    await world.pass(120, 20);
    const after = await latest(driver);
    expect(["FAILED", "COMPLETED"]).toContain(after!.status);
    expect(after!.hold?.status).toBe(after!.status === "FAILED" ? "RELEASED" : "CAPTURED");
    expect(await ledgerFaults(world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
  },
);

test.each(["nested_too_deep"] as const)(
  "[S-1] %s: an unreadable session is asked about, and continues when it is readable again",
  async (name) => {
    const driver = await charge(name);
    const before = await latest(driver);
    expect(before).toMatchObject({ step: "UNKNOWN", failure: null, hold: { status: "HELD" } });
    await disturb(name, false);
    await world.service.pullAll();
    expect(await latest(driver)).toMatchObject({ status: "ACTIVE", hold: { status: "HELD" } });
    await world.call(charging.stopSession, {
      token: driver.token,
      body: { session_id: before!.id },
    });
    await world.pass(60, 20);
    expect(await latest(driver)).toMatchObject({ step: "BILLED", hold: { status: "CAPTURED" } });
    expect(await bills(driver)).toHaveLength(1);
    const open = (await world.control<{ status: string }[]>("/control/sessions")).filter(
      ({ status }) => status === "ACTIVE",
    );
    expect(open).toEqual([]);
    expect(await ledgerFaults(world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
  },
);

test("[B-3] credit_cdr: after a credit CDR and a new CDR the driver has paid once", async () => {
  const driver = await charge("credit_cdr");
  await disturb("credit_cdr", false);
  await world.pass(60, 20);
  const { body } = await world.call(wallet.getWallet, {
    params: { userId: driver.id },
    token: driver.token,
  });
  const [last] = await bills(driver);
  expect(body.data).toMatchObject({ held_minor: 0, balance_minor: 200_000 - last!.amount_minor });
  expect(await ledgerFaults(world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

test("[B-3] watt_hours: energy a thousand times too large is not billed", async () => {
  const driver = await charge("watt_hours");
  await disturb("watt_hours", false);
  expect(await bills(driver)).toEqual([]);
  const { body } = await world.call(provider.listQuarantinedCdrs, { token: PROVIDER_TOKEN });
  expect(body.total_elements).toBeGreaterThan(0);
  expect(await ledgerFaults(world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

test("a session continues and is billed if tokens are renewed while it runs", async () => {
  const driver = await world.signUp();
  await world.topUp(driver, 200_000);
  const { location, evse, connector } = await world.freePlug(driver);
  await world.call(charging.startSession, {
    token: driver.token,
    body: {
      location_id: location.id,
      evse_uid: evse.uid,
      connector_id: connector.id,
      estimation_info: { selectedMoney: 500 },
    },
  });
  await world.pass(20, 10);
  for (const { party_id } of world.cpo.operators)
    await world.control("/control/rotate", { party_id });
  await world.pass(20, 10);
  const running = await latest(driver);
  expect(running).toMatchObject({ status: "ACTIVE" });
  await world.call(charging.stopSession, {
    token: driver.token,
    body: { session_id: running!.id },
  });
  await world.pass(30, 10);
  expect(await bills(driver)).toHaveLength(1);
});

test("[B-3] late_cdr: a CDR that comes a month late is billed, once, also after our provisional bill", async () => {
  const driver = await charge("late_cdr");
  expect(await latest(driver)).toMatchObject({ status: "COMPLETED" });
  expect(await bills(driver)).toEqual([]);
  world.clock.advance(25 * 24 * 3_600_000);
  await world.drain();
  const count = async (which: ReturnType<typeof sql>) =>
    (await one(
      world.database.db,
      sql<{
        n: number;
      }>`select count(*)::int as n from cdr c where c.user_id = ${driver.id} and ${which}`,
    ))!.n;
  expect(await count(sql`true`), "the provisional bill").toBe(1);
  await disturb("late_cdr", false);
  await world.drain();
  const stands = sql`c.credit_of is null and not exists (
    select 1 from invoice n where n.user_id = c.user_id and n.original_cdr_id = c.id)`;
  expect(await count(stands)).toBe(1);
  expect(await count(sql`true`), "with the provisional one and its credit").toBe(3);
  expect(await ledgerFaults(world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});
