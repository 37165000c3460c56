import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountOf, companyDriver, newCompany } from "@voltmarg/testkit/company";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { fakeClock } from "@voltmarg/testkit/service-parts";
import { sql, type Tx } from "../../../platform/database/database.ts";
import { admitCompanyCharge } from "../../companies/index.ts";
import { holdsOf, placeHold, releaseHold } from "../../wallet/index.ts";
import type { ChargingDeps } from "../change-session.ts";
import { findSession, insertSession, saveSessions, type SessionRow } from "../session.store.ts";
import { findStopLead } from "../stop/stop-latency.store.ts";
import { followStatus } from "./follow-status.ts";

// A session in each of our states, and each status of its operator.
const NOW = Date.parse("2026-11-20T12:00:00Z");
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const ago = (milliseconds: number) => new Date(NOW - milliseconds);

let own: OwnOperator;
let template: SessionRow;
beforeAll(async () => {
  own = await openOwnOperator();
  const rich = await own.driver();
  const charge = await own.ask(rich);
  await sql`update ledger_wallet set wallet = 10000000 where owner = ${rich.id}`.execute(
    own.world.database.db,
  );
  template = (await findSession(own.world.database.db, charge.driver.id, charge.id))!;
});
afterAll(() => own.close());

let commands: unknown[];
let watches: { at: Date }[];
let told: string[];
let errors: string[];
const deps = {
  clock: fakeClock(new Date(NOW)),
  logger: { error: (_at: unknown, message: string) => errors.push(message) },
  outbox: {
    enqueue: async (_tx: Tx, _topic: string, { kind }: { kind: string }) =>
      void commands.push(kind),
    enqueueOnce: async (_tx: Tx, _topic: string, _only: unknown, when: { at: Date }) =>
      void watches.push(when),
  },
  tellDriver: async (_tx: Tx, _user: string, { of }: { of: string }) => void told.push(of),
} as unknown as ChargingDeps;
beforeEach(() => {
  commands = [];
  watches = [];
  told = [];
  errors = [];
});

const HOLD = 15_000n;
let made = 0;
/** A session with a hold of ₹150; `released`: of a driver of its own, whose hold is released. */
async function sessionWith(
  more: Partial<SessionRow>,
  of: { released?: boolean; companyDriver?: string } = {},
): Promise<SessionRow> {
  const { released = false, companyDriver: company = null } = of;
  const userId = company ?? (released ? (await own.driver()).id : template.user_id);
  made += 1;
  const row: SessionRow = {
    ...template,
    user_id: userId,
    id: `ses_followed_${made}`,
    operator_id: `opr_followed_${made}`,
    step: "SENT",
    timeline: [{ step: "SENT", at: ago(MINUTE).toISOString() }],
    requested_at: ago(MINUTE),
    ocpi_session_id: "s-1",
    told: [],
    ...more,
    snapshot: {
      ...template.snapshot,
      hold_minor: company === null ? Number(HOLD) : null,
      bound_minor: 1_000,
    },
  };
  await own.world.database.transact(async (tx) => {
    row.version = await insertSession(tx, row, null);
    await saveSessions(tx, [row]);
    if (row.snapshot.hold_minor === null) return;
    const held = { userId, sessionId: row.id, reason: "Held", at: ago(MINUTE) };
    await placeHold(tx, { ...held, amount: HOLD });
    if (released) await releaseHold(tx, { ...held, status: "RELEASED" });
  });
  return row;
}
const follow = (row: SessionRow, status?: string) =>
  own.world.database.transact(async (tx) => {
    await followStatus(deps, tx, row, status);
    await saveSessions(tx, [row]);
  });
const holdOf = async ({ user_id, id }: SessionRow) =>
  (await holdsOf(own.world.database.db, [{ user_id, session_id: id }]))[0]?.status;
const stepsOf = ({ timeline }: SessionRow) => timeline.map(({ step }) => step);
const soon = [{ at: new Date(NOW + 5 * SECOND), sooner: true }];

const started = { step: "STARTED", status: "ACTIVE", start_at: ago(MINUTE) } as const;
const stopping = {
  ...started,
  step: "STOPPING",
  stop_asked_at: ago(MINUTE),
  stop_sent_at: ago(MINUTE),
  stop_reason: "DRIVER",
} as const;
const ended = { step: "ENDED", status: "COMPLETED", open: false } as const;
const givenUp = { ...ended, given_up_at: ago(MINUTE) };
const failed = {
  step: "EXPIRED",
  status: "FAILED",
  open: false,
  failure: { code: "NO_ANSWER", message: "", not_charged: false },
} as const;

describe("[S-2] a session that is requested or runs", () => {
  test.each([
    [null, ["SENT", "STARTED"]],
    [0, ["SENT", "STARTED"]],
    [0.5, ["SENT", "STARTED", "FLOWING"]],
  ])("with %s kWh begins when its operator says ACTIVE", async (kwh, steps) => {
    const row = await sessionWith({ kwh, start_at: ago(MINUTE), cost_minor: 0n });
    await follow(row, "ACTIVE");
    expect(stepsOf(row)).toEqual(steps);
    expect([row.status, commands]).toEqual(["ACTIVE", []]);
    // The next check of its limit.
    expect(row.limit_due_at).not.toBeNull();
  });

  test("goes on by an update without a status only if it runs", async () => {
    const waiting = await sessionWith({ kwh: 1 });
    await follow(waiting);
    expect(stepsOf(waiting)).toEqual(["SENT"]);
    const running = await sessionWith({ ...started, kwh: 1 });
    await follow(running);
    expect(running.step).toBe("FLOWING");
  });

  test.each(["PENDING", "RESERVATION", "CHARGING"])("is not changed by %s", async (status) => {
    const row = await sessionWith({ ...started, kwh: 1 });
    await follow(row, status);
    expect([row.step, row.limit_due_at]).toEqual(["STARTED", null]);
  });

  test("is stopped as it begins, if its driver has taken it back", async () => {
    const row = await sessionWith({ stop_asked_at: ago(30 * SECOND), kwh: 1 });
    await follow(row, "ACTIVE");
    expect(commands).toEqual(["STOP_SESSION"]);
    expect(row).toMatchObject({
      step: "STOPPING",
      stop_reason: "DRIVER",
      stop_asked_at: ago(30 * SECOND),
      stop_sent_at: ago(0),
    });
  });

  test("is stopped at its limit", async () => {
    const row = await sessionWith({ ...started, kwh: 30, cost_minor: 70_800n });
    await follow(row, "ACTIVE");
    expect(commands).toEqual(["STOP_SESSION"]);
    expect(row.stop_reason).toBe("LIMIT");
  });

  test("ends, by the car if nobody stopped it, and its bill is looked for soon", async () => {
    const row = await sessionWith({ start_at: ago(MINUTE), end_at: ago(0) });
    await follow(row, "COMPLETED");
    expect(stepsOf(row)).toEqual(["SENT", "STARTED", "ENDED"]);
    expect(row).toMatchObject({ status: "COMPLETED", open: false, stop_reason: "CAR" });
    expect(watches).toEqual(soon);
    expect(await holdOf(row)).toBe("HELD");
    expect(await findStopLead(own.world.database.db, row.operator_id)).toBeNull();
  });
});

describe("[S-3] a session that is to stop", () => {
  test("goes on for its operator without a second stop", async () => {
    const row = await sessionWith({ ...stopping, kwh: 30, cost_minor: 70_800n });
    await follow(row, "ACTIVE");
    expect([row.step, commands, watches]).toEqual(["STOPPING", [], []]);
  });

  test("ends, and how long its stop took is learnt", async () => {
    const row = await sessionWith({
      ...stopping,
      end_at: ago(0),
      timeline: [{ step: "STOPPING", at: ago(8 * SECOND).toISOString() }],
    });
    await follow(row, "COMPLETED");
    expect(stepsOf(row)).toEqual(["STOPPING", "STARTED", "ENDED"]);
    expect(row.stop_reason).toBe("DRIVER");
    expect(await findStopLead(own.world.database.db, row.operator_id)).toMatchObject({
      mean: 8,
      samples: 1,
    });
  });
});

describe("[S-2] a session that its operator withdraws", () => {
  test.each([
    ["waits", {}],
    ["runs", started],
    ["is to stop", stopping],
    ["failed", failed],
    ["has ended", { ...ended, provisional_since: ago(MINUTE) }],
    ["was given up", givenUp],
  ])("while it %s costs nothing and is over", async (_what, more) => {
    const row = await sessionWith(more);
    await follow(row, "INVALID");
    expect(row).toMatchObject({
      status: "INVALID",
      step: "ENDED",
      open: false,
      provisional_since: null,
    });
    expect(await holdOf(row)).toBe("RELEASED");
    expect(commands).toEqual([]);
  });

  test("after we billed it ourselves stays billed until staff have looked at it", async () => {
    const row = await sessionWith({
      ...givenUp,
      step: "BILLED",
      provisional_since: ago(MINUTE),
    });
    await follow(row, "INVALID");
    expect(row).toMatchObject({
      status: "COMPLETED",
      step: "BILLED",
      provisional_since: ago(MINUTE),
    });
    expect(errors).toHaveLength(1);
    expect(await holdOf(row)).toBe("HELD");
  });
});

describe("[S-2] a session that has ended", () => {
  test.each(["ACTIVE", "COMPLETED", undefined])("is not changed by %s", async (status) => {
    const row = await sessionWith({ ...ended, kwh: 1 });
    await follow(row, status);
    expect([row.step, row.stop_reason, commands, watches]).toEqual(["ENDED", null, [], []]);
  });

  test.each([
    ["ENDED", null, 1],
    ["ENDED", 59_999, 0],
    ["ENDED", 60_000, 1],
    ["BILLED", 60_000, 1],
  ] as const)(
    "by us alone, %s, and whose stop was sent %s ms ago, is stopped again or not",
    async (step, sent, stops) => {
      const row = await sessionWith({
        ...givenUp,
        step,
        stop_sent_at: sent === null ? null : ago(sent),
      });
      await follow(row, "ACTIVE");
      expect(commands).toHaveLength(stops);
      expect([row.step, row.stop_reason]).toEqual([step, stops > 0 ? "SILENT" : null]);
    },
  );

  test.each(["ENDED", "BILLED"] as const)(
    "by us alone, %s, is no longer given up once its operator confirms it",
    async (step) => {
      const row = await sessionWith({ ...givenUp, step });
      await follow(row, "COMPLETED");
      expect([row.step, row.given_up_at]).toEqual([step, null]);
      expect(watches).toEqual(soon);
    },
  );
});

describe("[S-1] a start that failed for us, and runs", () => {
  const late = (more: Partial<SessionRow> = {}): Promise<SessionRow> =>
    sessionWith({ ...failed, start_at: ago(MINUTE), ...more }, { released: true });
  const outcomeOf = async (row: SessionRow) => ({
    step: row.step,
    failed: row.failure !== null,
    commands,
    told,
    watch: watches.at(-1),
    hold: await holdOf(row),
  });
  const WATCHED = { at: new Date(NOW + 5 * SECOND), sooner: true };
  const GOES_ON = {
    step: "STARTED",
    failed: false,
    commands: [],
    told: ["BEGAN_LATE"],
    watch: WATCHED,
    hold: "HELD",
  };
  const STOPPED = {
    step: "STOPPING",
    failed: true,
    commands: ["STOP_SESSION"],
    told: ["STOPPED_LATE"],
    watch: WATCHED,
    hold: "RELEASED",
  };
  const wallet = (row: SessionRow, paise: bigint, owed = 0n) =>
    sql`update ledger_wallet set wallet = ${paise}, overdraft = ${-owed} where owner = ${row.user_id}`.execute(
      own.world.database.db,
    );

  test("has ended when its operator says so", async () => {
    const row = await late();
    await follow(row, "COMPLETED");
    expect(stepsOf(row)).toEqual(["SENT", "STARTED", "ENDED"]);
  });

  test.each([
    [14_000n, 15_000n, 0n],
    [null, 15_000n, 0n],
    [13_000n, 20_000n, 5_000n],
  ])("goes on for %s paise, with %i in the wallet, %i owed", async (cost_minor, paise, owed) => {
    const row = await late({ cost_minor });
    await wallet(row, paise, owed);
    await follow(row, "ACTIVE");
    expect(await outcomeOf(row)).toEqual(GOES_ON);
  });

  test.each([
    [14_001n, 15_000n, 0n],
    [null, 14_999n, 0n],
    [13_000n, 20_000n, 5_001n],
  ])("is stopped for %s paise, with %i in the wallet, %i owed", async (cost_minor, paise, owed) => {
    const row = await late({ cost_minor });
    await wallet(row, paise, owed);
    await follow(row, "ACTIVE");
    expect(await outcomeOf(row)).toEqual(STOPPED);
  });

  test.each([
    ["refused", { code: "REJECTED", message: "", not_charged: false }, "REJECTED"],
    ["cancelled", { code: "CANCELLED", message: "", not_charged: false }, "EXPIRED"],
    ["said to be free", { code: "NO_ANSWER", message: "", not_charged: true }, "EXPIRED"],
  ] as const)("is stopped if it was %s", async (_what, failure, step) => {
    const row = await late({ failure, step });
    await follow(row, "ACTIVE");
    expect(await outcomeOf(row)).toEqual(STOPPED);
  });

  test.each([
    ["elsewhere, by a driver who may have one", false, "EVEN-2", false],
    ["elsewhere, by a driver who may have several", true, "EVEN-2", true],
    ["at the same plug, by a driver who may have several", true, "EVEN-1", false],
  ])("goes on or is stopped if another one runs %s", async (_what, several, evse_uid, goesOn) => {
    const row = await late();
    const other: SessionRow = {
      ...row,
      ...started,
      id: `${row.id}_other`,
      open: true,
      failure: null,
      snapshot: { ...row.snapshot, evse_uid },
    };
    await own.world.database.transact(async (tx) => {
      await sql`update app_user set allow_multi_charging = ${several} where id = ${row.user_id}`.execute(
        tx,
      );
      await insertSession(tx, other, null);
    });
    await follow(row, "ACTIVE");
    expect(await outcomeOf(row)).toEqual(goesOn ? GOES_ON : STOPPED);
  });

  test("is stopped if its driver is gone", async () => {
    const row = await late();
    await sql`update session set user_id = 'usr_gone' where id = ${row.id}`.execute(
      own.world.database.db,
    );
    row.user_id = "usr_gone";
    await follow(row, "ACTIVE");
    expect(row).toMatchObject({ step: "STOPPING", stop_reason: "LATE" });
  });
});

describe("[S-7] a company's session", () => {
  async function ofCompany(more: Partial<SessionRow>) {
    const company = await newCompany(own.world);
    const { id: userId } = await companyDriver(own.world, company);
    const row = await sessionWith(more, { companyDriver: userId });
    await own.world.database.transact((tx) =>
      admitCompanyCharge(tx, {
        companyId: company,
        userId,
        sessionId: row.id,
        mayCost: 15_000n,
        at: ago(MINUTE),
      }),
    );
    return { row, open: async () => (await accountOf(own.world, company)).open_minor };
  }

  test.each([
    [30_000n, 30_000],
    [null, 15_000],
  ])("that goes on after its stop for %s paise uses its allowance", async (cost_minor, minor) => {
    const { row, open } = await ofCompany({ ...stopping, cost_minor });
    await follow(row, "ACTIVE");
    expect(await open()).toBe(minor);
  });

  test("that is withdrawn uses none of it any more", async () => {
    const { row, open } = await ofCompany(started);
    await follow(row, "INVALID");
    expect([row.status, await open()]).toEqual(["INVALID", 0]);
  });

  test("that failed, gave its allowance back and runs takes it again", async () => {
    const { row, open } = await ofCompany({ ...failed, start_at: ago(MINUTE) });
    await sql`update company_charge set dropped_at = ${ago(0)} where session_id = ${row.id}`.execute(
      own.world.database.db,
    );
    expect(await open()).toBe(0);
    await follow(row, "ACTIVE");
    expect(row).toMatchObject({ step: "STARTED", failure: null });
    expect(await open()).toBe(15_000);
  });
});
