import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { connectorOf, evseOf, locationOf, openPartner } from "@voltmarg/testkit/partner";
import { rows, sql } from "../../../platform/database/database.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
});
afterAll(() => own.close());
beforeEach(async () => {
  await own.world.drain();
  own.operator.shelf.sessions = [];
  own.operator.shelf.cdrs = [];
});

const path = (id: string) => `/sessions/IN/TST/${id}`;
const now = () => own.world.clock.now().toISOString();
const after = (minutes: number) =>
  new Date(own.world.clock.now().getTime() + minutes * 60_000).toISOString();

describe("two charging periods with one start", () => {
  test("[S-2] are merged into one with the sum of both, pushed or pulled, and the session is not stopped as silent", async () => {
    const driver = await own.driver(300_000);
    const charge = await own.ask(driver, "EVEN-1", { selectedMoney: 2_000 });
    await own.tell(charge);
    const start = new Date(charge.start).toISOString();
    const twice = () => {
      const kwh = (48 * (own.world.clock.now().getTime() - charge.start)) / 3_600_000;
      const half = { start_date_time: start, dimensions: [{ type: "ENERGY", volume: kwh / 2 }] };
      return own.session(charge, { kwh, more: { charging_periods: [half, half] } });
    };
    await own.world.pass(60, 30);
    expect(await own.operator.call("PUT", path(charge.ocpiId), twice())).toMatchObject({
      status: 200,
      code: 1000,
    });
    expect(await own.show(charge)).toMatchObject({ kwh: 0.8, cost_minor: 1888 });
    // From now on it is only pulled.
    for (let minute = 2; minute <= 40; minute++) {
      own.operator.shelf.sessions = [twice()];
      await own.world.pass(60, 30);
    }
    const shown = await own.show(charge);
    expect(shown.kwh).toBeGreaterThan(0.8);
    expect([shown.step, own.stops(charge)]).toEqual(["FLOWING", 0]);
  });
});

describe("our own reference", () => {
  test("[S-2] decides over a session id that was used before, also for later PATCHes", async () => {
    const [first, second] = [await own.driver(), await own.driver()];
    const one = { ...(await own.ask(first, "EVEN-1")), ocpiId: "used-again" };
    await own.tell(one);
    await own.world.pass(60, 30);
    await own.tell(one, { status: "COMPLETED" });
    const other = { ...(await own.ask(second, "EVEN-1")), ocpiId: "used-again" };
    await own.tell(other);
    expect(await own.show(other)).toMatchObject({ status: "ACTIVE" });
    await own.world.pass(60, 30);
    await own.operator.call("PATCH", path("used-again"), { kwh: 0.7, last_updated: now() });
    expect(await own.show(other)).toMatchObject({ kwh: 0.7 });
    expect(await own.show(one)).toMatchObject({ status: "COMPLETED", kwh: 0.8 });
  });

  test("[S-2] is case-insensitive, in a session and in a CDR", async () => {
    const driver = await own.driver();
    const charge = await own.ask(driver, "EVEN-2");
    const authorization_reference = charge.id.toUpperCase();
    await own.tell(charge, { more: { authorization_reference } });
    expect(await own.show(charge)).toMatchObject({ status: "ACTIVE" });
    await own.world.pass(360, 60);
    await own.tell(charge, { status: "COMPLETED", more: { authorization_reference } });
    const { session_id: _, ...record } = own.record(charge, 4.8, 360) as { session_id: string };
    await own.send({ ...record, authorization_reference });
    expect(await own.bills(driver)).toHaveLength(1);
  });

  test("matches only a session of the same operator", async () => {
    const charge = await own.ask(await own.driver(), "EVEN-3");
    const other = await openPartner(own.world, "OTH");
    const party_id = "OTH";
    await other.call("PUT", "/sessions/IN/OTH/x", { ...own.session(charge), id: "x", party_id });
    expect(await own.show(charge)).toMatchObject({ status: "PENDING" });
    await other.close();
  });
});

describe("a date far in the future", () => {
  test.each([
    ["ten years", 10 * 365 * 24 * 60],
    ["eleven hours", 11 * 60],
  ])("[S-2] of %s does not deafen a session to the true news after it", async (_, minutes) => {
    const charge = await own.ask(await own.driver());
    await own.tell(charge, { more: { last_updated: after(minutes) } });
    await own.world.pass(60, 30);
    await own.tell(charge);
    expect(await own.show(charge)).toMatchObject({ kwh: 0.8 });
    await own.world.pass(60, 30);
    await own.operator.call("PATCH", path(charge.ocpiId), { kwh: 1.6, last_updated: now() });
    expect(await own.show(charge)).toMatchObject({ kwh: 1.6 });
    // A GET returns the newest state.
    const { data } = await own.operator.call("GET", path(charge.ocpiId));
    expect(data).toMatchObject({ kwh: minutes > 1_440 ? 1.6 : 0 });
  });

  test("[S-2] repeated does not count as an update: the session is treated as silent", async () => {
    const charge = await own.ask(await own.driver());
    const same = own.session(charge, { more: { last_updated: after(10 * 365 * 24 * 60) } });
    await own.operator.call("PUT", path(charge.ocpiId), same);
    own.operator.shelf.sessions = [same];
    await own.world.pass(31 * 60, 60);
    expect(own.stops(charge)).toBeGreaterThan(0);
  });

  test("of an EVSE or a connector inside a location does not block correct later updates", async () => {
    const { operator } = own;
    const last_updated = "2036-01-01T00:00:00Z";
    const connectors = [connectorOf({ last_updated })];
    const evses = [evseOf("FAR-1", { connectors, last_updated })];
    await operator.call("PUT", "/locations/IN/TST/FAR", locationOf("FAR", { evses }));
    await own.world.pass(60, 60);
    const patch = { status: "OUTOFORDER", last_updated: now() };
    await operator.call("PATCH", "/locations/IN/TST/FAR/FAR-1", patch);
    const connector = { max_amperage: 7, last_updated: now() };
    await operator.call("PATCH", "/locations/IN/TST/FAR/FAR-1/1", connector);
    expect((await operator.call("GET", "/locations/IN/TST/FAR/FAR-1")).data).toMatchObject({
      status: "OUTOFORDER",
      connectors: [{ max_amperage: 7 }],
    });
  });
});

describe("one item that cannot be stored", () => {
  const seen = async () =>
    (
      await rows(
        own.world.database.db,
        sql<Record<"sessions" | "cdrs" | "due" | "asked", Date | null>>`
          select sessions_seen_until as sessions, cdrs_seen_until as cdrs, sync_due_at as due,
            (select min(due_at) from outbox where topic = 'roaming.sync' and done_at is null) as asked
          from operator where id = ${own.operator.operatorId}`,
      )
    )[0]!;
  // The database refuses every row with this name.
  const refuse = (table: string, column: string) =>
    sql
      .raw(`alter table ${table} add constraint refused check (${column} <> 'BAD') not valid`)
      .execute(own.world.database.db);
  const allow = (table: string) =>
    sql.raw(`alter table ${table} drop constraint refused`).execute(own.world.database.db);
  const sync = async () => {
    await sql`update operator set sync_due_at = ${own.world.clock.now()}
      where id = ${own.operator.operatorId}`.execute(own.world.database.db);
    await own.world.service.askDueSyncs();
    await own.world.drain();
  };

  test("among sessions blocks neither the others nor the progress of pulls", async () => {
    await refuse("partner_session", "ocpi_id");
    const charge = await own.ask(await own.driver());
    await own.world.pass(60, 60);
    const good = own.session(charge) as { last_updated: string };
    own.operator.shelf.sessions = [{ ...good, id: "BAD" }, good];
    await sync();
    await allow("partner_session");
    expect(await own.show(charge)).toMatchObject({ status: "ACTIVE", kwh: 0.8 });
    const { sessions, due, asked } = await seen();
    expect(sessions).toEqual(new Date(good.last_updated));
    expect([due! > own.world.clock.now(), asked]).toEqual([true, null]);
  });

  test.each(["location", "tariff"] as const)(
    "among %ss keeps neither the others back nor the rest of the pull",
    async (what) => {
      await refuse(what, "ocpi_id");
      const { data: place } = await own.operator.call("GET", "/locations/IN/TST/EVEN");
      const { data: price } = await own.operator.call("GET", "/tariffs/IN/TST/EVEN");
      const renamed = { ...(place as object), name: `After a bad ${what}`, last_updated: now() };
      own.operator.shelf.locations = [renamed];
      own.operator.shelf.tariffs = [price];
      const list = own.operator.shelf[`${what}s`];
      list.unshift({ ...(list[0] as object), id: "BAD" });
      await own.world.pass(1, 1);
      await sync();
      await allow(what);
      const { data } = await own.operator.call("GET", "/locations/IN/TST/EVEN");
      expect(data).toMatchObject({ name: `After a bad ${what}` });
      const { due, asked } = await seen();
      expect([due! > own.world.clock.now(), asked]).toEqual([true, null]);
    },
  );
});
