import { afterAll, beforeAll, expect, test } from "vitest";
import { START, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { createNotices } from "@voltmarg/testkit/test-bed";
import { closeTicket, createTicket, replyToTicket, ticketsOf, toSummary } from "./tickets.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const DAY_MS = 86_400_000;
const clock = fakeClock(START);
const deps = () => ({
  database: world.database,
  clock,
  isOwnSession: async (_userId: string, sessionId: string) => sessionId === "ses_mine",
  notices: createNotices({ database: world.database, clock, outbox: world.service.outbox }),
});
const open = (userId: string, more: { session_id?: string; key?: string } = {}) => {
  const { key = null, ...of } = more;
  const input = { text: "It hums.", file_ids: [], category: "CHARGING" as const, ...of };
  return createTicket(deps(), userId, input, key);
};
const opened = async (userId: string) => {
  const made = await open(userId);
  if (!made.ok) throw new Error(made.reason);
  return made.value;
};
const reply = (userId: string, id: string, key: string | null = null) =>
  replyToTicket(deps(), userId, id, { text: "And?", file_ids: [] }, key);
const outcome = (result: { ok: boolean; reason?: string }) => (result.ok ? "OK" : result.reason);

const subjectOf = (first: string) =>
  toSummary({
    id: "tkt_1",
    number: 12n,
    category: "CHARGING",
    state: "OPEN",
    session_id: null,
    created_at: START,
    updated_at: START,
    first,
    due_at: null,
    escalated_at: null,
  }).subject;

test("a subject is the whole text of up to 80 letters, and 79 with an ellipsis of a longer one", () => {
  expect(subjectOf("")).toBe("");
  expect(subjectOf("x".repeat(79))).toBe("x".repeat(79));
  expect(subjectOf("x".repeat(80))).toBe("x".repeat(80));
  expect(subjectOf("x".repeat(81))).toBe(`${"x".repeat(79)}…`);
  expect(subjectOf(`${"x".repeat(78)} yy`)).toBe(`${"x".repeat(78)}…`);
});

test("[R-25] a driver has twenty open tickets at most; one that is closed makes room", async () => {
  const me = "usr_twenty";
  const first = await opened(me);
  for (let n = 2; n <= 20; n++) expect([n, outcome(await open(me))]).toEqual([n, "OK"]);
  expect(outcome(await open(me))).toBe("TOO_MANY_TICKETS");
  expect(outcome(await open("usr_other"))).toBe("OK");
  await closeTicket(deps(), me, first.id);
  expect(outcome(await open(me))).toBe("OK");
  expect(outcome(await open(me))).toBe("TOO_MANY_TICKETS");
});

test("[R-25] a driver writes a hundred messages within a day at most, the first of each ticket included", async () => {
  const me = "usr_hundred";
  const { id } = await opened(me);
  for (let n = 2; n <= 100; n++) expect([n, outcome(await reply(me, id))]).toEqual([n, "OK"]);
  expect(outcome(await reply(me, id))).toBe("TOO_MANY_TICKETS");
  expect(outcome(await open(me))).toBe("TOO_MANY_TICKETS");
  clock.advance(DAY_MS - 1);
  expect(outcome(await reply(me, id))).toBe("TOO_MANY_TICKETS");
  clock.advance(1);
  expect(outcome(await reply(me, id))).toBe("OK");
});

test("[R-25] a ticket is about a session of the driver's own, or about none", async () => {
  const me = "usr_sessions";
  expect(await open(me, { session_id: "ses_mine" })).toMatchObject({
    value: { session_id: "ses_mine" },
  });
  expect(outcome(await open(me, { session_id: "ses_theirs" }))).toBe("SESSION_NOT_FOUND");
  expect(await open(me)).toMatchObject({ value: { session_id: null } });
});

test("[R-25] a repeated key opens nothing new, and no key is never a repeated one", async () => {
  const me = "usr_keys";
  const ids = [];
  for (const key of ["a", "a", "b", null, null]) {
    const made = await open(me, key === null ? {} : { key });
    if (made.ok) ids.push(made.value.id);
  }
  expect(ids).toHaveLength(5);
  expect(ids[0]).toBe(ids[1]);
  expect(new Set(ids).size).toBe(4);
});

test("[R-25] a closed ticket takes no message, but a message that came before the end is repeated", async () => {
  const me = "usr_closed";
  const { id } = await opened(me);
  expect(outcome(await reply(me, id, "k"))).toBe("OK");
  clock.advance(1_000);
  const closed = await closeTicket(deps(), me, id);
  clock.advance(1_000);
  const again = await reply(me, id, "k");
  expect(again).toMatchObject({ ok: true, value: { state: "CLOSED" } });
  expect(again.ok && again.value.messages).toHaveLength(2);
  expect(outcome(await reply(me, id, "other"))).toBe("TICKET_CLOSED");
  expect(outcome(await reply(me, id))).toBe("TICKET_CLOSED");
  // Closed once more, it was closed when it was closed first.
  expect(await closeTicket(deps(), me, id)).toEqual(closed);
  expect(outcome(await reply("usr_other", id))).toBe("NOT_FOUND");
  expect(outcome(await closeTicket(deps(), "usr_other", id))).toBe("NOT_FOUND");
});

test("[R-25] a message changes when a ticket was last touched, and its history where the state changes", async () => {
  const me = "usr_history";
  const made = await opened(me);
  clock.advance(1_000);
  const replied = await reply(me, made.id);
  expect(replied).toMatchObject({
    value: {
      created_at: made.created_at,
      updated_at: clock.now().toISOString(),
      history: [{ state: "OPEN", at: made.created_at }],
    },
  });
});

test("[R-25] the list of tickets has pages, and counts those of one state", async () => {
  const me = "usr_pages";
  const first = await opened(me);
  for (let n = 0; n < 2; n++) {
    clock.advance(1_000);
    await opened(me);
  }
  clock.advance(1_000);
  await closeTicket(deps(), me, first.id);
  const listed = async (state: "OPEN" | "CLOSED" | null, page: number) => {
    const found = await ticketsOf(deps(), me, state, page, 2);
    return [found.content.length, found.total_elements, found.total_pages];
  };
  expect(await listed(null, 0)).toEqual([2, 3, 2]);
  expect(await listed(null, 1)).toEqual([1, 3, 2]);
  expect(await listed(null, 2)).toEqual([0, 3, 2]);
  expect(await listed("OPEN", 0)).toEqual([2, 2, 1]);
  expect(await listed("CLOSED", 0)).toEqual([1, 1, 1]);
});
