import { stations } from "@voltmarg/contract";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rows, sql } from "../../platform/database/database.ts";
import { outcomeOf } from "./count-start.ts";
import { findSession } from "./session.store.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
});
afterAll(() => own.close());

const db = () => own.world.database.db;
async function look() {
  const token = await own.tokenOf(await own.driver(0));
  const params = { id: own.places.get("EVEN")! };
  return (await own.world.call(stations.getLocation, { params, query: {}, token })).body.data;
}
async function charge(kwh: number, { minutes = 20, at = "EVEN-1", status = "COMPLETED" } = {}) {
  const asked = await own.ask(await own.driver(), at);
  await own.tell(asked, { kwh: 0 });
  own.world.clock.advance(minutes * 60_000);
  await own.tell(asked, { kwh, status });
  await own.world.drain();
  return asked;
}
const days = async () =>
  (
    await rows(
      db(),
      sql<{ evse_uid: string; worked: number; failed: number }>`
        select evse_uid, sum(worked)::int as worked, sum(failed)::int as failed from evse_start_day group by 1 order by 1`,
    )
  ).map(({ evse_uid, worked, failed }) => `${evse_uid} ${worked} ${failed}`);
const rowOf = async ({ driver, id }: OwnCharge) => (await findSession(db(), driver.id, id))!;

test("[L-15] a station and its EVSEs say when the last charge with energy ended and its highest power, and nothing of its driver", async () => {
  expect((await look()).proof).toEqual({ last_charged: null, starts: null });
  const first = await charge(16);
  const { end_at } = await rowOf(first);
  await charge(0, { at: "EVEN-2" });
  const { proof, evses } = await look();
  const at = new Date(Math.floor(end_at!.getTime() / 900_000) * 900_000).toISOString();
  expect(proof).toEqual({ last_charged: { at, power_kw: 48 }, starts: null });
  const ofEvses = evses.map((evse) => evse.proof!.last_charged?.power_kw ?? null);
  expect(ofEvses).toEqual([48, null, null]);
  expect(await days()).toEqual(["EVEN-1 1 0", "EVEN-2 0 1"]);
});

test("[L-18] lists say minutes later what a charge said of its station", async () => {
  own.world.clock.advance(11 * 60_000);
  const token = await own.tokenOf(await own.driver(0));
  const { body } = await own.world.call(stations.searchLocations, {
    query: { latitude: 18.52, longitude: 73.85, distance: 5_000, sort: "best" },
    token,
  });
  const listed = body.content.filter(({ proof }) => proof);
  expect(listed.map(({ id, proof }) => [id, proof])).toEqual([
    [own.places.get("EVEN"), (await look()).proof],
  ]);
});

test("[L-15] a step that is told twice counts once, and a charge record that knows better moves it", async () => {
  const quiet = await charge(0, { at: "EVEN-3" });
  expect(await days()).toContain("EVEN-3 0 1");
  // A worker died after its work and before it said so: its rows run again.
  await sql`update outbox set done_at = null, leased_until = null where topic = 'charging.stepped'`.execute(
    db(),
  );
  await own.world.drain();
  expect(await days()).toContain("EVEN-3 0 1");
  await own.send(own.record(quiet, 5, 1_200));
  await own.world.drain();
  expect(await days()).toContain("EVEN-3 1 0");
});

test("[L-15] the share is told from ten starts on, of 30 days; starts that failed because of the driver do not count", async () => {
  expect((await look()).proof!.starts).toBeNull();
  for (let n = 0; n < 6; n++) await charge(5);
  const said = await days();
  own.operator.answer = { result: "ACCEPTED", timeout: 30 };
  const cancelled = await charge(0, { minutes: 1, status: "ACTIVE" });
  expect(outcomeOf(await rowOf(cancelled))).toBeNull();
  expect(await days()).toEqual(said);
  expect((await look()).proof!.starts).toBeNull();
  own.operator.answer = { result: "REJECTED", timeout: 30 };
  await own.ask(await own.driver());
  await own.world.drain();
  expect((await look()).proof!.starts).toEqual({ tried: 10, worked: 8 });
  own.world.clock.advance(31 * 86_400_000);
  expect((await look()).proof!.starts).toBeNull();
  expect((await look()).proof!.last_charged).not.toBeNull();
});

test("[L-15] what counts against a charger", async () => {
  const row = await rowOf(await charge(0));
  const start = row.start_at!;
  const with_ = (more: object) => outcomeOf({ ...row, ...more });
  const failure = (code: string) =>
    with_({ start_at: null, failure: { code, message: "", not_charged: true } });
  for (const code of ["REJECTED", "OUT_OF_ORDER", "NO_ANSWER", "UNREACHABLE", "FAILED"])
    expect(failure(code), code).toBe("FAILED");
  for (const code of ["OCCUPIED", "NOT_PLUGGED", "CANCELLED"])
    expect(failure(code), code).toBeNull();
  const stopped = (reason: string, seconds: number) =>
    with_({ stop_reason: reason, stop_asked_at: new Date(start.getTime() + seconds * 1000) });
  expect(stopped("DRIVER", 60)).toBeNull();
  expect(stopped("DRIVER", 180)).toBe("FAILED");
  expect(stopped("LIMIT", 180)).toBeNull();
  expect(stopped("BALANCE", 180)).toBeNull();
  expect(with_({ stop_reason: "CAR" })).toBe("FAILED");
  expect(with_({ stop_reason: "DRIVER", kwh: 0.2 })).toBe("WORKED");
  expect(with_({ open: true })).toBeNull();
});

test("[L-15] a charge by a driver without a vehicle counts, also when its operator tells the state of charge", async () => {
  own.operator.answer = { result: "ACCEPTED", timeout: 30 };
  const asked = await own.ask(await own.driver(), "EVEN-2");
  await own.tell(asked, { kwh: 0 });
  own.world.clock.advance(20 * 60_000);
  const charging_periods = [
    {
      start_date_time: new Date(asked.start).toISOString(),
      dimensions: [
        { type: "ENERGY", volume: 16 },
        { type: "STATE_OF_CHARGE", volume: 80 },
      ],
    },
  ];
  await own.tell(asked, { kwh: 16, status: "COMPLETED", more: { charging_periods } });
  await own.world.drain();
  expect((await rowOf(asked)).state_of_charge).toBe(80);
  expect(await days()).toContain("EVEN-2 1 1");
});
