import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { createLocalBus, createMetrics, fakeClock } from "@voltmarg/testkit/service-parts";
import type { Tx } from "../../../platform/database/database.ts";
import type { OutboxOutcome } from "../../../platform/outbox/outbox.ts";
import { placeHold } from "../../wallet/index.ts";
import type { ChargingDeps } from "../change-session.ts";
import { findSession, insertSession, saveSessions, type SessionRow } from "../session.store.ts";
import { endAllAt } from "../stop/end-all.ts";
import { askForMissed, watchAll } from "./watch-all.ts";
import { watchBill } from "./watch-bill.ts";
import { watchSession } from "./watch-session.ts";
import { watchSilence, watchSoon, watchStopped } from "./watch-soon.ts";

// A session in each state at exact instants, an operator whose answers the test gives, and a record of what is sent.
const NOW = Date.parse("2026-11-20T12:00:00Z");
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ago = (milliseconds: number) => new Date(NOW - milliseconds);

let own: OwnOperator;
let template: SessionRow;
beforeAll(async () => {
  own = await openOwnOperator();
  const charge = await own.ask(await own.driver(200_000));
  template = (await findSession(own.world.database.db, charge.driver.id, charge.id))!;
});
afterAll(() => own.close());

type Answer = "ALL" | "SOME" | "FAILED" | "RUNNING";
type Question = { of: "sessions" | "cdrs"; since: Date; notBefore: Date };
let questions: Question[];
let answer: Answer;
let unread: boolean;
/** What happens while the operator is asked. */
let meanwhile: () => unknown;
let sent: { topic: string; payload: unknown }[];
let watches: { topic: string; ids: string[]; when: unknown }[];
let told: { of: string }[];
let bills: string[];
let errors: string[];
const clock = fakeClock(new Date(NOW));

const ask = (of: Question["of"]) => async (_operator: string, asked: Omit<Question, "of">) => {
  questions.push({ of, since: asked.since, notBefore: asked.notBefore });
  await meanwhile();
  return answer;
};
const deps = () =>
  ({
    database: own.world.database,
    clock,
    logger: { error: (_at: unknown, message: string) => errors.push(message), warn: () => {} },
    metrics: createMetrics(),
    bus: createLocalBus(),
    outbox: {
      enqueue: async (_tx: Tx, topic: string, payload: unknown) =>
        void sent.push({ topic, payload }),
      announce: async () => {},
      cancel: async () => {},
      enqueueOnce: async (_tx: Tx, topic: string, only: readonly { id: string }[], when: unknown) =>
        void (only.length > 0 && watches.push({ topic, ids: only.map(({ id }) => id), when })),
    },
    ask: {
      sessions: ask("sessions"),
      cdrs: ask("cdrs"),
      hasSentUnreadable: async () => unread,
    },
    bills: {
      early: async () => {},
      provisionally: async () => void bills.push("PROVISIONALLY"),
      finally: async () => void bills.push("FINALLY"),
    },
    tellDriver: async (_tx: Tx, _user: string, said: { of: string }) => void told.push(said),
  }) as unknown as ChargingDeps;

beforeEach(() => {
  questions = [];
  answer = "ALL";
  unread = false;
  meanwhile = () => {};
  sent = [];
  watches = [];
  told = [];
  bills = [];
  errors = [];
  clock.set(new Date(NOW));
});

let made = 0;
async function sessionWith(more: Partial<SessionRow>): Promise<SessionRow> {
  made += 1;
  const row: SessionRow = {
    ...template,
    id: `ses_watched_${made}`,
    step: "SENT",
    told: [],
    requested_at: ago(DAY),
    answer_due_at: ago(DAY),
    ...more,
  };
  await own.world.database.transact(async (tx) => {
    row.version = await insertSession(tx, row, null);
    await saveSessions(tx, [row]);
    await placeHold(tx, {
      userId: row.user_id,
      sessionId: row.id,
      amount: 100n,
      reason: "Held",
      at: new Date(NOW),
    });
  });
  return row;
}
const change = (row: SessionRow, more: Partial<SessionRow>) =>
  own.world.database.transact((tx) => saveSessions(tx, [{ ...row, ...more }]));
const stored = async ({ user_id, id }: SessionRow) =>
  (await findSession(own.world.database.db, user_id, id))!;
const watch = (row: SessionRow): Promise<OutboxOutcome> =>
  watchSession(deps(), { userId: row.user_id, sessionId: row.id }, { id: `watch:${row.id}` });
const again = (seconds: number) => ({ retryAfterSeconds: seconds });
const stops = () =>
  sent.filter(({ payload }) => (payload as { kind?: string }).kind === "STOP_SESSION").length;

describe("[S-1] a start without an answer", () => {
  const waiting = (late: number, more: Partial<SessionRow> = {}) =>
    sessionWith({ requested_at: ago(late + 30 * SECOND), answer_due_at: ago(late), ...more });

  test.each([
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [29_500, 30],
  ])("is left alone until its answer is due, %i ms from now", async (left, seconds) => {
    const row = await waiting(-left);
    expect(await watch(row)).toEqual(again(seconds));
    expect(questions).toEqual([]);
    expect((await stored(row)).step).toBe("SENT");
  });

  test.each([
    ["when the answer is due", 0, 4 * SECOND, 5],
    ["a minute later", MINUTE, 4 * SECOND, 5],
  ])("is asked for %s, every five seconds", async (_when, late, age, seconds) => {
    const row = await waiting(late);
    expect(await watch(row)).toEqual(again(seconds));
    expect(questions).toEqual([
      { of: "sessions", since: ago(late + 90 * SECOND), notBefore: ago(age) },
    ]);
    expect((await stored(row)).step).toBe("UNKNOWN");
  });

  test.each([
    [MINUTE + 1, 1],
    [MINUTE + 29 * SECOND, 29 * SECOND],
    [MINUTE + 40 * SECOND, 29 * SECOND],
  ])("fails %i ms late by a pull that began after its last moment", async (late, age) => {
    const row = await waiting(late);
    expect(await watch(row)).toBeUndefined();
    expect(questions[0]!.notBefore).toEqual(ago(age));
    const { step, failure } = await stored(row);
    expect(step).toBe("EXPIRED");
    expect(failure).toMatchObject({ code: "NO_ANSWER", not_charged: true });
    expect(told).toMatchObject([{ of: "NO_ANSWER", unclear: false }]);
    expect(errors).toEqual([]);
  });

  test.each(["SOME", "FAILED"] as const)(
    "is not said to be free where the operator's list was read as %s",
    async (read) => {
      answer = read;
      const row = await waiting(2 * MINUTE);
      expect(await watch(row)).toBeUndefined();
      expect((await stored(row)).failure).toMatchObject({ code: "NO_ANSWER", not_charged: false });
      expect(told).toMatchObject([{ of: "NO_ANSWER", unclear: true }]);
      expect(errors).toHaveLength(1);
    },
  );

  test("is not said to be free where its operator had opened a session", async () => {
    const row = await waiting(2 * MINUTE, { step: "ACCEPTED", ocpi_session_id: "s-1" });
    await watch(row);
    expect((await stored(row)).failure).toMatchObject({ not_charged: false });
  });

  test.each([
    [2 * MINUTE, 0, again(2)],
    [2 * MINUTE + 1, 0, undefined],
    // After an outage of the service it was asked for the first time long after its last moment.
    [5 * HOUR, 5 * HOUR - MINUTE, again(2)],
    [5 * HOUR, 5 * HOUR - MINUTE - 1, undefined],
  ])(
    "that is %i ms late, and was asked for first at %i, waits a minute for a pull under way",
    async (late, first, outcome) => {
      answer = "RUNNING";
      const due = NOW - late;
      const timeline: SessionRow["timeline"] = [
        { step: "SENT", at: new Date(due - MINUTE).toISOString() },
        { step: "UNKNOWN", at: new Date(due + first).toISOString() },
      ];
      const row = await waiting(late, { step: "UNKNOWN", timeline });
      expect(await watch(row)).toEqual(outcome);
      expect((await stored(row)).step).toBe(outcome ? "UNKNOWN" : "EXPIRED");
    },
  );

  test.each([
    [15 * MINUTE, null, "UNKNOWN"],
    [15 * MINUTE + 1, null, "EXPIRED"],
    [2 * MINUTE, ago(HOUR), "EXPIRED"],
  ])(
    "of an operator that sends unreadable sessions, %i ms late and cancelled at %s, is %s",
    async (late, stop_asked_at, step) => {
      unread = true;
      const row = await waiting(late, { stop_asked_at });
      expect(await watch(row)).toEqual(step === "UNKNOWN" ? again(30) : undefined);
      const { step: now, failure } = await stored(row);
      expect(now).toBe(step);
      if (step === "EXPIRED") expect(failure?.not_charged).toBe(false);
    },
  );

  test("that its driver cancelled ends as cancelled, and says so nowhere else", async () => {
    const row = await waiting(2 * MINUTE, { stop_asked_at: ago(MINUTE) });
    expect(await watch(row)).toBeUndefined();
    expect((await stored(row)).failure).toMatchObject({ code: "CANCELLED", not_charged: true });
    expect(told).toEqual([]);
  });

  test("that runs by the answer is watched on, and one that was refused by it is not", async () => {
    const row = await waiting(2 * MINUTE);
    meanwhile = () => change(row, { step: "STARTED", status: "ACTIVE" });
    expect(await watch(row)).toEqual(again(5));
    expect((await stored(row)).failure).toBeNull();
    const other = await waiting(2 * MINUTE);
    meanwhile = () => change(other, { step: "REJECTED", status: "FAILED", open: false });
    expect(await watch(other)).toBeUndefined();
    expect((await stored(other)).step).toBe("REJECTED");
    expect(told).toEqual([]);
  });
});

describe("[S-2] a running session", () => {
  const running = (silence: number, more: Partial<SessionRow> = {}) =>
    sessionWith({
      step: "FLOWING",
      status: "ACTIVE",
      ocpi_session_id: "s-2",
      start_at: ago(HOUR),
      news_at: ago(silence),
      ...more,
    });

  test.each([
    [MINUTE - 1, 0],
    [MINUTE, 1],
  ])("whose operator was silent for %i ms is asked for %i times", async (silence, times) => {
    expect(await watch(await running(silence))).toEqual(again(30));
    expect(questions).toEqual(
      Array(times).fill({ of: "sessions", since: ago(DAY + MINUTE), notBefore: ago(29 * SECOND) }),
    );
  });

  test("without any update is silent since it was requested", async () => {
    await watch(await running(0, { news_at: null, requested_at: ago(MINUTE - 1) }));
    expect(questions).toEqual([]);
    await watch(await running(0, { news_at: null, requested_at: ago(MINUTE) }));
    expect(questions).toHaveLength(1);
  });

  test.each([
    ["FLOWING", 15 * MINUTE - 1, [], 0],
    ["FLOWING", 15 * MINUTE, [{ of: "SILENT" }], 0],
    ["STARTED", 30 * MINUTE - 1, [{ of: "SILENT" }], 0],
    ["STARTED", 30 * MINUTE, [], 1],
    ["FLOWING", 30 * MINUTE, [], 1],
  ] as const)("that is %s and silent for %i ms", async (step, silence, notices, count) => {
    const row = await running(silence, { step });
    expect(await watch(row)).toEqual(again(30));
    expect(told).toMatchObject(notices);
    expect(errors).toHaveLength(notices.length);
    expect(stops()).toBe(count);
    const { stop_reason, step: now } = await stored(row);
    expect([stop_reason, now]).toEqual(count > 0 ? ["SILENT", "STOPPING"] : [null, step]);
    // A driver is told once.
    await watch(row);
    expect(told).toHaveLength(notices.length);
  });

  test.each([
    ["sends an update", { news_at: ago(0) }],
    ["ends it", { step: "ENDED", status: "COMPLETED", open: false }],
    ["is sent a stop", { step: "STOPPING" }],
  ] as const)("is not stopped when its operator, asked, %s", async (_what, more) => {
    const row = await running(31 * MINUTE);
    meanwhile = () => change(row, more);
    await watch(row);
    expect(stops()).toBe(0);
    expect(told).toEqual([]);
  });

  test("tells of a parking fee a quarter of an hour before it begins, not sooner", async () => {
    const park = (left: number) =>
      running(0, { parking_fee_at: new Date(NOW + left), parking_fee_minor: 200n });
    await watch(await park(15 * MINUTE + 1));
    expect(told).toEqual([]);
    const row = await park(15 * MINUTE);
    await watch(row);
    expect(told).toMatchObject([{ of: "PARKING_FEE", minor: 200, runs: false, since: "17:45" }]);
    expect((await stored(row)).told).toEqual(["PARKING_FEE"]);
  });
});

describe("[S-3] a session that is to stop", () => {
  const stopping = (asked: number, lastSent: number, more: Partial<SessionRow> = {}) =>
    sessionWith({
      step: "STOPPING",
      status: "ACTIVE",
      ocpi_session_id: "s-3",
      start_at: ago(2 * HOUR),
      news_at: ago(0),
      stop_asked_at: ago(asked),
      stop_sent_at: ago(lastSent),
      ...more,
    });

  // The delay is ten seconds at first, doubles, and is a minute at most.
  test.each([
    [8_500, 8_500, 2],
    [9_999, 9_999, 1],
    [39_999, 19_999, 1],
    [5 * MINUTE, MINUTE - 1, 1],
  ])("asked %i ms ago and sent %i ms ago waits on", async (asked, lastSent, seconds) => {
    expect(await watch(await stopping(asked, lastSent))).toEqual(again(seconds));
    expect(questions).toEqual([]);
    expect(stops()).toBe(0);
  });

  test.each([
    [10_000, 10_000, 10_000],
    [40_000, 20_000, 20_000],
    [40_000, 30_000, 29_000],
    [5 * MINUTE, MINUTE, 29_000],
  ])("asked %i ms ago and sent %i ms ago is sent again", async (asked, lastSent, pullAge) => {
    const row = await stopping(asked, lastSent);
    expect(await watch(row)).toEqual(again(10));
    // Only a pull after the stop can say whether it had an effect.
    expect(questions).toEqual([
      { of: "sessions", since: ago(DAY + MINUTE), notBefore: ago(pullAge) },
    ]);
    expect(stops()).toBe(1);
    const after = await stored(row);
    expect([after.stop_sent_at, after.stop_asked_at]).toEqual([ago(0), ago(asked)]);
    expect(watches.at(-1)).toEqual({
      topic: "charging.watch",
      ids: [`watch:${row.id}`],
      when: {
        at: new Date(NOW + 30 * SECOND),
        sooner: true,
        before: new Date(NOW + 30 * SECOND),
      },
    });
  });

  test("counts from its request where no stop was ever sent", async () => {
    const row = await stopping(0, 0, {
      requested_at: ago(10_000 - 1),
      stop_asked_at: null,
      stop_sent_at: null,
    });
    expect(await watch(row)).toEqual(again(1));
    clock.advance(1);
    await watch(row);
    expect(stops()).toBe(1);
  });

  test.each([
    ["silent for a moment less than 15 min", 20 * MINUTE, 15 * MINUTE - 1, false],
    ["silent for 15 min", 20 * MINUTE, 15 * MINUTE, true],
    ["asked less than 15 min ago, and silent for longer", 15 * MINUTE - 1, HOUR, false],
    ["asked 15 min ago, and silent for longer", 15 * MINUTE, HOUR, true],
    ["ignored for a moment less than an hour", HOUR - 1, 0, false],
    ["ignored for an hour", HOUR, 0, true],
  ])("%s", async (_what, asked, silence, isGivenUp) => {
    const row = await stopping(asked, 2 * MINUTE, { news_at: ago(silence) });
    await watch(row);
    expect(stops()).toBe(isGivenUp ? 0 : 1);
    expect(told).toMatchObject(isGivenUp ? [{ of: "GIVEN_UP" }] : []);
    expect(errors).toHaveLength(isGivenUp ? 1 : 0);
    const { step, given_up_at, open } = await stored(row);
    expect([step, given_up_at, open]).toEqual(
      isGivenUp ? ["ENDED", ago(0), false] : ["STOPPING", null, true],
    );
  });

  test.each([
    ["ended it", { step: "ENDED", status: "COMPLETED", open: false }],
    ["was sent a stop by another replica", { stop_sent_at: ago(0) }],
  ] as const)("gets no stop when its operator, asked, %s", async (_what, more) => {
    const row = await stopping(5 * MINUTE, 2 * MINUTE);
    meanwhile = () => change(row, more);
    await watch(row);
    expect(stops()).toBe(0);
    expect(told).toEqual([]);
  });
});

describe("[B-3] an ended session without a bill", () => {
  const ended = (age: number, more: Partial<SessionRow> = {}) =>
    sessionWith({
      step: "ENDED",
      status: "COMPLETED",
      open: false,
      requested_at: ago(age + HOUR),
      timeline: [
        { step: "SENT", at: ago(age + HOUR).toISOString() },
        { step: "ENDED", at: ago(age).toISOString() },
      ],
      ...more,
    });
  const provisional = { provisional_since: ago(0) };

  // Half the time since its end, from five seconds to a day; and never past the next bill.
  test.each([
    [0, 5, {}],
    [9_999, 5, {}],
    [20 * SECOND, 10, {}],
    [20 * SECOND + 2, 11, {}],
    [DAY - 3_200, 4, {}],
    [DAY - 200, 1, {}],
    [DAY, 12 * 3_600, provisional],
    [2 * DAY, 24 * 3_600, provisional],
    [10 * DAY, 24 * 3_600, provisional],
    [30 * DAY - 1_500, 2, provisional],
  ])("%i ms after its end is asked for again in %i s", async (age, seconds, more) => {
    expect(await watch(await ended(age, more))).toEqual(again(seconds));
    expect(bills).toEqual([]);
    expect(questions.map(({ of }) => of)).toEqual(["cdrs"]);
  });

  test.each([
    [8 * SECOND, 5_000],
    [40 * SECOND, 10_000],
    [HOUR, 29_000],
  ])("%i ms after its end shares a pull of the last %i ms", async (age, pullAge) => {
    await watch(await ended(age));
    expect(questions).toEqual([
      { of: "cdrs", since: ago(age + HOUR + MINUTE), notBefore: ago(pullAge) },
    ]);
  });

  test.each([
    [DAY - 1, {}, []],
    [DAY, {}, ["PROVISIONALLY"]],
    [DAY, provisional, []],
    [30 * DAY - 1, provisional, []],
    [30 * DAY, provisional, ["FINALLY"]],
    [30 * DAY, {}, ["PROVISIONALLY", "FINALLY"]],
  ])("%i ms after its end is billed from our meter values", async (age, more, billed) => {
    const outcome = await watch(await ended(age, more));
    expect(bills).toEqual(billed);
    expect(outcome === undefined).toBe(billed.includes("FINALLY"));
  });

  test.each([
    [HOUR, {}, []],
    [DAY + MINUTE - 1, {}, []],
    [DAY + MINUTE, {}, ["PROVISIONALLY"]],
    [30 * DAY + MINUTE - 1, provisional, []],
    [30 * DAY + MINUTE, provisional, ["FINALLY"]],
  ])(
    "%i ms after its end waits a minute for a pull under way before it is billed",
    async (age, more, billed) => {
      answer = "RUNNING";
      const outcome = await watch(await ended(age, more));
      expect(bills).toEqual(billed);
      if (billed.length === 0) expect(outcome).toEqual(again(5));
    },
  );

  test("is billed after a day although the operator's list does not end", async () => {
    const row = await ended(DAY);
    meanwhile = () => new Promise(() => {});
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const watched = watchBill(deps(), row);
    vi.advanceTimersByTime(20_000);
    vi.useRealTimers();
    await watched;
    expect(bills).toEqual(["PROVISIONALLY"]);
  });

  test.each([
    [DAY - 1, ["sessions", "cdrs"]],
    [DAY, ["cdrs"]],
  ])("that we gave up is still asked for %i ms after its end", async (age, asked) => {
    await watch(await ended(age, { given_up_at: ago(age) }));
    expect(questions.map(({ of }) => of)).toEqual(asked);
  });

  test.each([
    ["has its bill", { step: "BILLED" }, false],
    ["has a bill of our own", { step: "BILLED", ...provisional }, true],
    ["is closed", { closed_at: ago(0) }, false],
    ["is withdrawn", { status: "INVALID" }, false],
  ] as const)("is asked for, or not, if it %s", async (_what, more, isAsked) => {
    const row = await ended(HOUR, more);
    expect(await watchBill(deps(), row)).toEqual(isAsked ? again(1_800) : undefined);
    expect(await watch(row)).toEqual(isAsked ? again(1_800) : undefined);
    expect(questions).toHaveLength(isAsked ? 2 : 0);
    // The same when it becomes so by the answer.
    const asking = await ended(2 * DAY);
    meanwhile = () => change(asking, more);
    await watch(asking);
    expect(bills).toEqual(isAsked ? ["PROVISIONALLY"] : []);
  });
});

describe("[S-2] the watch of a session", () => {
  test("of a session that failed, is withdrawn or is not there does nothing", async () => {
    const rows = [
      await sessionWith({ step: "REJECTED", status: "FAILED", open: false }),
      await sessionWith({ step: "STARTED", status: "INVALID", open: false }),
      { ...template, id: "ses_nowhere" },
    ];
    for (const row of rows) expect(await watch(row)).toBeUndefined();
    expect([questions, watches, sent]).toEqual([[], [], []]);
  });

  test("hands over to the only one, if it is another", async () => {
    const row = await sessionWith({});
    const at = { userId: row.user_id, sessionId: row.id };
    expect(await watchSession(deps(), at, { id: "out_another" })).toBeUndefined();
    expect(questions).toEqual([]);
    expect(watches).toEqual([
      {
        topic: "charging.watch",
        ids: [`watch:${row.id}`],
        when: { at: ago(0), sooner: false },
      },
    ]);
  });

  test("looks soon in five seconds, and after a stop in thirty, no later", async () => {
    const row = await sessionWith({});
    await own.world.database.transact(async (tx) => {
      await watchSoon(deps(), tx, row);
      await watchStopped(deps(), tx, row);
    });
    const [soon, stop] = [new Date(NOW + 5 * SECOND), new Date(NOW + 30 * SECOND)];
    expect(watches.map(({ when }) => when)).toEqual([
      { at: soon, sooner: true },
      { at: stop, sooner: true, before: stop },
    ]);
  });

  test.each([
    ["never put off", "FLOWING", null, true],
    ["of one that has just started", "STARTED", null, true],
    ["put off until a minute from now", "FLOWING", MINUTE, false],
    ["put off until a moment less", "FLOWING", MINUTE - 1, true],
    ["put off until 105 s from now", "FLOWING", 105 * SECOND, false],
    ["put off for longer, by a clock that was ahead", "FLOWING", 105 * SECOND + 1, true],
    ["of one that stops", "STOPPING", null, false],
    ["of one that has ended", "ENDED", null, false],
  ] as const)("%s after an update", async (_what, step, until, isPutOff) => {
    const due = until === null ? null : new Date(NOW + until);
    const row = { ...template, step, watch_due_at: due };
    await own.world.database.transact((tx) => watchSilence(deps(), tx, [row]));
    const at = new Date(NOW + 105 * SECOND);
    const when = { at, sooner: true, before: new Date(NOW + MINUTE) };
    expect(watches.map((each) => each.when)).toEqual(isPutOff ? [when] : []);
    expect(row.watch_due_at).toEqual(isPutOff ? at : due);
  });

  test("that waits for the hour of a parking fee is not put off past it", async () => {
    const row = { ...template, step: "FLOWING" as const, parking_fee_at: ago(0) };
    const other = { ...template, id: "ses_other", step: "FLOWING" as const };
    await own.world.database.transact((tx) => watchSilence(deps(), tx, [row, other]));
    const at = new Date(NOW + 105 * SECOND);
    expect(watches).toMatchObject([
      { ids: [`watch:${row.id}`], when: { at, sooner: true } },
      { ids: ["watch:ses_other"], when: { at, sooner: true, before: new Date(NOW + MINUTE) } },
    ]);
    expect(watches[0]!.when).not.toHaveProperty("before");
    expect([row.watch_due_at, other.watch_due_at]).toEqual([null, at]);
  });
});

describe("[S-2] after a start of the service", () => {
  test("each session that is not settled has its watch, and operators with running ones are asked once", async () => {
    const operator_id = "opr_missed";
    const first = ago(3 * HOUR);
    const made_ = [
      await sessionWith({ operator_id, step: "STARTED", status: "ACTIVE", requested_at: first }),
      await sessionWith({ operator_id, step: "FLOWING", status: "ACTIVE", requested_at: ago(0) }),
      await sessionWith({ operator_id, requested_at: ago(9 * HOUR) }),
      await sessionWith({ operator_id, step: "ENDED", status: "COMPLETED", open: false }),
      await sessionWith({ operator_id, step: "BILLED", open: false, provisional_since: first }),
    ];
    const settled = [
      await sessionWith({ operator_id, step: "ENDED", open: false, closed_at: first }),
      await sessionWith({ operator_id, step: "ENDED", open: false, status: "INVALID" }),
      await sessionWith({ operator_id, step: "BILLED", open: false }),
      await sessionWith({ operator_id, step: "FLOWING", open: false, requested_at: ago(9 * HOUR) }),
    ];
    await watchAll(deps());
    const [watched, missed] = [watches[0]!, watches[1]!];
    expect(watched).toMatchObject({
      topic: "charging.watch",
      when: { at: ago(0), sooner: false },
    });
    const named = (rows: readonly SessionRow[]) => rows.map(({ id }) => `watch:${id}`);
    expect(watched.ids).toEqual(expect.arrayContaining(named(made_)));
    for (const id of named(settled)) expect(watched.ids).not.toContain(id);
    expect(missed).toMatchObject({
      topic: "charging.missed",
      when: { at: ago(0), sooner: true },
    });
    expect(missed.ids).toContain("missed:opr_missed");
  });

  test.each([
    ["RUNNING", again(5)],
    ["ALL", undefined],
    ["FAILED", undefined],
  ] as const)("an operator whose pull is %s", async (read, outcome) => {
    answer = read;
    const missed = { operatorId: "opr", since: ago(HOUR).toISOString(), at: ago(0).toISOString() };
    expect(await askForMissed(deps(), missed)).toEqual(outcome);
    expect(questions).toEqual([{ of: "sessions", since: ago(HOUR), notBefore: ago(0) }]);
  });
});

test("[L-10] a session that ends while its operator is removed stays as it ended", async () => {
  const operator_id = "opr_leaves_late";
  const row = await sessionWith({ operator_id, step: "ACCEPTED" });
  const { pool } = own.world.database;
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query("select 1 from session where id = $1 for update", [row.id]);
  const ended = endAllAt(deps(), operator_id);
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  await holder.query(
    "update session set step = 'FAILED', status = 'INVALID', open = false where id = $1",
    [row.id],
  );
  await holder.query("commit");
  holder.release();
  expect(await ended).toEqual([]);
  expect(await stored(row)).toMatchObject({ version: row.version, failure: null });
});

test("[L-10] an operator that is removed has all its sessions ended, and stops for those it had opened", async () => {
  const operator_id = "opr_leaves";
  const active = { operator_id, step: "FLOWING", status: "ACTIVE", start_at: ago(HOUR) } as const;
  const running = await sessionWith({ ...active, ocpi_session_id: "s-5", requested_at: ago(9) });
  const stopping = await sessionWith({
    ...active,
    step: "STOPPING",
    ocpi_session_id: "s-6",
    requested_at: ago(8),
    stop_asked_at: ago(MINUTE),
    stop_reason: "DRIVER",
  });
  const asked = await sessionWith({ operator_id, requested_at: ago(7) });
  const over = await sessionWith({ operator_id, step: "ENDED", open: false });
  const elsewhere = await sessionWith({});
  const found = await endAllAt(deps(), operator_id);
  expect(found).toEqual(
    [running, stopping].map(({ user_id, id, ocpi_session_id }) => ({
      userId: user_id,
      sessionId: id,
      party: { country_code: "IN", party_id: "TST" },
      ocpiSessionId: ocpi_session_id,
    })),
  );
  expect(await stored(running)).toMatchObject({
    step: "ENDED",
    given_up_at: ago(0),
    stop_asked_at: ago(0),
    stop_reason: "SILENT",
  });
  expect(await stored(stopping)).toMatchObject({
    step: "ENDED",
    given_up_at: ago(0),
    stop_asked_at: ago(MINUTE),
    stop_reason: "DRIVER",
  });
  expect(await stored(asked)).toMatchObject({
    step: "FAILED",
    given_up_at: null,
    failure: { code: "UNREACHABLE", not_charged: false },
  });
  expect((await stored(over)).given_up_at).toBeNull();
  expect((await stored(elsewhere)).step).toBe("SENT");
  expect(told).toMatchObject([{ of: "OPERATOR_LEAVES" }, { of: "OPERATOR_LEAVES" }]);
  expect(watches.map(({ ids }) => ids)).toEqual([
    [`watch:${running.id}`],
    [`watch:${stopping.id}`],
  ]);
});
