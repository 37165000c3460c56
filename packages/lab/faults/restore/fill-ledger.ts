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
       select count(moved.replayed) from row, ledger_move(owner, id, 'gift:' || n, n::text, 'GOODWILL', 'A gift', now(), null, null,
         array['system'], array['goodwill'], array[owner], array['wallet'], array[(100 + n % 900)::bigint]) moved`,
      [at, Math.min(at + BATCH, until), WALLETS],
    );
  }
}
