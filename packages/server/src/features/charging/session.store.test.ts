import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { one, sql } from "../../platform/database/database.ts";
import {
  changedOfUsers,
  changedSince,
  claimAsking,
  findByKey,
  findSession,
  findStart,
  insertSession,
  newestSession,
  oldestRunning,
  openAt,
  openSessions,
  saveSessions,
  setCounted,
  unsettledAt,
  type SessionRow,
} from "./session.store.ts";
import {
  chargedAt,
  chargesOf,
  hasCharged,
  lastCharged,
  startsAt,
  startsAtEach,
} from "./start/starts.store.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const at = (minutes: number) => new Date(NOON + minutes * 60_000);

let own: OwnOperator;
let template: SessionRow;
beforeAll(async () => {
  own = await openOwnOperator();
  const charge = await own.ask(await own.driver());
  template = (await findSession(own.world.database.db, charge.driver.id, charge.id))!;
});
afterAll(() => own.close());
const db = () => own.world.database.db;

let made = 0;
/** A driver's session at an operator of its own, unless the test names one. */
async function put(
  user_id: string,
  more: Partial<SessionRow> = {},
  key: string | null = null,
): Promise<SessionRow> {
  made += 1;
  const id = `ses_stored_${String(made).padStart(4, "0")}`;
  const row: SessionRow = { ...template, id, ocpi_session_id: null, ...more, user_id };
  await own.world.database.transact(async (tx) => {
    row.version = await insertSession(tx, row, key);
    await saveSessions(tx, [row]);
  });
  return row;
}
let drivers = 0;
const newDriver = () => `usr_stored_${++drivers}`;
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const RUNS = { step: "FLOWING", status: "ACTIVE", open: true } as const;
const ENDED = { step: "ENDED", status: "COMPLETED", open: false } as const;

describe("[S-1] a driver's sessions", () => {
  test("that are open come newest first, without those that ended and those of others", async () => {
    const driver = newDriver();
    const older = await put(driver, { requested_at: at(0) });
    const newer = await put(driver, { requested_at: at(5) });
    await put(driver, { ...ENDED, requested_at: at(9) });
    await put(newDriver(), { requested_at: at(9) });
    expect(idsOf(await openSessions(db(), driver))).toEqual([newer.id, older.id]);
  });

  test("have a newest one: of two at one instant the later made", async () => {
    const driver = newDriver();
    expect(await newestSession(db(), driver)).toBeNull();
    await put(driver, { requested_at: at(7) });
    const last = await put(driver, { ...ENDED, requested_at: at(7) });
    await put(driver, { requested_at: at(3) });
    expect((await newestSession(db(), driver))?.id).toBe(last.id);
  });

  test("are found by the key of their start, which is its driver's alone", async () => {
    const [driver, other] = [newDriver(), newDriver()];
    const one_ = await put(driver, {}, "key-1");
    const theirs = await put(other, {}, "key-1");
    await put(driver, {}, "key-2");
    expect((await findByKey(db(), driver, "key-1"))?.id).toBe(one_.id);
    expect((await findByKey(db(), other, "key-1"))?.id).toBe(theirs.id);
    expect(await findByKey(db(), other, "key-2")).toBeNull();
  });

  test("are changed one by one", async () => {
    const driver = newDriver();
    const [row, other] = [await put(driver), await put(driver)];
    const theirs = await put(newDriver());
    await own.world.database.transact(async (tx) => {
      await saveSessions(tx, []);
      await saveSessions(tx, [Object.assign(row, { kwh: 3, cost_minor: 700n })]);
      await setCounted(tx, row, "WORKED");
    });
    const counted = async ({ user_id, id }: SessionRow) => {
      const found = (await findSession(db(), user_id, id))!;
      return [found.kwh, found.cost_minor, found.counted, found.version];
    };
    expect(await counted(row)).toEqual([3, 700n, "WORKED", row.version]);
    for (const each of [other, theirs])
      expect(await counted(each)).toEqual([null, null, null, each.version]);
  });

  test("that changed after a version are those above it, open or not, by rising versions", async () => {
    const [driver, other] = [newDriver(), newDriver()];
    const first = await put(driver);
    const theirs = await put(other);
    const ended = await put(driver, ENDED);
    const last = await put(driver);
    const above = async (users: string[], version: bigint) =>
      idsOf(await changedOfUsers(db(), users, version));
    expect(await above([driver], first.version - 1n)).toEqual([first.id, ended.id, last.id]);
    expect(await above([driver], first.version)).toEqual([ended.id, last.id]);
    expect(await above([driver], ended.version)).toEqual([last.id]);
    expect(await above([driver], last.version)).toEqual([]);
    expect(await above([driver, other], first.version)).toEqual([theirs.id, ended.id, last.id]);
    expect(idsOf(await changedSince(db(), other, first.version))).toEqual([theirs.id]);
  });

  test("are asked about by one replica at a time, each for itself", async () => {
    const driver = newDriver();
    const [row, other] = [await put(driver), await put(driver)];
    expect(await claimAsking(db(), row, at(-1), at(0))).toBe(true);
    expect(await claimAsking(db(), row, at(-1), at(0))).toBe(false);
    expect(await claimAsking(db(), row, new Date(NOON - 1), at(0))).toBe(false);
    expect(await claimAsking(db(), row, at(0), at(1))).toBe(true);
    const asked = await one(
      db(),
      sql<{ at: Date | null }>`select record_asked_at as at from session where id = ${other.id}`,
    );
    expect(asked).toEqual({ at: null });
    expect(await claimAsking(db(), { ...row, id: "ses_nowhere" }, at(0), at(1))).toBe(false);
  });
});

describe("[L-10] an operator's sessions", () => {
  test("run, or wait for their bill with money held", async () => {
    const operator_id = "opr_counted";
    const driver = newDriver();
    for (const more of [
      RUNS,
      {},
      { ...RUNS, provisional_since: at(0), closed_at: at(0) },
      ENDED,
      { ...ENDED, provisional_since: at(0) },
      { ...ENDED, closed_at: at(0) },
      { ...ENDED, status: "INVALID" as const },
      { ...RUNS, status: "INVALID" as const },
      { ...ENDED, step: "BILLED" as const },
    ])
      await put(driver, { ...more, operator_id });
    await put(driver, ENDED);
    expect(await unsettledAt(db(), operator_id)).toEqual({ running: 3, unbilled: 1 });
    expect(await unsettledAt(db(), "opr_without")).toEqual({ running: 0, unbilled: 0 });
  });

  test("that are open are listed in the order of their starts; of running ones it knows the oldest", async () => {
    const operator_id = "opr_listed";
    const driver = newDriver();
    const late = await put(driver, { ...RUNS, operator_id, requested_at: at(8) });
    const first = await put(driver, {
      ...RUNS,
      step: "STARTED",
      operator_id,
      requested_at: at(4),
    });
    const waiting = await put(driver, { operator_id, step: "ACCEPTED", requested_at: at(2) });
    await put(driver, { ...RUNS, open: false, operator_id, requested_at: at(1) });
    await put(driver, { ...RUNS, requested_at: at(1) });
    expect(idsOf(await openAt(db(), operator_id))).toEqual([waiting.id, first.id, late.id]);
    const oldest = await oldestRunning(db());
    expect(oldest.filter((each) => each.operator_id === operator_id)).toEqual([
      { operator_id, requested_at: at(4) },
    ]);
  });
});

describe("[S-1] a session without our reference", () => {
  const operatorId = "opr_matched";
  const driver = "usr_matched";
  const question = (more: object = {}) => ({
    operatorId,
    party: { country_code: "in", party_id: "tst" },
    driver,
    evseUid: "even-1",
    from: at(0),
    until: at(10),
    takes: "SESSION" as const,
    ...more,
  });
  const found = async (more?: object) => (await findStart(db(), question(more)))?.session_id;
  let start: SessionRow;
  beforeAll(async () => {
    await put(driver, { operator_id: operatorId, requested_at: at(0) });
    start = await put(driver, { operator_id: operatorId, requested_at: at(5) });
    await put(driver, { requested_at: at(7) });
    await put("usr_another", { operator_id: operatorId, requested_at: at(8) });
  });

  test("belongs to the last start of its driver, plug, operator and time, in whichever letters", async () => {
    expect(await found()).toBe(start.id);
    expect(await found({ driver: driver.toUpperCase() })).toBe(start.id);
    expect(await found({ evseUid: "EVEN-1", party: { country_code: "IN", party_id: "TST" } })).toBe(
      start.id,
    );
    expect(await found({ from: at(5), until: at(5) })).toBe(start.id);
  });

  test.each([
    ["operator", { operatorId: "opr_foreign" }],
    ["country", { party: { country_code: "NP", party_id: "TST" } }],
    ["party", { party: { country_code: "IN", party_id: "OTH" } }],
    ["driver", { driver: "usr_nobody" }],
    ["plug", { evseUid: "EVEN-2" }],
    ["later time", { from: new Date(at(8).getTime() + 1), until: at(10) }],
    ["earlier time", { from: at(-9), until: new Date(at(0).getTime() - 1) }],
  ])("of another %s belongs to none", async (_what, more) => {
    expect(await found(more)).toBeUndefined();
  });

  test("belongs to a start without one; a charge record to a start without a final bill", async () => {
    const more = { driver: "usr_several", from: at(0), until: at(60) };
    const of = (minutes: number, row: Partial<SessionRow>) =>
      put("usr_several", { operator_id: operatorId, requested_at: at(minutes), ...row });
    const bare = await of(1, {});
    expect(await found({ ...more, takes: "CDR" })).toBe(bare.id);
    const running = await of(2, { ocpi_session_id: "s-1" });
    expect(await found(more)).toBe(bare.id);
    expect(await found({ ...more, takes: "CDR" })).toBe(running.id);
    const ours = await of(3, {
      ocpi_session_id: "s-2",
      cdr_id: "cdr_1",
      provisional_since: at(3),
    });
    expect(await found({ ...more, takes: "CDR" })).toBe(ours.id);
    await of(4, { ocpi_session_id: "s-3", cdr_id: "cdr_2" });
    expect(await found({ ...more, takes: "CDR" })).toBe(ours.id);
    expect(await found(more)).toBe(bare.id);
  });
});

describe("[L-15] what starts say of a station", () => {
  const [HERE, THERE] = ["loc_here", "loc_there"];
  const placed = (location: string, evse_uid = "E-1"): Pick<SessionRow, "snapshot"> => ({
    snapshot: {
      ...template.snapshot,
      evse_uid,
      location: { ...template.snapshot.location, id: location },
    },
  });
  const failedAs = (code: NonNullable<SessionRow["failure"]>["code"]): Partial<SessionRow> => ({
    status: "FAILED",
    step: "FAILED",
    open: false,
    failure: { code, message: "", not_charged: true },
  });
  const [driver, other] = ["usr_starts_1", "usr_starts_2"];
  beforeAll(async () => {
    const here = placed(HERE);
    await put(driver, { ...here, start_at: at(1), requested_at: at(0) });
    await put(driver, { ...here, start_at: at(1), requested_at: new Date(NOON - 1) });
    const codes = ["REJECTED", "OUT_OF_ORDER", "NO_ANSWER", "UNREACHABLE", "FAILED"] as const;
    for (const [n, code] of codes.entries())
      await put(other, {
        ...placed(HERE, `E-${code}`),
        ...failedAs(code),
        requested_at: at(n + 1),
      });
    for (const code of ["OCCUPIED", "NOT_PLUGGED", "CANCELLED"] as const)
      await put(other, { ...here, ...failedAs(code), requested_at: at(6) });
    await put(other, { ...here, requested_at: at(7) });
    await put(other, { ...placed(THERE), start_at: at(8), requested_at: at(8) });
    await put(other, { ...placed("loc_else"), start_at: at(9), requested_at: at(9) });
  });
  const expected = [
    { user_id: driver, evse_uid: "E-1", at: at(0), failed: false },
    ...["REJECTED", "OUT_OF_ORDER", "NO_ANSWER", "UNREACHABLE", "FAILED"].map((code, n) => ({
      user_id: other,
      evse_uid: `E-${code}`,
      at: at(n + 1),
      failed: true,
    })),
  ];
  const sorted = <T extends { at: Date }>(rows: readonly T[]) =>
    rows.toSorted((a, b) => a.at.getTime() - b.at.getTime());

  test("are those that charged, and those that failed by the charger's fault, since an instant", async () => {
    expect(sorted(await startsAt(db(), HERE, at(0)))).toEqual(expected);
    const each = sorted(await startsAtEach(db(), [HERE, THERE], at(0)));
    const there = { user_id: other, evse_uid: "E-1", at: at(8), failed: false };
    expect(each).toMatchObject([...expected, there]);
    expect(each.map(({ location_id }) => location_id)).toEqual([
      ...expected.map(() => HERE),
      THERE,
    ]);
  });

  test("name the stations at which a driver began to charge since an instant", async () => {
    const charged = async (user: string, since: Date, ids = [HERE, THERE]) => [
      ...(await chargedAt(db(), user, ids, since)),
    ];
    expect(await charged(driver, at(0))).toEqual([HERE]);
    expect(await charged(driver, new Date(at(0).getTime() + 1))).toEqual([]);
    expect(await charged(other, at(0))).toEqual([THERE]);
    expect(await charged(other, at(8))).toEqual([THERE]);
    expect(await charged(other, at(0), [HERE])).toEqual([]);
  });
});

describe("[V-9] a vehicle's charges", () => {
  const withVehicle = (id: string): Pick<SessionRow, "snapshot"> => ({
    snapshot: {
      ...template.snapshot,
      vehicle: { id } as unknown as NonNullable<SessionRow["snapshot"]["vehicle"]>,
    },
  });

  test.each([
    [0, null],
    [0.4, 0],
    [1, 1],
    [99.6, 100],
    [100, 100],
    [100.1, null],
    [null, null],
  ])("say how full it was: %s %%", async (state_of_charge, percent) => {
    const driver = newDriver();
    const more = { ...ENDED, end_at: at(30), state_of_charge, ...withVehicle("veh_1") };
    await put(driver, more);
    expect(await lastCharged(db(), driver, "veh_1")).toEqual(
      percent === null ? null : { percent, at: at(30) },
    );
  });

  test("say it as of the last that ended and told it, of this vehicle alone", async () => {
    const driver = newDriver();
    const one_ = { ...ENDED, ...withVehicle("veh_1") };
    await put(driver, { ...one_, requested_at: at(0), end_at: at(9), state_of_charge: 40 });
    await put(driver, { ...one_, requested_at: at(1), end_at: at(8), state_of_charge: 60 });
    await put(driver, { ...one_, requested_at: at(2), end_at: at(10), state_of_charge: 0 });
    await put(driver, { ...one_, requested_at: at(3), end_at: null, state_of_charge: 70 });
    const more = { ...ENDED, requested_at: at(4), end_at: at(11), state_of_charge: 80 };
    await put(driver, { ...more, ...withVehicle("veh_2") });
    await put(newDriver(), { ...more, ...withVehicle("veh_1") });
    expect(await lastCharged(db(), driver, "veh_1")).toEqual({ percent: 60, at: at(8) });
  });

  test("are those that go on or ended since an instant, with what they took once it is final", async () => {
    const driver = newDriver();
    const car = withVehicle("veh_1");
    const since = NOON;
    const of = (n: number, more: Partial<SessionRow>) =>
      put(driver, { kwh: n, start_at: at(-60 + n), ...car, ...more });
    await of(1, { ...RUNS, news_at: at(-30) });
    await of(2, { ...ENDED, end_at: at(0) });
    await of(3, { ...ENDED, end_at: new Date(NOON + 1) });
    await of(4, { ...ENDED, news_at: at(5) });
    await of(5, { ...ENDED, news_at: at(-5) });
    await of(6, { ...ENDED, start_at: at(6) });
    await of(7, { ...ENDED, status: "INVALID", end_at: at(7) });
    await of(8, { ...ENDED, start_at: null, end_at: at(8) });
    await of(9, { ...ENDED, end_at: at(9), ...withVehicle("veh_2") });
    await put(newDriver(), { ...ENDED, ...car, start_at: at(1), end_at: at(9) });
    const charges = await chargesOf(db(), driver, "veh_1", since);
    expect(charges.toSorted((a, b) => a.startMs - b.startMs)).toEqual([
      { startMs: at(-59).getTime(), endMs: Infinity, kwh: null },
      { startMs: at(-57).getTime(), endMs: NOON + 1, kwh: 3 },
      { startMs: at(-56).getTime(), endMs: at(5).getTime(), kwh: 4 },
      { startMs: at(-53).getTime(), endMs: at(7).getTime(), kwh: null },
      { startMs: at(6).getTime(), endMs: at(6).getTime(), kwh: 6 },
    ]);
  });

  test.each([
    [{ ...ENDED, kwh: 0.1 }, true],
    [{ ...ENDED, kwh: 0 }, false],
    [{ ...ENDED, kwh: null }, false],
    [{ ...RUNS, kwh: 5 }, false],
    [{ ...ENDED, status: "INVALID" as const, kwh: 5 }, false],
  ])("%o: it has charged is %s", async (more, charged) => {
    const driver = newDriver();
    await put(newDriver(), { ...ENDED, kwh: 5 });
    await put(driver, more);
    expect(await hasCharged(db(), driver)).toBe(charged);
  });
});
