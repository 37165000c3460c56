import { backoffice, notifications, support } from "@voltmarg/contract";
import { PROVIDER_TOKEN, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { startMailServer, type MailServer } from "@voltmarg/testkit/mail-server";
import { afterAll, beforeAll, expect, test } from "vitest";

const staff = { token: PROVIDER_TOKEN };
const HOUR_MS = 3_600_000;
const OFFICER = "grievance@voltmarg.example";
let own: OwnOperator;
let world: Harness;
let post: MailServer;
beforeAll(async () => {
  post = await startMailServer();
  const env = { SMTP_URL: post.url, MAIL_FROM: "no-reply@voltmarg.example" };
  own = await openOwnOperator({}, env);
  ({ world } = own);
  const officer = {
    officer_name: "Asha Menon",
    officer_designation: "Grievance Officer",
    officer_phone: "+912026120001",
    officer_email: OFFICER,
  };
  await world.call(backoffice.updateSeller, { ...staff, body: officer });
});
afterAll(async () => {
  await own.close();
  await post.close();
});

/** A sign-in lasts for less than a clock: each call signs in anew. */
const as = async (driver: Driver, id: string) => ({
  params: { id },
  token: await own.tokenOf(driver),
});
const open = async (driver: Driver) => {
  const body = { category: "CHARGING", text: "It hums and does not charge." } as const;
  const token = await own.tokenOf(driver);
  return (await world.call(support.createTicket, { body, token })).body.data;
};
const read = async (driver: Driver, id: string) =>
  (await world.call(support.getTicket, await as(driver, id))).body.data;
const escalate = async (driver: Driver, id: string) =>
  (await world.call(support.escalateTicket, await as(driver, id))).body.data;
const answer = (id: string) =>
  world.call(support.answerTicket, { ...staff, params: { id }, body: { text: "So?" } });
const list = async (query: object) =>
  (await world.call(backoffice.listConsoleTickets, { ...staff, query })).body;
const toldTo = async (driver: Driver) => {
  const token = await own.tokenOf(driver);
  return (await world.call(notifications.listNotifications, { token })).body.content;
};
const pass = async (ms: number) => {
  world.clock.advance(ms);
  await world.service.escalateOverdue();
  await world.drain();
};

test("[R-25] a ticket is acknowledged at once, with its number, and says by when it is answered and solved", async () => {
  const driver = await world.signUp();
  const made = await open(driver);
  const at = new Date(made.created_at).getTime();
  expect(made).toMatchObject({
    answer_by: new Date(at + 48 * HOUR_MS).toISOString(),
    solve_by: made.created_at.replace("2026-11", "2026-12"),
    latest_by: new Date(at + 90 * 24 * HOUR_MS).toISOString(),
    due_at: made.answer_by,
    answered_at: null,
    escalated_at: null,
    may_escalate: false,
  });
  const [told] = await toldTo(driver);
  expect(told!.subject).toEqual({ type: "TICKET", id: made.id });
  expect(told!.text).toContain(made.number);
});

test("[R-25] its clock stops while it is the driver's turn, and is that of the solution once there was an answer", async () => {
  const driver = await world.signUp();
  const { id, solve_by } = await open(driver);
  world.clock.advance(HOUR_MS);
  await answer(id);
  const answered = await read(driver, id);
  expect(answered).toMatchObject({ due_at: null, answered_at: world.clock.now().toISOString() });
  await pass(60 * HOUR_MS);
  expect((await read(driver, id)).escalated_at).toBe(null);
  await world.call(support.replyToTicket, {
    ...(await as(driver, id)),
    body: { text: "It still hums." },
  });
  expect(await read(driver, id)).toMatchObject({
    due_at: solve_by,
    answered_at: answered.answered_at,
  });
});

test("[R-25] what nobody answers in 48 hours is handed to the grievance officer, once, and its driver is told", async () => {
  const driver = await world.signUp();
  const { id, number } = await open(driver);
  const mailed = () => post.to(OFFICER).filter(({ text }) => text.includes(`/tickets/${number}`));
  await pass(48 * HOUR_MS - 1_000);
  expect(await read(driver, id)).toMatchObject({ escalated_at: null, may_escalate: false });
  await pass(1_000);
  const at = world.clock.now().toISOString();
  expect(await read(driver, id)).toMatchObject({ escalated_at: at, escalated_by: "CLOCK" });
  expect(mailed()).toHaveLength(1);
  // Nothing of the driver's is in a mail.
  expect(mailed()[0]!.text).not.toContain("hums");
  expect(mailed()[0]!.text).not.toContain(driver.mobile);
  await pass(HOUR_MS);
  expect(mailed()).toHaveLength(1);
  const told = (await toldTo(driver)).filter(({ text }) => text.includes("grievance officer"));
  expect(told).toHaveLength(1);
});

test("[R-25] what is not solved in a month is handed on as well", async () => {
  const driver = await world.signUp();
  const { id, solve_by } = await open(driver);
  await answer(id);
  await world.call(support.replyToTicket, {
    ...(await as(driver, id)),
    body: { text: "It still hums." },
  });
  const left = new Date(solve_by).getTime() - world.clock.now().getTime();
  await pass(left - 1_000);
  expect((await read(driver, id)).escalated_at).toBe(null);
  await pass(1_000);
  expect((await read(driver, id)).escalated_by).toBe("CLOCK");
});

test("[R-25] a driver who is not satisfied hands an answered ticket on, once; not before support had its time", async () => {
  const driver = await world.signUp();
  const { id, number } = await open(driver);
  const early = await world.refused(support.escalateTicket, await as(driver, id));
  expect([early.status, early.body.code]).toEqual([409, "TICKET_NOT_DUE"]);
  const stranger = await world.refused(support.escalateTicket, await as(await world.signUp(), id));
  expect(stranger.body.code).toBe("NOT_FOUND");
  await answer(id);
  expect((await read(driver, id)).may_escalate).toBe(true);
  world.clock.advance(1_000);
  const at = world.clock.now().toISOString();
  const escalated = await escalate(driver, id);
  expect(escalated).toMatchObject({
    state: "OPEN",
    escalated_at: at,
    escalated_by: "DRIVER",
    may_escalate: false,
  });
  expect(escalated.history.at(-1)).toEqual({ state: "OPEN", at });
  world.clock.advance(1_000);
  expect((await escalate(driver, id)).escalated_at).toBe(at);
  await world.drain();
  const mails = post.to(OFFICER).filter(({ text }) => text.includes(`/tickets/${number}`));
  expect(mails).toHaveLength(1);
  const closed = await open(driver);
  await world.call(support.closeTicket, await as(driver, closed.id));
  const late = await world.refused(support.escalateTicket, await as(driver, closed.id));
  expect(late.body.code).toBe("TICKET_CLOSED");
});

test("[R-25] [D-2] the console lists by what is due first, what is overdue and what is the officer's", async () => {
  const driver = await world.signUp();
  const before = await list({ clock: "OVERDUE" });
  const first = await open(driver);
  world.clock.advance(HOUR_MS);
  const second = await open(driver);
  world.clock.advance(1_000);
  // What was said last stands last in the usual order.
  await world.call(support.replyToTicket, {
    ...(await as(driver, first.id)),
    body: { text: "Hello?" },
  });
  const ids = async (query: object) => {
    const mine = [first.id, second.id];
    return (await list({ limit: 100, ...query })).content
      .map(({ id }) => id)
      .filter((id) => mine.includes(id));
  };
  expect(await ids({ order: "DUE" })).toEqual([first.id, second.id]);
  expect(await ids({ order: "OLDEST", state: "OPEN" })).toEqual([second.id, first.id]);
  expect(await ids({ clock: "OVERDUE" })).toEqual([]);
  world.clock.advance(47 * HOUR_MS);
  expect(await ids({ clock: "OVERDUE" })).toEqual([first.id]);
  expect((await list({})).counts.overdue).toBe(before.counts.overdue + 1);
  await pass(0);
  expect(await ids({ clock: "ESCALATED" })).toEqual([first.id]);
  // Page by page the same.
  const all: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await list({ order: "DUE", limit: 1, ...(cursor && { cursor }) });
    all.push(...page.content.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  expect(all).toEqual((await list({ order: "DUE", limit: 100 })).content.map(({ id }) => id));
});
