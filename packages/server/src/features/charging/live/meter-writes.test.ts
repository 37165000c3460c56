import { afterAll, beforeAll, expect, test } from "vitest";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { rows, sql } from "../../../platform/database/database.ts";
import { findSession } from "../session.store.ts";
import { meterRows, putMeters } from "./meter.store.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
});
afterAll(() => own.close());

const MINUTES = 12;

/** The stored meter values of a session, each with the transaction that wrote it. */
const stored = (sessionId: string) =>
  rows(
    own.world.database.db,
    sql<{ at: Date; kwh: string; writer: string }>`
      select at, kwh, xmin::text as writer from meter_value where session_id = ${sessionId} order by at`,
  );

async function startCharge() {
  const charge = await own.ask(await own.driver(), "EVEN-1");
  await own.tell(charge);
  const period = (minute: number, kwh: number) => ({
    start_date_time: new Date(charge.start + minute * 60_000).toISOString(),
    dimensions: [{ type: "ENERGY" as const, volume: kwh }],
  });
  const put = async (periods: ReturnType<typeof period>[], kwh: number) => {
    await own.world.pass(60, 60);
    const body = own.session(charge, { kwh, more: { charging_periods: periods } });
    const answer = await own.operator.call("PUT", `/sessions/IN/TST/${charge.ocpiId}`, body);
    expect(answer).toMatchObject({ status: 200, code: 1000 });
    return stored(charge.id);
  };
  return { period, put };
}

test("[S-2] a session sent whole each minute writes each of its meter values once", async () => {
  const { period, put } = await startCharge();
  const periods = [];
  const writers = new Map<string, Set<string>>();
  for (let minute = 0; minute < MINUTES; minute++) {
    periods.push(period(minute, 0.8));
    for (const { at, writer } of await put(periods, (minute + 1) * 0.8)) {
      const key = at.toISOString();
      writers.set(key, (writers.get(key) ?? new Set()).add(writer));
    }
  }
  const written = [...writers.values()].reduce((sum, { size }) => sum + size, 0);
  expect({ stored: writers.size, written }).toEqual({ stored: MINUTES, written: MINUTES });
});

test("[S-2] a session sent whole replaces what changed and removes what it no longer has", async () => {
  const { period, put } = await startCharge();
  const first = await put([period(0, 0.4), period(1, 0.1), period(2, 0.3)], 0.8);
  const second = await put([period(0, 0.4), period(2, 1.2)], 1.6);
  expect(second.map(({ kwh }) => Number(kwh))).toEqual([0.4, 1.2]);
  expect(second[0]).toEqual(first[0]);
  expect(second[1]!.writer).not.toBe(first[2]!.writer);
  expect(await put([], 1.6)).toEqual([]);
});

test("[S-2] a session sent whole removes nothing of another one of its driver that comes with it", async () => {
  const { db, pool, transact } = own.world.database;
  const driver = await own.driver();
  await pool.query("update app_user set allow_multi_charging = true where id = $1", [driver.id]);
  const [one, other] = await Promise.all(
    ["EVEN-2", "EVEN-3"].map(async (at) => {
      const { id } = await own.ask(driver, at, { selectedMoney: 100 });
      return (await findSession(db, driver.id, id))!;
    }),
  );
  const value = (minute: number, kwh: number) => ({
    at: new Date(one!.requested_at.getTime() + minute * 60_000),
    until: null,
    kwh: String(kwh),
    charging: true,
    power_kw: null,
    state_of_charge: null,
  });
  const put = (ofOne: number[], ofOther: number[]) =>
    transact((tx) =>
      putMeters(tx, [
        { row: one!, whole: true, values: ofOne.map((minute) => value(minute, 0.1)) },
        { row: other!, whole: false, values: ofOther.map((minute) => value(minute, 0.2)) },
      ]),
    );
  const minutes = (values: readonly { at: Date }[] | undefined) =>
    values?.map(({ at }) => (at.getTime() - one!.requested_at.getTime()) / 60_000);
  // The earliest value that is plausible is of a day before the request.
  const earliest = -24 * 60;
  await put([earliest, 0, 1], [earliest, 0, 2]);
  const told = await put([1], [3]);
  const kept = await meterRows(db, [one!, other!]);
  for (const of of [told, kept])
    expect([minutes(of.get(one!.id)), minutes(of.get(other!.id))]).toEqual([
      [1],
      [earliest, 0, 2, 3],
    ]);
});
