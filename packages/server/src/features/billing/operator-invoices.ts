import { writeDateTime, type InvoiceRecord, type Party } from "@voltmarg/ocpi";
import type { Queryable } from "../../platform/database/database.ts";
import { requestHash, type ChargingDeps } from "../charging/index.ts";
import { idOf, keyOf } from "./cdr-intake.ts";
import {
  countListed,
  findInvoiceRecord,
  insertInvoiceRecord,
  lockInvoiceRecord,
  putInvoiceLines,
  updateInvoiceRecord,
  withdrawInvoiceRecord,
} from "./operator-invoices.store.ts";

/** A month of a large operator; what is more can be sent as several records. */
const MOST_CDRS = 50_000;
/** Of all invoices of one operator, so that none can fill the disk. */
const MOST_OF_ALL = 5_000_000;

/** TOO_MANY: not stored. */
export type InvoiceTaken = "NEW" | "KNOWN" | "TOO_MANY";

const invoiceIdOf = (operatorId: string, { country_code, party_id }: Party, id: string) =>
  `opi_${requestHash(`${operatorId}/${keyOf({ country_code, party_id, id })}`).slice(0, 32)}`;

/**
 * Stores which CDRs stand on an operator's invoice, new or changed. One that is older than what is stored changes
 * nothing, and neither does the same one again.
 */
export async function onInvoice(
  { database, clock, logger }: ChargingDeps,
  operatorId: string,
  record: InvoiceRecord,
): Promise<InvoiceTaken> {
  const { country_code, party_id, cdrs, invoice_id = null } = record;
  const id = invoiceIdOf(operatorId, record, record.id);
  const listed = cdrs.length > MOST_CDRS ? 0 : await countListed(database.db, operatorId, id);
  if (cdrs.length > MOST_CDRS || listed + cdrs.length > MOST_OF_ALL) {
    logger.error({ operator: operatorId, invoice: record.id, listed }, "an invoice is too long");
    return "TOO_MANY";
  }
  const hash = requestHash({ invoice_id, cdrs });
  const invoice = { id, operatorId, record, hash, at: clock.now() };
  return database.transact(async (tx) => {
    const isNew = await insertInvoiceRecord(tx, invoice);
    const before = isNew ? null : await lockInvoiceRecord(tx, id);
    if (before) {
      const newer = Date.parse(record.last_updated) - before.last_updated.getTime();
      if (newer < 0 || (newer === 0 && before.deleted_at)) return "KNOWN";
      await updateInvoiceRecord(tx, invoice);
      if (before.body_hash === hash && !before.deleted_at) return "KNOWN";
    }
    const ids = cdrs.map((each) => idOf(keyOf({ country_code, party_id, id: each })));
    await putInvoiceLines(tx, invoice, ids);
    return isNew ? "NEW" : "KNOWN";
  });
}

/** False: there is none. */
export const onInvoiceRemoved = (
  { database, clock }: ChargingDeps,
  operatorId: string,
  owner: Party,
  id: string,
): Promise<boolean> =>
  database.transact((tx) =>
    withdrawInvoiceRecord(tx, invoiceIdOf(operatorId, owner, id), clock.now()),
  );

/** As its operator sent it. */
export async function readInvoice(
  on: Queryable,
  operatorId: string,
  owner: Party,
  id: string,
): Promise<InvoiceRecord | null> {
  const row = await findInvoiceRecord(on, invoiceIdOf(operatorId, owner, id));
  if (!row) return null;
  const { invoice_id, last_updated, ...rest } = row;
  return {
    ...rest,
    ...(invoice_id === null ? {} : { invoice_id }),
    last_updated: writeDateTime(last_updated),
  };
}
