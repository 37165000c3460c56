import { openDatabase, sql } from "@voltmarg/testkit/ledger";
import { until } from "@voltmarg/world/until";
import type { ServiceBed } from "../../test-bed.ts";
import { booksAgainstProvider, deliverNow, totalsOf } from "./provider-totals.ts";
import type { Ledgerless } from "./driver.ts";

export type Findings = { lost: number; doubled: number; faults: string[] };

/** A long run leaves many webhooks of the provider, and each one needs more than one commit. */
const ARRIVES_WITHIN_MS = 1_800_000;

/** Compares the answers drivers got with the books, and the books with themselves and with the provider's totals. */
export async function audit(
  testBed: ServiceBed,
  drivers: readonly Ledgerless[],
): Promise<Findings> {
  const database = openDatabase(testBed.databaseUrl, () => {}, 4);
  const { db } = database;
  try {
    // A killed process left jobs behind: finish them all first.
    await deliverNow(testBed.paymentsUrl);
    await until(
      "everything on its way has arrived",
      async () => {
        const { rows } = await sql<{ open: bigint }>`
          select count(*) as open from outbox
          where done_at is null and topic in ('payment.refund', 'refund.notice', 'payment.notice')`.execute(
          db,
        );
        return rows[0]?.open === 0n && (await totalsOf(testBed.paymentsUrl)).untold === 0;
      },
      ARRIVES_WITHIN_MS,
    );
    const wrong = await booksAgainstProvider(db, testBed.paymentsUrl);
    const faults = wrong.map(({ what, count }) => `${what}: ${count}`);
    let lost = 0;
    let doubled = 0;
    for (const driver of drivers) {
      const { rows: done } = await sql<{ kind: string; name: string; n: bigint }>`
        select kind, name, count(*) as n from (
          select case kind when 'HOLD' then 'hold' when 'CHARGE' then 'capture' when 'RELEASE' then 'release' end as kind,
            split_part(session_id, '~', 1) as name
          from ledger_transfer where scope = ${driver.userId} and kind in ('HOLD', 'CHARGE', 'RELEASE')
          union all
          select 'top-up', p.top_up_id from ledger_transfer t
            join wallet_payment p on p.user_id = t.scope and 'top-up:' || p.payment_id = t.idem
          where t.scope = ${driver.userId}
          union all
          select 'withdrawal', split_part(w.idempotency_key, '~', 1) from ledger_transfer t
            join withdrawal w on w.user_id = t.scope and 'withdrawal:' || w.id = t.idem
          where t.scope = ${driver.userId}) d group by kind, name`.execute(db);
      const times = new Map(done.map(({ kind, name, n }) => [`${kind} ${name}`, n]));
      for (const { kind, name } of driver.told) {
        if (!times.has(`${kind} ${name}`)) lost += 1;
      }
      doubled += done.filter(({ n }) => n > 1n).length;
      const { rows: wallets } = await sql<{ free: bigint }>`
        select wallet + overdraft as free from ledger_wallet where owner = ${driver.userId}`.execute(
        db,
      );
      if (wallets[0]?.free !== BigInt(driver.free)) {
        faults.push(
          `${driver.userId} reckons ${driver.free} paise, the books say ${wallets[0]?.free}`,
        );
      }
    }
    return { lost, doubled, faults };
  } finally {
    await database.close();
  }
}
