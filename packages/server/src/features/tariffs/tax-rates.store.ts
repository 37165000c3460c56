import type { SoldKind } from "@voltmarg/rules";
import { rows, sql, type Queryable, type Tx, planKept } from "../../platform/database/database.ts";

/** A rate of the seller's tax. `kind` null: all that has none of its own; `set_by` null: a preset. */
export type TaxRow = {
  kind: SoldKind | null;
  percent: number;
  sac: string;
  from_at: Date;
  updated_at: Date;
  set_by: string | null;
};

/** All that ever held or will, of one kind the newest first. */
export const listTaxRows = (on: Queryable): Promise<TaxRow[]> =>
  rows(
    on,
    sql<TaxRow>`select kind, percent::float8 as percent, sac, from_at, updated_at, set_by from tax_rate
      order by kind nulls first, from_at desc ${planKept}`,
  );

export const writeTaxRow = (tx: Tx, row: TaxRow) =>
  sql`insert into tax_rate (kind, percent, sac, from_at, updated_at, set_by)
      values (${row.kind}, ${row.percent}, ${row.sac}, ${row.from_at}, ${row.updated_at}, ${row.set_by})
      on conflict (kind, from_at) do update set percent = excluded.percent, sac = excluded.sac,
        updated_at = excluded.updated_at, set_by = excluded.set_by`.execute(tx);
