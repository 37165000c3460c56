import { one, sql, type Database, type Tx } from "./ledger.ts";

/** How many rows of a table `work` updates on their page, without a change of any index; in a transaction of its own. */
export const updatedInPlace = (
  { transact }: Database,
  table: string,
  work: (tx: Tx) => Promise<unknown>,
): Promise<number> =>
  transact(async (tx) => {
    const counted = async () =>
      (await one(
        tx,
        sql<{
          n: number;
        }>`select pg_stat_get_xact_tuples_hot_updated(${table}::regclass)::int as n`,
      ))!.n;
    // Some that this connection updated before may not have been reported yet.
    const before = await counted();
    await work(tx);
    return (await counted()) - before;
  });
