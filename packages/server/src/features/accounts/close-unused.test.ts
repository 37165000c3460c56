import { accounts } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { START, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { one, rows, sql } from "../../platform/database/database.ts";

const DAY_MS = 86_400_000;
const night = () => world.service.endAccounts();
const days = (count: number) => world.clock.advance(count * DAY_MS);

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false, env: { INACTIVE_MONTHS: "36" } });
});
afterAll(() => world.stop());

const stateOf = async (id: string) => {
  const { db } = world.database;
  const account = await one(
    db,
    sql<{
      closed: boolean;
    }>`select deactivated_at is not null as closed from app_user where id = ${id}`,
  );
  const warned = await rows(
    db,
    sql<{
      said: object;
    }>`select said from notification where user_id = ${id} and kind = 'ACCOUNT_UNUSED'
      union all select row -> 'said' from restricted_row
        where user_id = ${id} and of_table = 'notification' and row ->> 'kind' = 'ACCOUNT_UNUSED'`,
  );
  return { closed: account!.closed, warned: warned.length };
};
/** START and three years, less the thirty days of the warning. */
const untilWarned = () => world.clock.set(new Date("2029-10-22T06:00:00.000Z"));

test("an account that nobody uses is warned, and closed thirty days later as by its driver", async () => {
  expect(START.toISOString().slice(0, 10)).toBe("2026-11-20");
  const driver = await world.signUp();
  await sql`update app_user set email = 'old@private.example' where id = ${driver.id}`.execute(
    world.database.db,
  );
  await world.topUp(driver, 50_000);
  const kept = await world.signUp();
  const charging = await world.signUp();
  await sql`insert into session (user_id, id, operator_id, status, step, version, snapshot, timeline, requested_at,
      answer_due_at, open)
    values (${charging.id}, 'ses_long', 'op', 'ACTIVE', 'CHARGING', 1, '{}', '[]', ${START}, ${START}, true)`.execute(
    world.database.db,
  );
  world.clock.set(new Date("2029-10-20T06:00:00.000Z"));
  await night();
  expect(await stateOf(driver.id)).toEqual({ closed: false, warned: 0 });

  untilWarned();
  await Promise.all([night(), night()]);
  await night();
  await world.drain();
  expect(await stateOf(driver.id)).toEqual({ closed: false, warned: 1 });
  const mails = await rows(
    world.database.db,
    sql<{
      body: string;
    }>`select body from sent_message where channel = 'mail' and recipient = 'old@private.example'`,
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]!.body).toContain("21/11/2029");

  days(29);
  await night();
  expect((await stateOf(driver.id)).closed).toBe(false);
  // A sign-in, even on the last day, keeps the account.
  await sql`update sign_in set last_seen_at = ${world.clock.now()} where user_id = ${kept.id}`.execute(
    world.database.db,
  );
  await world.restart();
  days(1);
  await night();
  await world.drain();
  expect(await stateOf(driver.id)).toEqual({ closed: true, warned: 1 });
  expect((await stateOf(kept.id)).closed).toBe(false);
  expect((await stateOf(charging.id)).closed).toBe(false);
  const audit = await rows(
    world.database.db,
    sql<object>`select act, details from account_audit where user_id = ${driver.id} and act = 'DEACTIVATED'`,
  );
  expect(audit).toEqual([{ act: "DEACTIVATED", details: { why: "UNUSED" } }]);
  const money = await one(
    world.database.db,
    sql<object>`select wallet::int, withdrawing::int from ledger_wallet where owner = ${driver.id}`,
  );
  expect(money).toEqual({ wallet: 0, withdrawing: 0 });
  const refused = await world.refused(accounts.getUser, {
    params: { id: driver.id },
    token: driver.token,
  });
  expect(refused.status).toBe(401);

  // It is used again after its warning: three years more.
  days(20);
  await night();
  expect(await stateOf(kept.id)).toEqual({ closed: false, warned: 1 });
});

test("a clock that was years ahead for a night closes nothing, and warns anew in time", async () => {
  const driver = await world.signUp();
  const now = world.clock.now();
  days(1_500);
  await night();
  expect(await stateOf(driver.id)).toEqual({ closed: false, warned: 1 });
  world.clock.set(now);
  days(35);
  await night();
  expect((await stateOf(driver.id)).closed).toBe(false);
  days(1_035);
  await night();
  expect(await stateOf(driver.id)).toEqual({ closed: false, warned: 2 });
  days(31);
  await night();
  expect((await stateOf(driver.id)).closed).toBe(true);
});

test("many accounts are worked through in slices, and one that fails leaves the others", async () => {
  const { db } = world.database;
  const long = new Date(world.clock.now().getTime() - 1_200 * DAY_MS);
  const warned = new Date(world.clock.now().getTime() - 40 * DAY_MS);
  await sql`insert into app_user (id, mobile, customer_type, created_at, inactive_warned_at)
    select 'usr_many_' || lpad(n::text, 5, '0'), '+9170000' || lpad(n::text, 5, '0'), 'PERSONAL', ${long}, ${warned}
    from generate_series(1, 520) n`.execute(db);
  await sql`alter table app_user add constraint breaks check (id <> 'usr_many_00007' or deactivated_at is null)`.execute(
    db,
  );
  await night();
  const open = await rows(
    db,
    sql<{
      id: string;
    }>`select id from app_user where id like 'usr_many_%' and deactivated_at is null`,
  );
  expect(open).toEqual([{ id: "usr_many_00007" }]);
  await sql`alter table app_user drop constraint breaks`.execute(db);
  await night();
  expect((await stateOf("usr_many_00007")).closed).toBe(true);
});

test("nothing is closed where the setting is 0", async () => {
  const never = await startHarness({
    locations: 0,
    operators: false,
    env: { INACTIVE_MONTHS: "0" },
  });
  try {
    const { id } = await never.signUp();
    never.clock.advance(4_000 * DAY_MS);
    await never.service.endAccounts();
    never.clock.advance(40 * DAY_MS);
    await never.service.endAccounts();
    const found = await one(
      never.database.db,
      sql<object>`select deactivated_at from app_user where id = ${id}`,
    );
    expect(found).toEqual({ deactivated_at: null });
  } finally {
    await never.stop();
  }
});
