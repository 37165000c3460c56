import { checkLedger } from "../../server/src/features/wallet/check-ledger.store.ts";
import { rows, sql, type Database } from "../../server/src/platform/database/database.ts";

type Harness = { database: Database };

/** Amounts of all postings by kind of account, to check that money is where it should be. */
export async function accountBalances(
  harness: Harness,
  owner: string,
): Promise<Record<string, bigint>> {
  const found = await rows(
    harness.database.db,
    sql<{ kind: string; total: bigint }>`
      select kind, sum(delta)::bigint as total from (
        select destination_kind as kind, amount as delta from ledger_posting where destination_owner = ${owner}
        union all
        select source_kind, -amount from ledger_posting where source_owner = ${owner}) d
      group by kind`,
  );
  return Object.fromEntries(found.map((row) => [row.kind, row.total]));
}

/** What is wrong with the books: three kinds always named, the others when there are any. */
export async function ledgerFaults(harness: Harness): Promise<Record<string, number>> {
  const { unbalanced, drifted, misheld, ...others } = await checkLedger(harness.database.db);
  const found = Object.entries(others).filter(([, count]) => count > 0);
  return { unbalanced, drifted, misheld, ...Object.fromEntries(found) };
}
