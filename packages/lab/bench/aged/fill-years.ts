import { rewrite } from "@voltmarg/testkit/rewrite";
import type { OwnCharge, OwnOperator } from "@voltmarg/testkit/test-bed";
import { sql } from "@voltmarg/testkit/ledger";
import { fillStations } from "../stations/fill-stations.ts";

export type Sizes = {
  drivers: number;
  sessions: number;
  /** Meter values of each session. */
  meterValues: number;
  locations: number;
  days: number;
  /** Finished outbox rows of each day. */
  outboxPerDay: number;
  /** CDRs of the operator that are set aside. */
  setAside: number;
  /** Charges that one company was billed for this month. */
  companyCharges: number;
};

/** The mobile number of an old driver. */
export const mobileOf = (n: number) => String(7_000_000_000 + n);
export const userOf = (n: number) => `usr_${String(n).padStart(26, "0")}`;

/**
 * Fills the database with years of use: the rows of one real driver with one real charge, copied with other ids and
 * times. Every old driver has the same number of charges, spread over the years, and books that add up.
 */
export async function fillYears(
  { world, operator }: OwnOperator,
  charge: OwnCharge,
  company: string,
  sizes: Sizes,
): Promise<void> {
  const { db } = world.database;
  const run = (text: string) => sql.raw(text).execute(db);
  const { drivers, sessions, days } = sizes;
  const start = `timestamptz '${world.clock.now().toISOString()}'`;
  const template = `'${charge.driver.id}'`;
  const pad = (prefix: string, n: string) => `'${prefix}_' || lpad((${n})::text, 26, '0')`;
  const user = pad("usr", "d");
  // Oldest first; the newest is a day old.
  const at = `(${start} - interval '1 day' - (${sessions} - n) * interval '${(days * 86_400) / sessions} seconds')`;
  /** Copies template rows: `series` gives n, `changes` are the columns that differ. */
  const copy = (
    table: string,
    where: string,
    series: string,
    changes: Record<string, string>,
    send = run,
  ) => {
    const pairs = Object.entries(changes).map(([column, value]) => `'${column}', ${value}`);
    return send(`insert into ${table} select r.* from (select x as row from ${table} x where ${where}) t, ${series},
      lateral jsonb_populate_record(t.row, jsonb_build_object(${pairs.join(", ")})) r on conflict do nothing`);
  };
  const perDriver = `generate_series(1, ${drivers}) d`;
  const perSession = `(select n, n % ${drivers} + 1 as d from generate_series(1, ${sessions}) n) s`;
  const ofTemplate = `user_id = ${template}`;

  await run("set synchronous_commit = off");
  await fillStations(world.config.databaseUrl, sizes.locations);
  await run(
    `select ensure_partitions(${start} - n * interval '1 day') from generate_series(1, ${days}) n`,
  );

  await copy("app_user", `id = ${template}`, perDriver, {
    id: user,
    mobile: "'+91' || (7000000000 + d)",
    name: "'Asha ' || d",
    // Over all days, as accounts are counted by the day.
    created_at: `${start} - d * interval '${(days * 86_400) / drivers} seconds'`,
  });
  await copy("sign_in", ofTemplate, perDriver, { user_id: user, sid: pad("sid", "d") });
  await run(`insert into ledger_wallet (owner) select ${user} from ${perDriver}`);
  await copy("vehicle", ofTemplate, perDriver, { user_id: user });
  await run(
    `insert into favourite select ${user}, ${pad("loc", `d % ${sizes.locations} + 1`)}, ${start} from ${perDriver}`,
  );

  const session = pad("ses", "n");
  const bill = pad("cdr", "n");
  const common = { user_id: user, created_at: at };
  await copy("session", ofTemplate, perSession, {
    user_id: user,
    id: session,
    version: "n",
    ended_version: "n",
    requested_at: at,
    cdr_id: bill,
    idempotency_key: "null",
    ocpi_session_id: "'old-' || n",
  });
  await run(`insert into session_reference select k || n, ${user}, ${session} from ${perSession},
    unnest(array['auth:ses_', 'ocpi:in/tst/old-', 'cdr:cdr_']) k`);
  await copy("cdr", `${ofTemplate} and credit_of is null`, perSession, {
    ...common,
    id: bill,
    session_id: session,
    ocpi_id: "'old-' || n",
  });
  // They took no number, so they have no seal.
  const unsealed = (text: string) => rewrite(world.database, sql.raw(text));
  await copy(
    "invoice",
    `${ofTemplate} and kind = 'INVOICE'`,
    perSession,
    { user_id: user, number: "'OLD/' || n", cdr_id: bill, issued_at: at },
    unsealed,
  );
  await copy("ledger_hold", ofTemplate, perSession, {
    ...common,
    id: pad("hld", "n"),
    session_id: session,
  });
  // 300 rupees come in, are held, and are taken: the books add up to nothing.
  await run(`insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at, session_id, cdr_id, balance_after,
      source_owner, source_kind, destination_owner, destination_kind, amount)
    select ${user}, ${pad("trf", "n * 10 + k")}, (array['top-up:pay_' || n, 'hold:' || ${session}, 'bill:' || ${bill}])[k],
      'hash', (array['TOP_UP', 'HOLD', 'CHARGE'])[k], 'Old times', ${at}, case k when 1 then null else ${session} end,
      case k when 3 then ${bill} end, case k when 3 then 0 else 30000 end,
      case k when 1 then array['system'] when 2 then array[${user}] else array[${user}, 'system'] end,
      case k when 1 then array['payments'] when 2 then array['wallet'] else array['held', 'sales'] end,
      case k when 1 then array[${user}] when 2 then array[${user}] else array['system', 'system'] end,
      case k when 1 then array['wallet'] when 2 then array['held'] else array['sales', 'gst'] end,
      case k when 3 then array[30000, 4576] else array[30000] end
    from ${perSession}, generate_series(1, 3) k`);
  await copy("top_up", ofTemplate, perSession, {
    ...common,
    id: pad("top", "n"),
    order_id: "'order_old_' || n",
    payment_id: "'pay_' || n",
    amount: "30000",
    idempotency_key: "null",
  });
  await copy("wallet_payment", ofTemplate, perSession, {
    user_id: user,
    payment_id: "'pay_' || n",
    top_up_id: pad("top", "n"),
    amount: "30000",
    credited_at: at,
  });
  await run(`insert into meter_value (user_id, session_id, at, until, kwh, charging, power_kw)
    select ${user}, ${session}, ${at} + k * interval '30 seconds', ${at} + (k + 1) * interval '30 seconds', k, true, 30
    from ${perSession}, generate_series(1, ${sizes.meterValues}) k`);
  await copy("operator_cost", ofTemplate, perSession, {
    user_id: user,
    at,
    cdr_id: bill,
    ocpi_id: "'old-' || n",
  });
  await copy("operator_command", ofTemplate, perSession, {
    ...common,
    id: pad("cmd", "n"),
    session_id: session,
  });
  await copy("partner_session", `ocpi_id = '${charge.ocpiId}'`, perSession, {
    key: "'in/tst/old-' || n",
    ocpi_id: "'old-' || n",
    last_updated: at,
    announced_on: `(${at})::date`,
  });

  const message = pad("msg", "n");
  await copy("refresh_token", ofTemplate, perSession, {
    user_id: user,
    hash: "'\\\\x' || md5(n::text)",
    sid: pad("sid", "d"),
    issued_at: at,
    expires_at: `${at} + interval '30 days'`,
  });
  await copy("otp_challenge", `mobile = '+91${charge.driver.mobile}'`, perSession, {
    id: pad("otp", "n"),
    mobile: "'+91' || (7000000000 + d)",
    created_at: at,
    expires_at: at,
    address: "'10.' || n % 200 || '.' || n / 200 % 250 || '.1'",
  });
  await run(
    `insert into otp_failure select '+91' || (7000000000 + d), ${at}, n::text from ${perSession}`,
  );
  await copy("message", `recipient = '+91${charge.driver.mobile}'`, perSession, {
    id: message,
    recipient: "'+91' || (7000000000 + d)",
    created_at: at,
    expires_at: at,
  });
  await run(`insert into message_attempt (message_id, carrier, tries, begun_at, ended_at, state, reference)
    select ${message}, 'old', 1, ${at}, ${at}, 'DELIVERED', n::text from ${perSession}`);
  await run(`insert into message_count select (${at})::date, 'sms', '+91' || (7000000000 + d), 1, 0 from ${perSession}
    on conflict do nothing`);
  await copy("notification", ofTemplate, perSession, {
    ...common,
    id: `${pad("ntf", "n")} || (t.row).id`,
    key: "(t.row).key || n",
    read_at: at,
    pushed_at: at,
    mailed_at: at,
  });
  await run(`insert into inbox select 'cdr', 'in/tst/old-' || n, 'hash', ${at} from ${perSession}`);
  await run(`insert into token_authorization (id, operator_id, user_id, allowed, authorization_reference, location_id,
      evse_uids, created_at)
    select ${pad("aut", "n")}, '${operator.operatorId}', ${user}, 'ALLOWED', ${session}, 'EVEN', '{}', ${at} from ${perSession}`);
  await run(
    `insert into account_audit (at, user_id, act, details) select ${at}, ${user}, 'SIGNED_IN', '{}' from ${perSession}`,
  );
  await copy(
    "quarantined_cdr",
    "reason = 'the session has a bill already'",
    `generate_series(1, ${sizes.setAside}) n`,
    {
      id: pad("qua", "n"),
      ocpi_id: "'aside-' || n",
      body: "(t.row).body || jsonb_build_object('id', 'aside-' || n, 'authorization_reference', 'ses_of_nobody_' || n)",
    },
  );
  // In slices: each adds to one total, of which a single transaction would leave all versions.
  for (let from = 0; from < sizes.companyCharges; from += 1_000) {
    const until = Math.min(from + 1_000, sizes.companyCharges);
    await run(`insert into company_charge (session_id, company_id, user_id, started_at, may_cost, expected, cdr_id, amount, billed_at)
      select 'old_' || n, '${company}', 'usr_' || n % 500, ${start}, 0, 0, 'old_' || n, 1, ${start} from generate_series(${from + 1}, ${until}) n`);
  }
  await run(`insert into outbox (id, topic, payload, due_at, created_at, attempts, done_at, queue)
    select 'out_' || d || '_' || k, 'session.watch', '{"userId": "usr_1", "sessionId": "ses_1"}', ${start} - d * interval '1 day',
      ${start} - d * interval '1 day', 1, ${start} - d * interval '1 day', 'main'
    from generate_series(1, ${days}) d, generate_series(1, ${sizes.outboxPerDay}) k`);
  await run("vacuum analyze");
}
