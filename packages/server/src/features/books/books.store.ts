import type { Invoice } from "@voltmarg/contract";
import type { Cdr } from "@voltmarg/ocpi";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";
import type { Names } from "./chart.ts";

export type DocumentRow = {
  cdr_id: string;
  issued_at: Date;
  invoice: Invoice;
  /** Paise before GST of what was sold, by the dimension of the bill's lines. */
  sold: Record<string, number> | null;
};

/** Where a list by time goes on: behind a row, or at an instant. */
export type Place = { at: Date; key: string };

/** Invoices and credit notes of a stretch of time, in the order of issue. */
export const documentsBetween = (on: Queryable, from: Place, until: Date, limit: number | null) =>
  rows(
    on,
    sql<DocumentRow>`
      select i.cdr_id, i.issued_at, c.wire -> 'invoice' as invoice, (
          select jsonb_object_agg(dimension, excl) from (
            select l ->> 'dimension' as dimension, sum((l ->> 'excl_vat_minor')::bigint) as excl
            from jsonb_array_elements(c.wire -> 'lines') l group by 1) s) as sold
      from invoice i join cdr c on c.user_id = i.user_id and c.id = i.cdr_id
      where i.issued_at >= ${from.at} and i.issued_at < ${until} and (i.issued_at, i.number) > (${from.at}, ${from.key})
      order by i.issued_at, i.number limit ${limit}`,
  );

export type TransferRow = {
  id: string;
  kind: string;
  at: Date;
  reason: string;
  cdr_id: string | null;
  source_owner: string[];
  source_kind: string[];
  destination_owner: string[];
  destination_kind: string[];
  amount: bigint[];
  /** What the operator's CDR says that a COST is of; null: nothing. */
  total_cost: (Cdr["total_cost"] & { currency: string }) | null;
};

/** Transfers of the ledger in a stretch of time, in their order. */
export const transfersBetween = async (
  on: Queryable,
  from: Place,
  until: Date,
  limit: number,
): Promise<TransferRow[]> => {
  const found = await rows(
    on,
    sql<Omit<TransferRow, "amount"> & { amount: string[] }>`
      select t.id, t.kind, t.at, t.reason, t.cdr_id, t.source_owner, t.source_kind, t.destination_owner, t.destination_kind,
        t.amount::text[] as amount, o.total_cost
      from ledger_transfer t left join operator_cost o on t.kind = 'COST' and o.cdr_id = t.cdr_id
      where t.at >= ${from.at} and t.at < ${until} and (t.at, t.id) > (${from.at}, ${from.key})
      order by t.at, t.id limit ${limit}`,
  );
  return found.map((row) => Object.assign(row, { amount: row.amount.map(BigInt) }));
};

/** Companies and operators by the owner of their accounts. */
export const namesNow = async (on: Queryable): Promise<Names> => {
  const found = await rows(
    on,
    sql<{ owner: string; name: string }>`
      select id as owner, name from company
      union all select 'operator:' || id, coalesce(name, id) from operator order by owner`,
  );
  const taken = new Map<string, number>();
  for (const { name } of found) taken.set(name, (taken.get(name) ?? 0) + 1);
  return Object.fromEntries(
    found.map(({ owner, name }) => [owner, taken.get(name)! > 1 ? `${name} (${owner})` : name]),
  );
};

/** A month that was filed, and what its exports go by for ever. */
export type FiledRow = {
  filed_at: Date;
  filed_by: string;
  gst_in: string;
  names: Names;
  /** SHA-256 of each export by its file's name, in hex. */
  digests: Record<string, string>;
};

export const findFiled = (on: Queryable, month: string) =>
  one(
    on,
    sql<FiledRow>`select filed_at, filed_by, gst_in, names, digests from books_month where month = ${`${month}-01`}`,
  );

export const insertFiled = (tx: Tx, month: string, f: FiledRow) =>
  sql`insert into books_month (month, filed_at, filed_by, gst_in, names, digests)
      values (${`${month}-01`}, ${f.filed_at}, ${f.filed_by}, ${f.gst_in}, ${JSON.stringify(f.names)},
        ${JSON.stringify(f.digests)})`.execute(tx);
