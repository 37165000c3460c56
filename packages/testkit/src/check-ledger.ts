import {
  checkOwners,
  isUnbalanced,
  type LedgerFaults,
} from "../../server/src/features/wallet/check-ledger.store.ts";
import { one, sql, type Queryable } from "../../server/src/platform/database/database.ts";

/** Counts that must be zero. Reads the whole ledger in one snapshot. */
export async function checkLedger(on: Queryable): Promise<LedgerFaults> {
  const unbalanced = await one(
    on,
    sql<{
      count: number;
    }>`select count(*)::int as count from ledger_transfer t where ${isUnbalanced}`,
  );
  return { unbalanced: unbalanced!.count, ...(await checkOwners(on, null)) };
}
