import type { Session } from "@voltmarg/ocpi";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { sessionOf } from "@voltmarg/testkit/partner";
import { updatedInPlace } from "@voltmarg/testkit/updated-in-place";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rows, sql } from "../../platform/database/database.ts";
import {
  findSession,
  forgetSessions,
  keepSessions,
  keepUnlockedSessions,
} from "./announced-sessions.store.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
});
afterAll(() => own.close());

const DAY_MS = 86_400_000;
const PARTY = { country_code: "IN", party_id: "TST" };
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 6, minute)).toISOString();
const announced = (id: string, minute: number, kwh: number) =>
  sessionOf(id, { kwh, last_updated: at(minute) });

type Kept = Partial<Session> & { last_updated: string };
const sent = (id: string, kept: Kept, whole: boolean) => ({
  operatorId: own.operator.operatorId,
  update: { party: PARTY, id, whole, kept },
});
const keep = (id: string, kept: Kept, whole = true) =>
  keepUnlockedSessions(own.world.database.db, [sent(id, kept, whole)]);

const keptOf = async (id: string) => {
  const { db } = own.world.database;
  const found = await findSession(db, own.operator.operatorId, PARTY, id);
  const like = sql<{
    key: string;
  }>`select key from partner_session where lower(ocpi_id) = lower(${id})`;
  return [found?.kwh, (await rows(db, like)).map(({ key }) => key)];
};

test("[S-2] a session is one row, in whichever letters it comes", async () => {
  await keep("Old-1", announced("Old-1", 0, 1));
  expect(await keptOf("old-1")).toEqual([1, ["in/tst/old-1"]]);
  await keep("OLD-1", announced("OLD-1", 1, 2));
  expect(await keptOf("old-1")).toEqual([2, ["in/tst/old-1"]]);
  await keep("old-1", { kwh: 3, last_updated: at(2) }, false);
  expect(await keptOf("Old-1")).toEqual([3, ["in/tst/old-1"]]);

  // An older one never overwrites a newer one.
  await keep("old-1", announced("old-1", 0, 9));
  expect(await keptOf("old-1")).toEqual([3, ["in/tst/old-1"]]);
});

test("[S-2] a session that is announced several times at the same moment is stored each time", async () => {
  // One in a hundred would be refused.
  for (let n = 0; n < 200; n += 1) {
    const sessions = Array.from({ length: 10 }, (_, k) => announced(`at-once-${n}`, k, k));
    await Promise.all(sessions.map((session) => keep(session.id, session)));
    expect(await keptOf(`at-once-${n}`)).toEqual([9, [`in/tst/at-once-${n}`]]);
  }
});

test("[S-2] a part of a session adds its periods once, however often it comes, and only if it is not older", async () => {
  const { db } = own.world.database;
  const period = (minute: number) => ({
    start_date_time: at(minute),
    dimensions: [{ type: "ENERGY" as const, volume: 1 }],
  });
  await keep("Parts", { ...announced("Parts", 0, 1), charging_periods: [period(0)] });
  const part = (minute: number) =>
    keep("Parts", { charging_periods: [period(minute)], last_updated: at(minute) }, false);
  for (const minute of [1, 1, 2, 2, 1, 2]) await part(minute);
  const kept = await findSession(db, own.operator.operatorId, PARTY, "parts");
  expect(kept?.charging_periods).toEqual([period(0), period(1), period(2)]);
  // Without periods it leaves them as they are.
  await keep("Parts", { kwh: 5, last_updated: at(3) }, false);
  const after = await findSession(db, own.operator.operatorId, PARTY, "parts");
  expect([after?.kwh, after?.charging_periods?.length]).toEqual([5, 3]);
});

test("[S-2] an update of a session stays on its page and writes no index", async () => {
  await keep("Place", announced("Place", 0, 1));
  for (const [minute, whole] of [
    [1, true],
    [2, false],
    [3, true],
  ] as const) {
    const inPlace = updatedInPlace(own.world.database, "partner_session", (tx) =>
      keepSessions(tx, [sent("Place", announced("Place", minute, 2), whole)]),
    );
    expect(await inPlace).toBe(1);
  }
});

test("[S-2] a session goes when its last update is too old, not when its first one is", async () => {
  const { db } = own.world.database;
  const old = new Date(Date.UTC(2025, 0, 5));
  for (const id of ["Gone", "Long"])
    await keep(id, sessionOf(id, { last_updated: old.toISOString() }));
  await keep("Long", announced("Long", 0, 7));
  await forgetSessions(db, old);
  expect([(await keptOf("gone"))[1], (await keptOf("long"))[0]]).toEqual([["in/tst/gone"], 7]);
  await forgetSessions(db, new Date(old.getTime() + DAY_MS));
  expect([(await keptOf("gone"))[1], (await keptOf("long"))[0]]).toEqual([[], 7]);
});
