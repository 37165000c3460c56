import type { Database } from "@voltmarg/testkit/ledger";

const BATCH = 20_000;
const WALLETS = 5_000;

/** Books many small gifts to many wallets the way the ledger does: one transfer and one posting each. */
export async function fillLedger({ pool }: Database, from: number, until: number): Promise<void> {
  await pool.query(
    `insert into ledger_wallet (owner) select 'usr_fill_' || n from generate_series(0, $1::int - 1) n on conflict do nothing`,
    [WALLETS],
  );
  for (let at = from; at < until; at += BATCH) {
    await pool.query(
      `with row as (
         select n, 'usr_fill_' || n % $3::int as owner, 'trf_fill_' || lpad(n::text, 12, '0') as id
         from generate_series($1::int, $2::int - 1) n)
       select ledger_move_many(array_agg(owner order by n), array_agg(id order by n), array_agg('gift:' || n order by n),
         array_agg(n::text order by n), array_agg('GOODWILL'::text order by n), array_agg('A gift'::text order by n), now(),
         array_agg('system'::text order by n), array_agg('goodwill'::text order by n), array_agg(owner order by n),
         array_agg('wallet'::text order by n), array_agg((100 + n % 900)::bigint order by n)) from row`,
      [at, Math.min(at + BATCH, until), WALLETS],
    );
  }
}
