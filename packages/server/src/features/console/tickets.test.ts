import {
  audit,
  backoffice,
  personalData,
  provider,
  support,
  type ConsoleTicketSummary,
  type StaffRole,
} from "@voltmarg/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { closeAccount } from "@voltmarg/testkit/driver-with-all-data";
import { PROVIDER_TOKEN, type Driver } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";

let own: OwnOperator;
const tokens = {} as Record<"read" | "support" | "second" | "finance", string>;
beforeAll(async () => {
  own = await openOwnOperator({}, { WITHDRAWAL: "anytime", DRIVER_BUDGET_FACTOR: "100" });
  const members = { read: "read", support: "support", second: "support", finance: "finance" };
  for (const [name, role] of Object.entries(members) as [keyof typeof tokens, StaffRole][]) {
    const body = { name: `staff-${name}`, role };
    const made = await own.world.call(backoffice.createCredential, { token: PROVIDER_TOKEN, body });
    tokens[name] = made.body.data.token;
  }
  await own.world.database.pool.query(
    `insert into staff (name, role, created_at, created_by, revoked_at) values
       ('asha', 'support', now(), 'bootstrap', null), ('boss', 'admin', now(), 'bootstrap', null),
       ('books', 'finance', now(), 'bootstrap', null), ('gone', 'support', now(), 'bootstrap', now())`,
  );
  return () => own.close();
});

type Opened = Awaited<ReturnType<typeof openTicket>>;
const openTicket = async (
  driver: Driver,
  more: { text?: string; session_id?: string; category?: "CHARGING" | "BILL" } = {},
) => {
  own.world.clock.advance(1_000);
  const body = { category: "CHARGING" as const, text: "It does not stop.", ...more };
  return (await own.world.call(support.createTicket, { body, token: await own.tokenOf(driver) }))
    .body.data;
};
const list = async (query: object, token = tokens.support) =>
  (await own.world.call(backoffice.listConsoleTickets, { token, query })).body;
const show = async (ticket: { id: string }, token = tokens.support) =>
  (await own.world.call(backoffice.getConsoleTicket, { token, params: { id: ticket.id } })).body
    .data;
const answering = (ticket: { id: string }, text: string, more: object = {}) => ({
  token: tokens.support,
  params: { id: ticket.id },
  body: { text, ...more },
});
const answer = (...args: Parameters<typeof answering>) =>
  own.world.call(support.answerTicket, answering(...args));
const assigning = (ticket: Opened, assignee: string | null, more: object = {}) => ({
  token: tokens.support,
  params: { id: ticket.id },
  body: { assignee, ...more },
});
const lastOf = (ticket: { messages: { id: string }[] }) => ticket.messages.at(-1)!.id;
const lastAct = async (route: string) => {
  const query = { page_size: 50 };
  const { body } = await own.world.call(backoffice.listAudit, { token: PROVIDER_TOKEN, query });
  return body.content.find((each) => each.route === route);
};
const idsOf = (content: readonly ConsoleTicketSummary[]) => content.map(({ id }) => id);

describe("[D-15] the tickets inbox", () => {
  test("filters by state, assignee, age, category and what is searched for, in both orders", async () => {
    const driver = await own.driver();
    const of = { q: driver.id };
    const old = await openTicket(driver, { category: "BILL" });
    own.world.clock.advance(25 * 3_600_000);
    const mine = await openTicket(driver);
    const answered = await openTicket(driver);
    await answer(answered, "We look.");
    const closed = await openTicket(driver);
    await own.world.call(support.closeBackofficeTicket, {
      token: tokens.support,
      params: { id: closed.id },
    });
    await own.world.call(backoffice.assignTicket, assigning(mine, "staff-support"));

    const ids = async (query: object, token?: string) =>
      idsOf((await list({ ...of, ...query }, token)).content);
    expect(await ids({})).toEqual([old.id, mine.id, answered.id, closed.id]);
    expect(await ids({ order: "NEWEST" })).toEqual([closed.id, answered.id, mine.id, old.id]);
    expect(await ids({ state: "OPEN" })).toEqual([old.id, mine.id]);
    expect(await ids({ state: "ANSWERED" })).toEqual([answered.id]);
    expect(await ids({ assignee: "me" })).toEqual([mine.id]);
    expect(await ids({ assignee: "me" }, tokens.second)).toEqual([]);
    expect(await ids({ assignee: "staff-support" }, tokens.second)).toEqual([mine.id]);
    expect(await ids({ assignee: "nobody", state: "OPEN" })).toEqual([old.id]);
    expect(await ids({ age: "DAY" })).toEqual([old.id]);
    expect(await ids({ age: "WEEK" })).toEqual([]);
    expect(await ids({ category: "BILL" })).toEqual([old.id]);
    for (const q of [old.id, old.number]) expect(await ids({ q })).toEqual([old.id]);
    expect(await ids({ q: driver.mobile, category: "BILL" })).toEqual([old.id]);
    for (const q of ["nobody at all", "999999999999999", "usr_absent", "ses_absent", "%"])
      expect([q, await ids({ q })]).toEqual([q, []]);
    const overview = (await own.world.call(backoffice.getOverview, { token: tokens.read })).body
      .data;
    expect(overview.tickets_over_a_day.list).toBe("/provider/v1/tickets?state=OPEN&age=DAY");
  });

  test("counts what waits, for all, for me and for nobody", async () => {
    const before = (await list({})).counts;
    const [first, second] = [
      await openTicket(await own.driver()),
      await openTicket(await own.driver()),
    ];
    await own.world.call(backoffice.assignTicket, assigning(first, "staff-support"));
    expect((await list({ state: "CLOSED" })).counts).toEqual({
      ...before,
      open: before.open + 2,
      open_mine: before.open_mine + 1,
      open_nobody: before.open_nobody + 1,
    });
    await answer(second, "Yes.");
    expect((await list({})).counts.answered).toBe(before.answered + 1);
  });

  test("goes on by cursor without losing or repeating a ticket, in both orders", async () => {
    const driver = await own.driver();
    for (let n = 0; n < 5; n++) await openTicket(driver, { text: `Number ${n}` });
    for (const order of ["OLDEST", "NEWEST"] as const) {
      const query = { q: driver.id, order };
      const whole = idsOf((await list({ ...query, limit: 100 })).content);
      const paged: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await list({ ...query, limit: 2, ...(cursor && { cursor }) });
        paged.push(...idsOf(page.content));
        cursor = page.next_cursor;
      }
      expect(paged).toEqual(whole);
      expect(whole).toHaveLength(5);
    }
    const bad = { token: tokens.read, query: { cursor: "x" } };
    expect((await own.world.refused(backoffice.listConsoleTickets, bad)).body.code).toBe(
      "INVALID_INPUT",
    );
  });

  test("shows neither number nor name, in the list and in the ticket, whatever the role", async () => {
    const driver = await own.driver();
    await own.world.database.pool.query("update app_user set name = 'Meera Rao' where id = $1", [
      driver.id,
    ]);
    const ticket = await openTicket(driver);
    for (const token of [...Object.values(tokens), PROVIDER_TOKEN]) {
      const seen = [await list({ q: driver.id }, token), await show(ticket, token)];
      expect(seen[0]).toMatchObject({
        content: [
          {
            driver: {
              id: driver.id,
              mobile_masked: `••••${driver.mobile.slice(-5)}`,
              name_masked: "M••• R•••",
            },
          },
        ],
      });
      for (const secret of [driver.mobile, "Meera", "Rao"])
        expect(JSON.stringify(seen)).not.toContain(secret);
    }
    const query = { mobile: driver.id };
    const acts = await own.world.call(audit.listAccountAudit, { token: tokens.read, query });
    expect(acts.body.content.map(({ act }) => act)).toContain("SIGN_IN");
    expect(JSON.stringify(acts.body)).not.toContain(driver.mobile);
  });

  test("the audit log shows the numbers that were typed to admins alone", async () => {
    const driver = await own.driver();
    const call = { token: tokens.support, query: { q: `+91 ${driver.mobile}` } };
    await own.world.call(backoffice.searchConsole, call);
    await own.world.call(provider.getDriver, {
      token: tokens.support,
      params: { mobile: driver.mobile },
    });
    const log = async (token: string) => {
      const query = { credential: "staff-support", page_size: 20 };
      const { body } = await own.world.call(backoffice.listAudit, { token, query });
      return body.content.map(({ parameters }) => parameters);
    };
    const masked = `••••${driver.mobile.slice(-5)}`;
    for (const token of Object.values(tokens)) {
      expect(JSON.stringify(await log(token))).not.toContain(driver.mobile);
      expect(await log(token)).toEqual(expect.arrayContaining([{ mobile: masked }]));
    }
    expect(await log(PROVIDER_TOKEN)).toContainEqual({ mobile: driver.mobile });
  });

  test("a ticket shows its charge, the goodwill given, the driver's language, and what templates stand for", async () => {
    const driver = await own.driver();
    const charge = await own.ask(driver);
    const ticket = await openTicket(driver, { session_id: charge.id });
    await own.world.database.pool.query(
      "insert into driver_language (user_id, language) values ($1, 'hi')",
      [driver.id],
    );
    const given = await own.world.call(backoffice.giveGoodwill, {
      token: tokens.finance,
      params: { mobile: driver.id },
      body: { amount_minor: 5_000, reason: "A long wait", reference: "CASE 77" },
    });
    expect(given.body.data).toMatchObject({ booked: true });
    const shown = await show(ticket);
    expect(shown).toMatchObject({
      driver: { language: "hi" },
      charge: { id: charge.id, driver: { id: driver.id } },
      goodwill: [{ amount_minor: 5_000, reason: "A long wait" }],
      placeholders: { ticket: ticket.number, me: "staff-support", station: expect.any(String) },
    });
    expect(idsOf((await list({ q: charge.id })).content)).toEqual([ticket.id]);
    expect((await show(await openTicket(driver))).charge).toBeNull();
  });
});

describe("[D-16] two of the staff at one ticket", () => {
  test("see each other for a minute", async () => {
    const ticket = await openTicket(await own.driver());
    expect((await show(ticket)).looking).toEqual([]);
    expect((await show({ id: ticket.number }, tokens.second)).looking).toEqual(["staff-support"]);
    expect((await show(ticket)).looking).toEqual(["staff-second"]);
    expect((await show(await openTicket(await own.driver()))).looking).toEqual([]);
    own.world.clock.advance(61_000);
    expect((await show(ticket)).looking).toEqual([]);
  });

  test("cannot both answer: the second is told who said what, and nothing is sent", async () => {
    const driver = await own.driver();
    const ticket = await openTicket(driver);
    const seen = lastOf(ticket);
    const both = ["First", "Second"].map((text, n) =>
      own.world.call(support.answerTicket, {
        ...answering(ticket, text, { seen }),
        token: n === 0 ? tokens.support : tokens.second,
      }),
    );
    const outcomes = await Promise.allSettled(both);
    const statuses = outcomes.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(["fulfilled", "rejected"]);
    const now = await show(ticket);
    expect(now.messages).toHaveLength(2);
    const refused = await own.world.refused(
      support.answerTicket,
      answering(ticket, "Third", { seen }),
    );
    const winner = now.messages[1]!;
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", by: winner.credential, text: winner.text, at: winner.created_at },
    });
    expect(refused.body.message).toBe(`${winner.credential} wrote meanwhile: ${winner.text}`);
    expect((await lastAct("/provider/v1/tickets/:id/messages"))!.outcome).toBe("CONFLICT");
    await answer(ticket, "And more", { seen: winner.id });
  });

  test("do not miss what the driver writes meanwhile, also when they close", async () => {
    const driver = await own.driver();
    const ticket = await openTicket(driver);
    const seen = lastOf(ticket);
    own.world.clock.advance(1_000);
    await own.world.call(support.replyToTicket, {
      token: await own.tokenOf(driver),
      params: { id: ticket.id },
      body: { text: "It burns now." },
    });
    const late = await own.world.refused(
      support.answerTicket,
      answering(ticket, "All is well.", { seen }),
    );
    expect(late.body).toMatchObject({
      code: "CONFLICT",
      by: null,
      message: "The driver wrote meanwhile: It burns now.",
    });
    const closing = { token: tokens.support, params: { id: ticket.id }, query: { seen } };
    const open = await own.world.refused(support.closeBackofficeTicket, closing);
    expect(open.body.code).toBe("CONFLICT");
    expect((await show(ticket)).state).toBe("OPEN");
  });

  test("a closed ticket is neither answered nor assigned", async () => {
    const ticket = await openTicket(await own.driver());
    const params = { id: ticket.id };
    await own.world.call(support.closeBackofficeTicket, { token: tokens.support, params });
    const refusals = [
      await own.world.refused(support.answerTicket, answering(ticket, "And?")),
      await own.world.refused(backoffice.assignTicket, assigning(ticket, "asha")),
    ];
    expect(refusals.map(({ body }) => body.code)).toEqual(["TICKET_CLOSED", "TICKET_CLOSED"]);
  });

  test("assign it to somebody who may answer, to themselves or to nobody, with its line in the audit log", async () => {
    const ticket = await openTicket(await own.driver());
    expect((await show(ticket)).may_be_assigned).toEqual(["asha", "boss"]);
    for (const name of ["asha", "boss", "staff-support", null]) {
      const { body } = await own.world.call(backoffice.assignTicket, assigning(ticket, name));
      expect(body.data.assignee).toBe(name);
      expect(await lastAct("/provider/v1/tickets/:id/assignee")).toMatchObject({
        credential: "staff-support",
        parameters: { id: ticket.id, assignee: name },
        outcome: "OK",
      });
    }
    for (const name of ["books", "gone", "staff-second", "nobody-known"]) {
      const refused = await own.world.refused(backoffice.assignTicket, assigning(ticket, name));
      expect([name, refused.body.code]).toEqual([name, "NOT_FOUND"]);
    }
  });

  test("do not take it from each other unseen", async () => {
    const ticket = await openTicket(await own.driver());
    await own.world.call(backoffice.assignTicket, assigning(ticket, "asha", { instead_of: null }));
    const late = await own.world.refused(
      backoffice.assignTicket,
      assigning(ticket, "boss", { instead_of: null }),
    );
    expect(late).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", assignee: "asha", message: "This ticket is asha’s now." },
    });
    await own.world.call(
      backoffice.assignTicket,
      assigning(ticket, "boss", { instead_of: "asha" }),
    );
    expect((await show(ticket)).assignee).toBe("boss");
  });
});

describe("[D-18] a driver named by the account's id", () => {
  test("is changed, signed out and given goodwill like one named by the number, and stays masked", async () => {
    const driver = await own.driver();
    const call = { token: PROVIDER_TOKEN, params: { mobile: driver.id } };
    const flags = { allow_multi_charging: true };
    const nameless = { id: driver.id, mobile: null, name: null, allow_multi_charging: true };
    const set = await own.world.call(provider.setDriverFlags, { ...call, body: flags });
    expect(set.body.data).toMatchObject(nameless);
    expect((await own.world.call(provider.getDriver, call)).body.data).toMatchObject(nameless);
    const named = { ...call, params: { mobile: driver.mobile } };
    const { body } = await own.world.call(provider.getDriver, named);
    expect(body.data.mobile).toBe(`+91${driver.mobile}`);
    const goodwill = { amount_minor: 700, reason: "A long wait", reference: "CASE 78" };
    for (const booked of [true, false]) {
      const given = await own.world.call(backoffice.giveGoodwill, {
        ...(booked ? call : named),
        body: goodwill,
      });
      expect(given.body.data).toMatchObject({ booked, balance_minor: 100_700 });
    }
    const shown = await own.world.call(backoffice.getConsoleDriver, {
      token: tokens.read,
      params: { id: driver.id },
    });
    expect(shown.body.data.devices).toMatchObject([{ last_seen_at: expect.any(String) }]);
    const out = await own.world.call(provider.signOutDriver, call);
    expect(out.body.data.signed_out).toBe(1);
    const absent = { token: PROVIDER_TOKEN, params: { mobile: "usr_absent" } };
    expect((await own.world.refused(provider.getDriver, absent)).body.code).toBe("NOT_FOUND");
    const wrong = { token: PROVIDER_TOKEN, params: { mobile: "not-a-number" } };
    expect((await own.world.refused(provider.getDriver, wrong)).body.code).toBe("MOBILE_INVALID");
  });

  test("is exported and erased by it; then the tickets are gone", async () => {
    const driver = await own.driver();
    const ticket = await openTicket(driver);
    const params = { mobile: driver.id };
    await closeAccount(own, driver);
    const exported = await own.world.call(personalData.exportDriver, {
      body: { reason: "The driver asked" },
      token: tokens.support,
      params,
    });
    expect(exported.body.account).toMatchObject({ id: driver.id });
    await own.world.call(personalData.eraseDriver, {
      token: PROVIDER_TOKEN,
      params,
      body: { reason: "Asked for", reference: "CASE 79" },
    });
    expect((await list({ q: driver.id })).content).toEqual([]);
    const asStaff = { token: tokens.support, params: { id: ticket.id } };
    const refusals = [
      await own.world.refused(backoffice.getConsoleTicket, asStaff),
      await own.world.refused(support.answerTicket, answering(ticket, "Hello?")),
      await own.world.refused(backoffice.assignTicket, assigning(ticket, null)),
      await own.world.refused(provider.getDriver, { token: PROVIDER_TOKEN, params }),
    ];
    expect(refusals.map(({ body }) => body.code)).toEqual(Array(4).fill("NOT_FOUND"));
  });
});
