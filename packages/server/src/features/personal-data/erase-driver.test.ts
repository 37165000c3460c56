import { afterAll, beforeAll, expect, test } from "vitest";
import { START, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { one, rows, sql } from "../../platform/database/database.ts";
import { eraseDriver, type EraseDeps } from "./erase-driver.ts";
import { countObstacles } from "./erasure.store.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const DAY_MS = 86_400_000;
const ago = (ms: number) => new Date(START.getTime() - ms);
let made = 100;

/** A closed account with an empty wallet. */
async function person(more: { email?: string; name?: string; closed?: boolean } = {}) {
  const n = ++made;
  const id = `usr_erased_${n}`;
  const mobile = `+91940000${String(n).padStart(4, "0")}`;
  const { email = null, name = null, closed = true } = more;
  const { db } = world.database;
  await sql`insert into app_user (id, mobile, email, name, customer_type, created_at, deactivated_at)
    values (${id}, ${mobile}, ${email}, ${name}, 'PERSONAL', ${ago(DAY_MS)}, ${closed ? ago(1) : null})`.execute(
    db,
  );
  await sql`select ledger_open_driver(${id})`.execute(db);
  const session = (ses: string, set: ReturnType<typeof sql>) =>
    sql`insert into session (user_id, id, operator_id, status, step, version, snapshot, timeline, requested_at,
        answer_due_at, open, closed_at, provisional_since)
      select ${id}, ${ses}, 'op', s.status, s.step, 1, s.snapshot::jsonb, '[]', ${START}, ${START}, s.open,
        s.closed_at, s.provisional_since
      from (select 'COMPLETED' as status, 'ENDED' as step, '{}' as snapshot, false as open,
        ${START}::timestamptz as closed_at, null::timestamptz as provisional_since) d
      cross join lateral (${set}) s`.execute(db);
  return { id, mobile, session };
}
const obstacles = async (id: string) =>
  Object.fromEntries(
    (await countObstacles(world.database.db, id, START)).map(({ what, count }) => [what, count]),
  );

function eraser() {
  const erased: string[] = [];
  const audited: unknown[] = [];
  const dropped: string[] = [];
  const deps = {
    database: world.database,
    clock: fakeClock(START),
    writeAudit: async (_on: unknown, userId: string, act: string, details: unknown) =>
      void audited.push([userId, act, details]),
    lockNumber: async () => null,
    lockWallet: async () => null,
    dropFiles: async (_tx: unknown, userId: string) => {
      dropped.push(userId);
      return 3;
    },
    onErased: (userId: string) => void erased.push(userId),
  } as unknown as EraseDeps;
  const backoffice = {
    name: "meera",
    role: "support",
    transact: world.database.transact,
  } as unknown as Parameters<typeof eraseDriver>[1];
  const erase = (mobile: string, reference: string) =>
    eraseDriver(deps, backoffice, { mobile, reference });
  return { erased, audited, dropped, erase };
}

test("an account without anything open is settled", async () => {
  const { id, session } = await person();
  await session(
    "ses_1",
    sql`select 'COMPLETED' as status, d.step, d.snapshot, d.open, d.closed_at, d.provisional_since`,
  );
  expect(await obstacles(id)).toEqual({});
});

test("charges that are open, and ended ones whose bill has not come or may be replaced, are in the way", async () => {
  const { id, session } = await person();
  const { id: other } = await person();
  const as = (columns: string) => sql`select ${sql.raw(columns)}`;
  const rest = "d.snapshot";
  await session(
    "open",
    as(
      `'ACTIVE' as status, 'CHARGING' as step, ${rest}, true as open, null::timestamptz as closed_at, null::timestamptz as provisional_since`,
    ),
  );
  // Open, and so not yet to be billed.
  await session(
    "open-ended",
    as(
      `'COMPLETED' as status, 'ENDED' as step, ${rest}, true as open, null::timestamptz as closed_at, d.closed_at as provisional_since`,
    ),
  );
  await session(
    "to-come",
    as(
      `'COMPLETED' as status, 'ENDED' as step, ${rest}, false as open, null::timestamptz as closed_at, null::timestamptz as provisional_since`,
    ),
  );
  await session(
    "provisional",
    as(
      `'COMPLETED' as status, 'BILLED' as step, ${rest}, false as open, d.closed_at, d.closed_at as provisional_since`,
    ),
  );
  await session(
    "invalid",
    as(
      `'INVALID' as status, 'ENDED' as step, ${rest}, false as open, null::timestamptz as closed_at, null::timestamptz as provisional_since`,
    ),
  );
  await session(
    "failed",
    as(
      `'FAILED' as status, 'EXPIRED' as step, ${rest}, false as open, null::timestamptz as closed_at, null::timestamptz as provisional_since`,
    ),
  );
  await session(
    "done",
    as(
      `'COMPLETED' as status, 'ENDED' as step, ${rest}, false as open, d.closed_at, null::timestamptz as provisional_since`,
    ),
  );
  await session(
    "done-too",
    as(
      `'COMPLETED' as status, 'ENDED' as step, ${rest}, false as open, d.closed_at, null::timestamptz as provisional_since`,
    ),
  );
  expect(await obstacles(id)).toEqual({ CHARGE_OPEN: 2, BILL_TO_COME: 2 });
  expect(await obstacles(other)).toEqual({});
});

test("a record that the operator may still correct is in the way for ninety days, one that waits for us until decided", async () => {
  const { id } = await person();
  const { id: other } = await person();
  const { db } = world.database;
  const dispute = (cdr: string, at: Date, state = "OPEN", of = id) =>
    sql`insert into cdr_dispute (user_id, cdr_id, session_id, operator_id, currency, asked_excl, checked_excl,
        checked_incl, tolerance, lines, paid, state, created_at)
      values (${of}, ${cdr}, 's', 'o', 'INR', '2', '1', '1', '0', '[]', 1, ${state}, ${at})`.execute(
      db,
    );
  await dispute("young", ago(90 * DAY_MS - 1));
  await dispute("old", ago(90 * DAY_MS));
  await dispute("closed", START, "CLOSED");
  const aside = (name: string, body: object, raw: string | null, decided = false) =>
    sql`insert into quarantined_cdr (id, operator_id, ocpi_id, reason, body, raw, received_at, decision, decided_at)
      values (${`${id}-${name}`}, 'o', 'o', 'r', ${JSON.stringify(body)}, ${raw}, ${START},
        ${decided ? "REJECTED" : null}, ${decided ? START : null})`.execute(db);
  const own = { cdr_token: { uid: id } };
  await aside("named", own, null);
  await aside("decided", own, null, true);
  await aside("unreadable", {}, `{"cdr_token":{"uid":"${id}"`);
  await aside("decided-unreadable", {}, id, true);
  await aside("anothers", { cdr_token: { uid: "usr_else" } }, "usr_else");
  await sql`insert into driver_token values ('o', 'by-token', ${id}, ${START})`.execute(db);
  await aside("by-token", { cdr_token: { uid: "by-token" } }, null);
  await aside("unreadable-by-token", {}, `{"cdr_token":{"uid":"BY-TOKEN"`);
  expect(await obstacles(id)).toEqual({ RECORD_DISPUTED: 1, RECORD_SET_ASIDE: 4 });
  expect(await obstacles(other)).toEqual({});
});

test("payments under way or disputed are in the way; an order counts for a day", async () => {
  const { id } = await person();
  const { id: other } = await person();
  const { db } = world.database;
  const topUp = (name: string, status: string, at: Date) =>
    sql`insert into top_up (user_id, id, amount, status, created_at)
      values (${id}, ${name}, 100, ${status}, ${at})`.execute(db);
  await topUp("young", "CREATED", ago(DAY_MS - 1));
  await topUp("old", "CREATED", ago(DAY_MS));
  await topUp("going", "PROCESSING", ago(9 * DAY_MS));
  await topUp("done", "CREDITED", START);
  await topUp("failed", "FAILED", START);
  const dispute = async (name: string, status: string) => {
    const payment = `${id}-${name}`;
    await sql`insert into wallet_payment (user_id, payment_id, top_up_id, amount, source, credited_at)
      values (${id}, ${payment}, 't', 1, 'UPI', ${START})`.execute(db);
    await sql`insert into payment_dispute (id, payment_id, amount, status, body, received_at)
      values (${`dsp-${payment}`}, ${payment}, 1, ${status}, '{}', ${START})`.execute(db);
  };
  for (const status of ["open", "under_review", "won", "lost", "closed"])
    await dispute(status, status);
  expect(await obstacles(id)).toEqual({ PAYMENT_UNDER_WAY: 2, PAYMENT_DISPUTED: 2 });
  expect(await obstacles(other)).toEqual({});
});

test("money in the wallet, on hold, on its way back and owed is in the way, each with its paise", async () => {
  const { id } = await person();
  const { erase, erased } = eraser();
  await sql`update ledger_wallet set wallet = 100, held = 200, withdrawing = 3, overdraft = -12345 where owner = ${id}`.execute(
    world.database.db,
  );
  expect(await obstacles(id)).toEqual({
    MONEY_HELD: 200,
    MONEY_ON_ITS_WAY_BACK: 3,
    MONEY_LEFT: 100,
    MONEY_OWED: 12_345,
  });
  const { mobile } = (await one(
    world.database.db,
    sql<{ mobile: string }>`select mobile from app_user where id = ${id}`,
  ))!;
  const refused = await erase(mobile, "WALLET");
  expect(refused).toMatchObject({ ok: false, reason: "ACCOUNT_NOT_SETTLED" });
  expect(JSON.stringify(refused)).toContain("held: ₹2.00");
  expect(JSON.stringify(refused)).toContain("owed: ₹123.45");
  expect(erased).toEqual([]);
});

test("what names somebody by number, mail or name is erased with the account, and another's is not", async () => {
  const { db } = world.database;
  const me = await person({ email: "Asha@Example.in", name: "Asha Rao" });
  const other = await person({ email: "ravi@example.in", name: "Ravi" });
  const attempt = (name: string, email: string | null, said: string | null, expires: Date) =>
    sql`insert into social_attempt (state_hash, provider, device_type, address, challenge, nonce, code_verifier,
        created_at, expires_at, name, email)
      values (${Buffer.from(name)}, 'peer', 'web', 'a', 'c', 'n', 'v', ${START}, ${expires}, ${said}, ${email})`.execute(
      db,
    );
  await attempt("by-mail", "asha@example.in", null, new Date(START.getTime() + DAY_MS));
  await attempt("by-name-over", null, "Asha Rao", ago(1));
  await attempt("by-name-now", null, "Asha Rao", START);
  await attempt("another", "ravi@example.in", "Ravi", ago(1));
  await attempt("nobody", null, null, ago(1));
  let messages = 0;
  const message = async (recipient: string, state: string) => {
    const id = `msg_${made}_${++messages}`;
    await sql`insert into message (id, channel, kind, recipient, content, state, created_at, expires_at)
      values (${id}, 'sms', 'NOTICE', ${recipient}, 'c', ${state}, ${START}, ${START})`.execute(db);
    await sql`insert into message_attempt (message_id, carrier, tries, begun_at, state, reference, reason)
      values (${id}, 'msg91', 1, ${START}, 'SENT', ${`ref-${id}`}, 'why')`.execute(db);
    await sql`insert into sent_message (id, channel, recipient, body, at)
      values (${id}, 'sms', ${recipient}, 'b', ${START})`.execute(db);
    await sql`insert into message_count (day, channel, recipient, sent)
      values ('2026-11-20', 'sms', ${recipient}, 1)`.execute(db);
    return id;
  };
  const mine = [
    await message(me.mobile, "QUEUED"),
    await message("Asha@Example.in", "SENT"),
    await message(me.id, "FAILED"),
  ];
  const theirs = await message(other.mobile, "QUEUED");
  const checkIn = (user: string, id: string) =>
    sql`insert into check_in (user_id, id, location_id, day, worked, body, has_charged, created_at)
      values (${user}, ${id}, 'loc', '2026-11-20', true, '', true, ${START})`.execute(db);
  await checkIn(me.id, "chk_mine");
  await checkIn(other.id, "chk_theirs");
  const report = (user: string, of: string) =>
    sql`insert into check_in_report (user_id, check_in_id, reason, created_at)
      values (${user}, ${of}, 'SPAM', ${START})`.execute(db);
  await report(other.id, "chk_mine");
  await report(me.id, "chk_theirs");
  await report(other.id, "chk_else");
  const rating = (user: string, ses: string, body: string | null) =>
    sql`insert into session_rating (user_id, session_id, location_id, stars, tags, body, created_at, updated_at)
      values (${user}, ${ses}, 'loc', 5, '{}', ${body}, ${START}, ${START})`.execute(db);
  await rating(me.id, "said", "Good");
  await rating(me.id, "silent", null);
  await rating(other.id, "said", "Good");
  const snapshot = (registration: string | null) =>
    sql`select d.status, d.step, ${JSON.stringify({ vehicle: { registration } })} as snapshot, d.open, d.closed_at, d.provisional_since`;
  await me.session("named", snapshot("MH12ZZ7788"));
  await me.session("unnamed", snapshot(null));
  await me.session("unnamed-too", snapshot(null));
  await other.session("named", snapshot("MH12AB1234"));

  const { erase, erased, audited, dropped } = eraser();
  const done = await erase(me.mobile, "CASE 1");
  expect(done).toMatchObject({
    ok: true,
    value: {
      user_id: me.id,
      reference: "CASE 1",
      erased_at: START.toISOString(),
      erased: {
        app_user: 1,
        check_in: 1,
        check_in_report: 2,
        file_record: 3,
        message: 3,
        message_attempt: 3,
        message_count: 3,
        sent_message: 3,
        session: 1,
        session_rating: 1,
        social_attempt: 2,
      },
    },
  });
  expect(done.ok && Object.keys(done.value.erased)).toEqual([
    "app_user",
    "check_in",
    "check_in_report",
    "file_record",
    "message",
    "message_attempt",
    "message_count",
    "sent_message",
    "session",
    "session_rating",
    "social_attempt",
  ]);
  expect([erased, dropped]).toEqual([[me.id], [me.id]]);
  expect(audited).toEqual([[me.id, "ERASED", { credential: "meera", reference: "CASE 1" }]]);

  const names = await rows(
    db,
    sql<{ state_hash: Buffer }>`select state_hash from social_attempt order by state_hash`,
  );
  expect(names.map(({ state_hash }) => state_hash.toString())).toEqual([
    "another",
    "by-name-now",
    "nobody",
  ]);
  expect(
    await rows(
      db,
      sql<object>`select m.id, recipient, content, m.state, reference, reason from message m
        join message_attempt on message_id = m.id order by m.id`,
    ),
  ).toEqual([
    ...mine.map((id, n) => ({
      id,
      recipient: "",
      content: null,
      state: ["EXPIRED", "SENT", "FAILED"][n],
      reference: null,
      reason: null,
    })),
    {
      id: theirs,
      recipient: other.mobile,
      content: "c",
      state: "QUEUED",
      reference: `ref-${theirs}`,
      reason: "why",
    },
  ]);
  expect(
    await one(
      db,
      sql<object>`select mobile, name, email, erased_at from app_user where id = ${me.id}`,
    ),
  ).toEqual({ mobile: `erased:${me.id}`, name: null, email: null, erased_at: START });
  expect(
    await rows(
      db,
      sql<object>`select snapshot #>> '{vehicle,registration}' as registration from session where user_id = ${other.id}`,
    ),
  ).toEqual([{ registration: "MH12AB1234" }]);
  expect(
    await rows(
      db,
      sql<object>`select user_id, body from session_rating where session_id = 'said' order by user_id`,
    ),
  ).toEqual([
    { user_id: me.id, body: null },
    { user_id: other.id, body: "Good" },
  ]);

  // Asked for again, it is the same erasure; for another number it is not.
  expect(await erase(me.mobile, "CASE 1")).toEqual(done);
  expect(await erase(other.mobile, "CASE 1")).toMatchObject({ reason: "REFERENCE_REUSED" });
  expect(await erase(me.mobile, "CASE 2")).toMatchObject({ reason: "NOT_FOUND" });
  expect(dropped).toEqual([me.id]);
});

test("without an address only what names the number is erased", async () => {
  const { db } = world.database;
  const me = await person();
  await sql`insert into sent_message (id, channel, recipient, body, at) values
    ('to-number', 'sms', ${me.mobile}, 'b', ${START}), ('to-nobody', 'mail', 'a@b.example', 'b', ${START})`.execute(
    db,
  );
  expect(await eraser().erase(me.mobile, "CASE 3")).toMatchObject({
    value: { erased: { sent_message: 1 } },
  });
});

test("an account that is open is not erased, and nobody hears that it was", async () => {
  const me = await person({ closed: false });
  const { erase, erased, audited, dropped } = eraser();
  expect(await erase(me.mobile, "CASE 4")).toMatchObject({ reason: "ACCOUNT_NOT_CLOSED" });
  expect(await erase("+919400009999", "CASE 4")).toMatchObject({ reason: "NOT_FOUND" });
  expect([erased, audited, dropped]).toEqual([[], [], []]);
});

test("of two numbers erased at once under one reference, one is refused", async () => {
  const two = [await person(), await person()];
  const { erase } = eraser();
  const both = await Promise.all(two.map(({ mobile }) => erase(mobile, "CASE 5")));
  expect(both.map((each) => (each.ok ? "OK" : each.reason)).toSorted()).toEqual([
    "OK",
    "REFERENCE_REUSED",
  ]);
});

test("notices of payments that an earlier release stored whole are erased, once they are done", async () => {
  const { db } = world.database;
  const me = await person();
  await sql`insert into top_up (user_id, id, amount, status, created_at)
    values (${me.id}, 't', 100, 'CREDITED', ${ago(1_000)})`.execute(db);
  await sql`insert into payment_order (user_id, order_id, top_up_id) values (${me.id}, 'order_mine', 't')`.execute(
    db,
  );
  const notice = (
    id: string,
    order: string,
    { at = ago(1_000), done = true, topic = "payment.notice" } = {},
  ) =>
    sql`insert into outbox (id, topic, payload, due_at, created_at, done_at)
      values (${id}, ${topic}, ${JSON.stringify({ orderId: order })}, ${START}, ${at}, ${done ? START : null})`.execute(
      db,
    );
  await notice("mine", "order_mine");
  await notice("open", "order_mine", { done: false });
  await notice("before", "order_mine", { at: ago(1_001) });
  await notice("topic", "order_mine", { topic: "other" });
  await notice("theirs", "order_theirs");
  expect(await eraser().erase(me.mobile, "CASE 6")).toMatchObject({
    value: { erased: { outbox: 1 } },
  });
  const left = await rows(
    db,
    sql<{
      id: string;
    }>`select id from outbox where id in ('mine', 'open', 'before', 'topic', 'theirs') order by id`,
  );
  expect(left.map(({ id }) => id)).toEqual(["before", "open", "theirs", "topic"]);
});
