import { one, rows, sql, type Queryable, type Tx } from "../../../platform/database/database.ts";
import type { Registered } from "./portal.ts";

export type GstDocumentState = "NOT_DUE" | "PENDING" | "REGISTERED" | "REFUSED" | "WITHDRAWN";

/** An invoice or credit note to a buyer with a GSTIN, and its registration. */
export type GstDocumentRow = {
  user_id: string;
  number: string;
  cdr_id: string;
  kind: "INVOICE" | "CREDIT_NOTE";
  gst_in: string;
  issued_at: Date;
  lacks_address: boolean;
  original_cdr_id: string | null;
  state: GstDocumentState;
  corrected: boolean;
  reason: string | null;
  tried_at: Date | null;
  irn: string | null;
  ack_number: string | null;
  ack_at: string | null;
  signed_qr: string | null;
};

export const findGstDocument = (on: Queryable, userId: string, number: string) =>
  one(
    on,
    sql<GstDocumentRow>`select * from gst_document where user_id = ${userId} and number = ${number}`,
  );

/** The document of a bill; null: its buyer has no GSTIN. */
export const gstDocumentOf = (on: Queryable, userId: string, cdrId: string) =>
  one(
    on,
    sql<GstDocumentRow>`select * from gst_document where user_id = ${userId} and cdr_id = ${cdrId}`,
  );

export const gstDocumentNumbered = (on: Queryable, number: string) =>
  one(on, sql<GstDocumentRow>`select * from gst_document where number = ${number}`);

/** The oldest that wait to be registered. */
export const listPending = (on: Queryable, most: number) =>
  rows(
    on,
    sql<Pick<GstDocumentRow, "user_id" | "number">>`
      select user_id, number from gst_document where state = 'PENDING' order by issued_at limit ${most}`,
  );

/** What was issued while registration is off need not be registered later. */
export const markNotDue = (on: Queryable) =>
  sql`update gst_document set state = 'NOT_DUE' where state = 'PENDING' and not corrected`.execute(
    on,
  );

/** What the portal answered. One that is registered stays registered. */
export const setRegistration = (
  on: Queryable,
  { user_id, number }: Pick<GstDocumentRow, "user_id" | "number">,
  to: { state: GstDocumentState; reason: string | null; at: Date; registered?: Registered },
) =>
  sql`update gst_document set state = ${to.state}, reason = ${to.reason}, tried_at = ${to.at},
      irn = ${to.registered?.irn ?? null}, ack_number = ${to.registered?.ackNumber ?? null},
      ack_at = ${to.registered?.ackAt ?? null}, signed_qr = ${to.registered?.signedQr ?? null}
    where user_id = ${user_id} and number = ${number} and state <> 'REGISTERED'`.execute(on);

/** Has it sent again, with the addresses as they are now. Null: it need not be. */
export const sendAgain = (tx: Tx, { user_id, number }: GstDocumentRow) =>
  one(
    tx,
    sql<GstDocumentRow>`update gst_document set state = 'PENDING', corrected = true
      where user_id = ${user_id} and number = ${number} and state in ('REFUSED', 'NOT_DUE') returning *`,
  );

export type GstDocumentFilter = { state: GstDocumentState | null; lacksAddress: boolean };

const where = ({ state, lacksAddress }: GstDocumentFilter) =>
  sql`(${state}::text is null or state = ${state}) and (lacks_address or not ${lacksAddress}::boolean)`;

export const listGstDocuments = (
  on: Queryable,
  filter: GstDocumentFilter,
  offset: number,
  limit: number,
) =>
  rows(
    on,
    sql<GstDocumentRow>`select * from gst_document where ${where(filter)}
      order by issued_at desc, number desc offset ${offset} limit ${limit}`,
  );

export const countGstDocuments = async (
  on: Queryable,
  filter: GstDocumentFilter,
): Promise<number> =>
  (await one(
    on,
    sql<{ n: number }>`select count(*)::int as n from gst_document where ${where(filter)}`,
  ))!.n;

/** When the oldest document was issued that is not registered yet; null: none waits. */
export const oldestUnregistered = async (on: Queryable): Promise<Date | null> =>
  (await one(
    on,
    sql<{ at: Date | null }>`
      select min(issued_at) as at from gst_document where state in ('PENDING', 'REFUSED')`,
  ))!.at;
