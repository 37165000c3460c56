import type { OwnOperator } from "./own-operator.ts";

/**
 * Makes charging sessions by SQL beside one that is under way: one a minute, of a thousand drivers; one in ten failed, one
 * in a hundred was never billed.
 */
export async function makeCharges(own: OwnOperator, many: number): Promise<void> {
  const charge = await own.ask(await own.driver());
  await own.tell(charge);
  const { pool } = own.world.database;
  await pool.query(
    `insert into session (user_id, id, operator_id, status, step, version, snapshot, timeline, failure, requested_at,
       answer_due_at, news_at, kwh, open)
     select 'usr_' || n % 1000, 'ses_' || n, s.operator_id,
       case when n % 10 = 0 then 'FAILED' else 'COMPLETED' end,
       case when n % 10 = 0 then 'REJECTED' when n % 100 = 1 then 'ENDED' else 'BILLED' end,
       n, s.snapshot, s.timeline,
       case when n % 10 = 0 then '{"code": "REJECTED", "not_charged": true}'::jsonb end,
       s.requested_at - n * interval '1 minute', s.answer_due_at, s.requested_at - n * interval '1 minute', 5, false
     from session s, generate_series(1, $1::int) n where s.id = $2`,
    [many, charge.id],
  );
  await pool.query("analyze session");
}
