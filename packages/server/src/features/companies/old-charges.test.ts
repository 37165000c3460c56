import { afterAll, beforeAll, expect, test } from "vitest";
import { earlierDatabase, type EarlierDatabase } from "@voltmarg/testkit/earlier-database";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { rows, sql } from "../../platform/database/database.ts";

let world: Harness;
let earlier: EarlierDatabase;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  earlier = await earlierDatabase(world);
});
afterAll(async () => {
  await earlier.drop();
  await world.stop();
});

test("[B-2] companies' sessions from before limits count: billed ones with their amount, running ones as open", async () => {
  await earlier.apply((number) => number < 6);
  const at = "2026-11-20T06:30:00Z";
  await sql
    .raw(
      `insert into company values ('com', 'Fleet', '${at}');
       insert into app_user (id, mobile, customer_type, company_id, created_at) values
         ('usr', '+919800000001', 'CORPORATE', 'com', '${at}'), ('own', '+919800000002', 'PERSONAL', null, '${at}');
       insert into operator (id, name, versions_url, created_at) values ('op', 'Operator', 'https://op.example', '${at}');`,
    )
    .execute(earlier.database.db);
  const session = (id: string, user: string, hold: number | null, step: string, open: boolean) =>
    sql`insert into session (user_id, id, operator_id, status, step, version, snapshot, timeline, requested_at, answer_due_at, open)
      values (${user}, ${id}, 'op', 'ACTIVE', ${step}, 1, ${JSON.stringify({ hold_minor: hold })}, '[]', ${at}, ${at}, ${open})`.execute(
      earlier.database.db,
    );
  await session("ses_billed", "usr", null, "BILLED", false);
  await session("ses_running", "usr", null, "FLOWING", true);
  await session("ses_failed", "usr", null, "REJECTED", false);
  await session("ses_own", "own", 10_000, "FLOWING", true);
  await sql
    .raw(
      `insert into cdr (user_id, id, session_id, country_code, party_id, ocpi_id, amount, operator_amount, wire, body, created_at)
         values ('usr', 'cdr', 'ses_billed', 'IN', 'TST', 'c', 23600, 23600, '{}', '{}', '${at}');
       insert into session_reference values ('cdr:cdr', 'usr', 'ses_billed');
       insert into ledger_account (owner, kind, cached, balance) values ('com', 'receivable', true, -23600);
       insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at, session_id, cdr_id)
         values ('com', 'trf', 'bill:cdr', 'h', 'CHARGE', 'Baner', '${at}', 'ses_billed', 'cdr');
       insert into ledger_posting values ('com', 'trf', 1, 'com', 'receivable', 'system', 'sales', 23600);`,
    )
    .execute(earlier.database.db);
  await earlier.apply((number) => number >= 6);
  const charges = await rows(
    earlier.database.db,
    sql`select session_id, company_id, user_id, cdr_id, amount, billed_at is not null as billed
      from company_charge order by session_id`,
  );
  const company = { company_id: "com", user_id: "usr" };
  expect(charges).toEqual([
    { ...company, session_id: "ses_billed", cdr_id: "cdr", amount: 23_600n, billed: true },
    { ...company, session_id: "ses_running", cdr_id: null, amount: null, billed: false },
  ]);
});
