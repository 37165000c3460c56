import { checkLedger, type Database } from "@voltmarg/testkit/ledger";
import { sum } from "./report.ts";

/** How many faults the check of the ledger finds. */
export async function ledgerFaults({ db }: Pick<Database, "db">): Promise<number> {
  return sum(Object.values(await checkLedger(db)));
}

/**
 * The negative control: a service that is broken in this database only. `when`: such as `before insert on session`;
 * `does`: statements of plpgsql about the row, `new`; `where`: which rows.
 */
export const sabotage = (
  { pool }: Pick<Database, "pool">,
  when: string,
  does: string,
  where = "true",
) => {
  const name = `sabotage_${(count += 1)}`;
  return pool.query(`
    create function ${name}() returns trigger language plpgsql as $$ begin ${does}; return new; end $$;
    create trigger ${name} ${when} for each row when (${where}) execute function ${name}()`);
};
let count = 0;
