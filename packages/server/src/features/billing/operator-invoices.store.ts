import type { InvoiceRecord, Party } from "@voltmarg/ocpi";
import { one, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type StoredInvoice = {
  last_updated: Date;
  body_hash: string;
  deleted_at: Date | null;
};
type NewInvoice = {
  id: string;
  operatorId: string;
  record: InvoiceRecord;
  hash: string;
  at: Date;
};

/** False: one of this id is there. */
export const insertInvoiceRecord = async (tx: Tx, i: NewInvoice): Promise<boolean> =>
  (await one(
    tx,
    sql`insert into operator_invoice (id, operator_id, country_code, party_id, ocpi_id, invoice_id, cdrs, body_hash,
          last_updated, received_at)
        values (${i.id}, ${i.operatorId}, ${i.record.country_code}, ${i.record.party_id}, ${i.record.id},
          ${i.record.invoice_id ?? null}, ${i.record.cdrs.length}, ${i.hash}, ${i.record.last_updated}, ${i.at})
        on conflict do nothing returning id`,
  )) !== null;

export const lockInvoiceRecord = (tx: Tx, id: string) =>
  one(
    tx,
    sql<StoredInvoice>`
      select last_updated, body_hash, deleted_at from operator_invoice where id = ${id} for update`,
  );

export const updateInvoiceRecord = (tx: Tx, i: NewInvoice) =>
  sql`update operator_invoice set invoice_id = ${i.record.invoice_id ?? null}, cdrs = ${i.record.cdrs.length},
        body_hash = ${i.hash}, last_updated = ${i.record.last_updated}, received_at = ${i.at}, deleted_at = null
      where id = ${i.id}`.execute(tx);

/** `cdrIds`: our id of each CDR listed. */
export const putInvoiceLines = async (tx: Tx, i: NewInvoice, cdrIds: readonly string[]) => {
  await deleteInvoiceLines(tx, i.id);
  await sql`insert into operator_invoice_line (cdr_id, invoice, place, operator_id, ocpi_id)
      select cdr_id, ${i.id}, place - 1, ${i.operatorId}, ocpi_id
      from unnest(${[...cdrIds]}::text[], ${i.record.cdrs}::text[]) with ordinality as l (cdr_id, ocpi_id, place)`.execute(
    tx,
  );
};

const deleteInvoiceLines = (tx: Tx, id: string) =>
  sql`delete from operator_invoice_line where invoice = ${id}`.execute(tx);

/** False: there is none. */
export const withdrawInvoiceRecord = async (tx: Tx, id: string, at: Date): Promise<boolean> => {
  const withdrawn = await one(
    tx,
    sql`update operator_invoice set deleted_at = ${at}, cdrs = 0 where id = ${id} and deleted_at is null returning id`,
  );
  if (withdrawn) await deleteInvoiceLines(tx, id);
  return withdrawn !== null;
};

/** How many CDRs are listed on all invoices of an operator but one. */
export const countListed = async (on: Queryable, operatorId: string, id: string): Promise<number> =>
  (await one(
    on,
    sql<{ n: number }>`select coalesce(sum(cdrs), 0)::int as n from operator_invoice
      where operator_id = ${operatorId} and id <> ${id}`,
  ))!.n;

export const findInvoiceRecord = (on: Queryable, id: string) =>
  one(
    on,
    sql<Party & { id: string; invoice_id: string | null; last_updated: Date; cdrs: string[] }>`
      select country_code, party_id, ocpi_id as id, invoice_id, last_updated,
        array(select ocpi_id from operator_invoice_line where invoice = i.id order by place) as cdrs
      from operator_invoice i where id = ${id} and deleted_at is null`,
  );
