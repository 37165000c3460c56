import { accounts, backoffice, notifications, personalData } from "@voltmarg/contract";
import { byTwo } from "@voltmarg/testkit/by-two";
import { A_BREACH } from "@voltmarg/testkit/fixtures/breach";
import { PROVIDER_TOKEN, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, expect, test } from "vitest";
import { one, rows, sql } from "../../platform/database/database.ts";

const bootstrap = { token: PROVIDER_TOKEN };

let world: Harness;
let hindi: Driver;
let closed: Driver;
beforeAll(async () => {
  world = await startHarness({
    locations: 0,
    operators: false,
    // Less than there are drivers: what is said of a breach has no budget.
    env: { SMS_PER_DAY: "60", MAILS_PER_DAY: "1" },
  });
  hindi = await world.signUp();
  closed = await world.signUp();
  await world.call(notifications.updateNotificationPreferences, {
    token: hindi.token,
    body: { language: "hi", kinds: [{ kind: "BREACH", channels: { PUSH: false, MAIL: false } }] },
  });
  for (const [driver, email] of [
    [hindi, "hindi@private.example"],
    [closed, "closed@private.example"],
  ] as const)
    await world.call(accounts.updateUser, {
      params: { id: driver.id },
      token: driver.token,
      body: { email },
    });
  await world.call(accounts.deactivate, { params: { id: closed.id }, token: closed.token });
  const { db } = world.database;
  await sql`insert into app_user (id, mobile, customer_type, created_at)
    select 'usr_many_' || lpad(n::text, 4, '0'), '+9170000' || lpad(n::text, 5, '0'), 'PERSONAL', ${world.clock.now()}
    from generate_series(1, 450) n`.execute(db);
  await sql`update app_user set mobile = 'erased:' || id, erased_at = ${world.clock.now()},
    deactivated_at = ${world.clock.now()} where id = 'usr_many_0450'`.execute(db);
});
afterAll(() => world.stop());

const listed = async () =>
  (await world.call(personalData.listBreaches, bootstrap)).body.data.breaches;
const sentTo = (recipient: string) =>
  rows(
    world.database.db,
    sql<{ channel: string; body: string }>`select channel, body from sent_message
      where recipient = ${recipient} and code is null order by channel`,
  );
/** Runs what is due, and what comes ten seconds later, until a breach is told. */
async function untilTold(reference: string) {
  for (;;) {
    await world.drain();
    const found = (await listed()).find((each) => each.reference === reference)!;
    if (found.finished_at) return found;
    world.clock.advance(10_000);
  }
}

test("a breach waits for a second member, and nobody hears of it until then", async () => {
  const call = { ...bootstrap, body: { ...A_BREACH, reference: "BREACH 0" } };
  const refused = await world.refused(personalData.tellBreach, call);
  expect(refused.body.code).toBe("SECOND_MEMBER_NEEDED");
  expect(refused.body.message).toContain("it tells all drivers of a breach of their data");
  const { approval } = refused.body as unknown as { approval: { id: string } };
  const own = await world.refused(backoffice.confirmApproval, {
    ...bootstrap,
    params: { id: approval.id },
  });
  expect(own.body.code).toBe("FORBIDDEN");
  await world.drain();
  expect(await listed()).toEqual([]);
});

test("all drivers are told once, in slices, each in their language, through a restart, closed accounts too", async () => {
  await byTwo(world, personalData.tellBreach, { body: A_BREACH });
  // The first slice, and the service ends.
  await world.drain();
  const first = (await listed())[0]!;
  expect([first.told, first.finished_at]).toEqual([200, null]);
  await world.restart();
  const told = await untilTold(A_BREACH.reference);
  const { n } = (await one(
    world.database.db,
    sql<{ n: number }>`select count(*)::int as n from app_user where erased_at is null`,
  ))!;
  expect(n).toBe(451);
  expect(told).toMatchObject({
    who: "ALL",
    told_by: "first-of-two",
    reason: A_BREACH.reason,
    told: 451,
    reached: 451,
    waiting: 0,
    not_reached: 0,
  });
  const twice = await rows(
    world.database.db,
    sql<object>`select recipient from sent_message where channel = 'sms' and body like 'Security notice%'
      group by recipient having count(*) > 1`,
  );
  expect(twice).toEqual([]);

  const [mail] = await sentTo("hindi@private.example");
  const [sms] = await sentTo(`+91${hindi.mobile}`);
  // Switched off or not, it is told; the table of tests has the English text of an SMS.
  expect(sms!.body).toContain("call 912026120000");
  for (const part of ["happened", "consequences", "done", "advice", "contact"] as const)
    expect(mail!.body).toContain(A_BREACH[`${part}_hi`]);
  const notices = await world.call(notifications.listNotifications, {
    token: hindi.token,
    query: {},
  });
  expect(notices.body.content[0]).toMatchObject({
    kind: "BREACH",
    subject: { id: null },
    text: expect.stringContaining(A_BREACH.happened_en),
  });
  expect((await sentTo(`+91${closed.mobile}`)).map(({ channel }) => channel)).toEqual(["sms"]);
  expect((await sentTo("closed@private.example")).map(({ channel }) => channel)).toEqual(["mail"]);
});

test("the same reference is told once; for something else it is refused", async () => {
  const again = await world.call(personalData.tellBreach, { ...bootstrap, body: A_BREACH });
  expect(again.body.data).toMatchObject({ reference: A_BREACH.reference, told: 451 });
  await world.drain();
  expect(
    (await sentTo(`+91${hindi.mobile}`)).filter(({ channel }) => channel === "sms"),
  ).toHaveLength(1);
  const other = { ...A_BREACH, happened_en: "On 21 November something else happened." };
  const refused = await world.refused(personalData.tellBreach, { ...bootstrap, body: other });
  expect(refused.body.code).toBe("REFERENCE_REUSED");
});

test("a code to sign in is sent although thousands of messages were: a breach uses no budget", async () => {
  const { body } = await world.call(notifications.countMessages, { ...bootstrap, query: {} });
  expect(body.data.budgets.find(({ channel }) => channel === "sms")!.used).toBeLessThan(10);
  await world.signUp();
});

test("listed drivers alone are told, by number or id, and a number that is nobody's is named", async () => {
  const body = {
    ...A_BREACH,
    reference: "BREACH 2",
    who: "LISTED" as const,
    drivers: `${hindi.mobile}, usr_many_0007\n+91 70000 00008;;`,
  };
  const wrong = await world.refused(personalData.tellBreach, {
    ...bootstrap,
    body: { ...body, drivers: `${body.drivers}\n9999999999` },
  });
  expect([wrong.body.code, wrong.body.message]).toEqual([
    "INVALID_INPUT",
    "1 of these are no driver's: +919999999999",
  ]);
  await byTwo(world, personalData.tellBreach, { body });
  expect(await untilTold("BREACH 2")).toMatchObject({ told: 3, reached: 3 });
  expect((await world.call(personalData.tellBreach, { ...bootstrap, body })).status).toBe(200);
  // Nobody who is listed later is taken for told.
  for (const more of [{ drivers: `${body.drivers}\nusr_many_0009` }, { phone: "912026129999" }]) {
    const other = { ...bootstrap, body: { ...body, ...more } };
    const refused = await world.refused(personalData.tellBreach, other);
    expect(refused.body.code).toBe("REFERENCE_REUSED");
  }
});

test("drivers active between two times are told, and nobody else", async () => {
  const from = world.clock.now().toISOString();
  world.clock.advance(60_000);
  const active = await world.signUp();
  world.clock.advance(60_000);
  const until = world.clock.now().toISOString();
  world.clock.advance(3_600_000);
  await world.signUp();
  const body = { ...A_BREACH, reference: "BREACH 3", who: "ACTIVE" as const, from, until };
  const turned = { ...body, from: until, until: from };
  const wrong = await world.refused(personalData.tellBreach, { ...bootstrap, body: turned });
  expect(wrong.body.code).toBe("INVALID_INPUT");
  // 12:30 in India is 07:00 in Greenwich, the earlier time.
  const indian = { ...body, from: "2026-11-20T09:00:00Z", until: "2026-11-20T12:30:00+05:30" };
  const earlier = { ...bootstrap, body: indian };
  expect((await world.refused(personalData.tellBreach, earlier)).body.code).toBe("INVALID_INPUT");
  await byTwo(world, personalData.tellBreach, { body });
  expect(await untilTold("BREACH 3")).toMatchObject({ told: 1 });
  const [person] = await rows(
    world.database.db,
    sql<{
      user_id: string;
    }>`select p.user_id from breach_person p join breach b on b.id = p.breach_id
      where b.reference = 'BREACH 3'`,
  );
  expect(person!.user_id).toBe(active.id);
});

test("how many were reached holds when the messages have gone by age", async () => {
  const { db } = world.database;
  const before = (await listed()).find(({ reference }) => reference === "BREACH 2")!;
  await sql`update message set state = 'FAILED' where id = (
    select sms_id from breach_person where user_id = 'usr_many_0007' and breach_id = ${before.id})`.execute(
    db,
  );
  expect((await listed()).find(({ id }) => id === before.id)).toMatchObject({
    reached: 2,
    not_reached: 1,
  });
  world.clock.advance(8 * 86_400_000);
  await world.drain();
  await sql`delete from message where created_at < ${world.clock.now()}`.execute(db);
  expect((await listed()).find(({ id }) => id === before.id)).toMatchObject({
    told: 3,
    reached: 2,
    not_reached: 1,
  });
});

test("an admin alone may tell, and readers see what was told", async () => {
  for (const role of ["read", "support", "finance"] as const) {
    const made = await world.call(backoffice.createCredential, {
      ...bootstrap,
      body: { name: `breach-${role}`, role },
    });
    const { token } = made.body.data;
    const refused = await world.refused(personalData.tellBreach, { token, body: A_BREACH });
    expect(refused.body.code).toBe("FORBIDDEN");
    await world.call(personalData.listBreaches, { token });
  }
});
