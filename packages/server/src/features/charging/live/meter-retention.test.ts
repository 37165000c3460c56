import { afterAll, beforeAll, expect, test } from "vitest";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { START } from "@voltmarg/testkit/harness";
import { rows, sql } from "../../../platform/database/database.ts";
import { ensurePartitions } from "../../../platform/database/migrate.ts";
import { forgetMeter } from "./meter-retention.ts";
import { findSession } from "../session.store.ts";
import { meterRows } from "./meter.store.ts";

const DAY_S = 86_400;
const silent = { info: () => {} } as unknown as Parameters<typeof forgetMeter>[0]["logger"];

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  await ensurePartitions(own.world.database.db, START);
});
afterAll(() => own.close());

async function charged(): Promise<OwnCharge> {
  const charge = await own.ask(await own.driver());
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3 });
  return charge;
}
const end = async (charge: OwnCharge) => {
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  await own.world.drain();
};
const forget = async (at: string) => {
  const clock = { now: () => new Date(at) };
  await forgetMeter({ database: own.world.database, clock, logger: silent }, 12);
};
const monthOf = async () =>
  (
    await rows(
      own.world.database.db,
      sql<{ part: string }>`select distinct tableoid::regclass::text as part from meter_value`,
    )
  ).map(({ part }) => part);
const metered = async ({ driver, id }: OwnCharge) => {
  const { db } = own.world.database;
  const session = (await findSession(db, driver.id, id))!;
  return (await meterRows(db, [session])).get(id)!.length;
};

test("[B-3] meter values are deleted by whole months, not before all sessions of the month are settled; values that a bill uses stay", async () => {
  const billed = await charged();
  await end(billed);
  await own.send(own.record(billed, 3, 600));
  const unbilled = await charged();
  await end(unbilled);
  expect(await metered(billed)).toBeGreaterThan(0);
  const rowsBefore = await metered(unbilled);
  expect(rowsBefore).toBeGreaterThan(0);
  expect(await monthOf()).toEqual(["meter_value_20261101"]);

  await forget("2027-11-30T23:59:59Z");
  expect(await monthOf(), "a year is not over").toEqual(["meter_value_20261101"]);
  await forget("2027-12-01T00:00:00Z");
  expect(await monthOf(), "one waits for its record").toEqual(["meter_value_20261101"]);

  // The operator never sends a CDR: the bill is made from its reports, and becomes final.
  await own.world.pass(DAY_S + 60, 3_600);
  await own.world.pass(31 * DAY_S, DAY_S / 2);
  const found = await findSession(own.world.database.db, unbilled.driver.id, unbilled.id);
  expect(found).toMatchObject({ step: "BILLED", provisional_since: null });
  await forget("2027-12-01T00:00:00Z");
  expect(await monthOf()).toEqual([]);
  expect(await metered(billed)).toBe(0);
  expect(await metered(unbilled), "its bill rests on it").toBe(rowsBefore);
});
