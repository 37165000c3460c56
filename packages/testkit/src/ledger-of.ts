import { documents } from "../../server/src/features/backoffice/check-documents.store.ts";
import { money } from "../../server/src/features/backoffice/check-money.store.ts";
import { checkRowsSlice } from "../../server/src/features/backoffice/rows-check.store.ts";
import { checkLedger } from "./check-ledger.ts";
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

/** What is wrong with the sums of the books: three kinds always named, the others when there are any. */
export async function faultsOfSums({ database: { db } }: Harness): Promise<Record<string, number>> {
  const { unbalanced, drifted, misheld, ...others } = await checkLedger(db);
  const found = Object.entries(others).filter(([, count]) => count > 0);
  return { unbalanced, drifted, misheld, ...Object.fromEntries(found) };
}

/** The same, and each row that differs from what it must agree with. Not for a test that books what has no bill. */
export async function ledgerFaults({ database }: Harness): Promise<Record<string, number>> {
  const sums = await faultsOfSums({ database });
  const checks = { ...documents, ...money };
  const { named } = await checkRowsSlice(database.db, checks, {}, 10_000);
  const wrong = named.map((of) => [`${of.kind} ${of.row}: ${of.wrong.join("; ")}`, 1]);
  return { ...sums, ...Object.fromEntries(wrong) };
}
