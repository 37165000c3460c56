import { afterAll, beforeAll, expect, test } from "vitest";
import { companyDriver, limitCompany, newCompany } from "@voltmarg/testkit/company";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { sql } from "../../../platform/database/database.ts";

let own: OwnOperator;
/** Its session is locked while the updates come that are to share a transaction. */
let other: OwnCharge;
beforeAll(async () => {
  own = await openOwnOperator();
  other = await own.ask(await own.driver(), "EVEN-3");
  await own.tell(other);
});
afterAll(() => own.close());

/** Sends updates so that they come while another one waits, and so are applied together. */
async function together<T>(send: () => readonly Promise<T>[]): Promise<T[]> {
  const client = await own.world.database.pool.connect();
  await client.query("begin");
  await client.query("select 1 from session where id = $1 for update", [other.id]);
  const waiting = own.tell(other);
  const lockWaits = async () =>
    (
      await own.world.database.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount;
  await expect.poll(lockWaits).toBeGreaterThan(0);
  const told = await Promise.all(send());
  await client.query("commit");
  client.release();
  await waiting;
  return told;
}
/** Operators' answers: the OCPI status codes. */
const put = async (charge: OwnCharge, session: object, id = charge.ocpiId) =>
  (await own.operator.call("PUT", `/sessions/IN/TST/${id}`, session)).code;
const steps = (charges: readonly OwnCharge[]) =>
  Promise.all(charges.map(async (charge) => (await own.show(charge)).step));

test("[S-1] of two late sessions of one driver that come at once only one continues", async () => {
  const driver = await own.driver(300_000);
  const late: OwnCharge[] = [];
  for (const place of ["EVEN-1", "EVEN-2"]) {
    late.push(await own.ask(driver, place));
    own.operator.fails = () => 503;
    await own.world.pass(180, 5);
    own.operator.fails = undefined;
    // Until it is called again.
    await own.world.pass(60, 30);
  }
  expect(await steps(late)).toEqual(["EXPIRED", "EXPIRED"]);
  await together(() => late.map((charge) => own.tell(charge)));
  await own.world.drain();
  expect((await steps(late)).toSorted()).toEqual(["FLOWING", "STOPPING"]);
});

test("[S-1] two sessions under one OCPI id that come at once are both answered and stored", async () => {
  const charges = [
    await own.ask(await own.driver(), "EVEN-1"),
    await own.ask(await own.driver(), "EVEN-2"),
  ];
  own.world.clock.advance(60_000);
  const ids = ["same-id", "SAME-ID"];
  const codes = await together(() =>
    charges.map((charge, n) =>
      put(charge, own.session(charge, { kwh: (n + 1) / 10, more: { id: ids[n] } }), ids[n]),
    ),
  );
  expect(codes).toEqual([1000, 1000]);
  expect(await steps(charges)).toEqual(["FLOWING", "FLOWING"]);
});

test("[S-1] a first update that collides with the same one elsewhere is stored at the next attempt", async () => {
  const charge = await own.ask(await own.driver(), "EVEN-1");
  // The first row that is written collides, as at another replica's index.
  await own.world.database.pool.query(`
    create sequence collisions;
    create function collide() returns trigger language plpgsql as $$ begin
      if nextval('collisions') = 1 then raise unique_violation; end if;
      return new;
    end $$;
    create trigger collides before insert on partner_session for each row execute function collide()`);
  expect(await put(charge, own.session(charge, { kwh: 0.1 }))).toBe(1000);
  await own.world.database.pool.query("drop function collide cascade");
  expect(await own.show(charge)).toMatchObject({ step: "FLOWING", kwh: 0.1 });
});

test.each([
  ["a text with a zero byte", { location_id: "a\u0000b" }],
  ["a date of the year 0", { last_updated: "0000-01-01T00:00:00Z" }],
  ["a date of the year 9999", { last_updated: "9999-12-31T23:59:59Z" }],
  ["a huge number", { kwh: 1e308, total_cost: { excl_vat: 1e308 } }],
  ["an end before its start", { end_date_time: "0001-01-01T00:00:00Z" }],
])("[S-2] %s in one update harms no other one", async (_what, more) => {
  const charges = [
    await own.ask(await own.driver(), "EVEN-1"),
    await own.ask(await own.driver(), "EVEN-2"),
    await own.ask(await own.driver(), "EVEN-2"),
  ];
  own.world.clock.advance(60_000);
  const codes = await together(() =>
    charges.map((charge, n) =>
      put(charge, own.session(charge, { kwh: 0.5, more: n === 0 ? more : {} })),
    ),
  );
  expect(codes.slice(1)).toEqual([1000, 1000]);
  expect((await steps(charges)).slice(1)).toEqual(["FLOWING", "FLOWING"]);
  // Neither does it stop its own session's next one.
  own.world.clock.advance(60_000);
  expect(await put(charges[0]!, own.session(charges[0]!, { kwh: 1 }))).toBe(1000);
  expect(await own.show(charges[0]!)).toMatchObject({ kwh: 1 });
});

test("[S-1] holds without a limit that grow at once stay within the wallet, and no paisa is held twice", async () => {
  const driver = await own.driver(40_000);
  await sql`update app_user set allow_multi_charging = true where id = ${driver.id}`.execute(
    own.world.database.db,
  );
  const charges = [await own.ask(driver, "EVEN-1", {}), await own.ask(driver, "EVEN-2", {})];
  for (const charge of charges) await own.tell(charge);
  for (let minute = 0; minute < 12; minute += 1) {
    own.world.clock.advance(60_000);
    await together(() => charges.map((charge) => own.tell(charge)));
    await own.world.drain();
  }
  expect(Math.min(...charges.map(own.stops))).toBeGreaterThan(0);
  expect((await own.purse(driver)).held_minor).toBe(40_000);
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

test("[S-7] sessions of a company whose updates come at once stay within its limit together", async () => {
  const company = await newCompany(own.world);
  await limitCompany(own.world, company, 60_000);
  const running: OwnCharge[] = [];
  for (const n of [1, 2, 3])
    running.push(await own.ask(await companyDriver(own.world, company), `EVEN-${n}`, {}));
  let spent = 0;
  for (let minute = 0; minute < 15 && running.length > 0; minute += 0.5) {
    await own.world.pass(30, 5);
    await together(() => running.map((charge) => own.tell(charge)));
    await own.world.drain();
    for (const charge of running.filter((each) => own.stops(each) > 0)) {
      spent += (await own.show(charge)).cost_minor ?? 0;
      await own.tell(charge, { status: "COMPLETED" });
      running.splice(running.indexOf(charge), 1);
    }
  }
  expect(running).toEqual([]);
  expect(spent).toBeLessThanOrEqual(60_000);
  expect(spent).toBeGreaterThan(30_000);
});

test("[S-2] a session whose first update, end and a late update come at once has ended, with the last meter value", async () => {
  const ended: OwnCharge[] = [];
  for (const place of ["EVEN-1", "EVEN-2"]) ended.push(await own.ask(await own.driver(), place));
  const first = ended.map((charge) => own.session(charge));
  own.world.clock.advance(60_000);
  const late = ended.map((charge) => own.session(charge, { kwh: 0.4 }));
  own.world.clock.advance(60_000);
  const last = ended.map((charge) => own.session(charge, { kwh: 0.9, status: "COMPLETED" }));
  const patch = ended.map(({ ocpiId }, n) => ({
    path: `/sessions/IN/TST/${ocpiId.toUpperCase()}`,
    body: { kwh: 0.7, last_updated: (late[n] as { last_updated: string }).last_updated },
  }));
  const codes = await together(() =>
    ended.flatMap((charge, n) => {
      const sent = [first[n]!, late[n]!, last[n]!].map((session) => put(charge, session));
      return n === 0 ? sent : sent.toReversed();
    }),
  );
  expect(new Set(codes)).toEqual(new Set([1000]));
  for (const { path, body } of patch)
    expect((await own.operator.call("PATCH", path, body)).code).toBe(1000);
  for (const charge of ended) {
    expect(await own.show(charge)).toMatchObject({ step: "ENDED", kwh: 0.9 });
    await own.send(own.record(charge, 0.9, 120));
    expect(await own.bills(charge.driver)).toMatchObject([{ amount_minor: 2_124 }]);
  }
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});
