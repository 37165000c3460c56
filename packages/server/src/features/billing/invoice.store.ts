import type { BillParty, Invoice } from "@voltmarg/contract";
import {
  one,
  rows,
  sql,
  type Queryable,
  type Tx,
  planKept,
} from "../../platform/database/database.ts";

export type SellerRow = BillParty & {
  state_code: string;
  invoice_series: string;
  credit_series: string;
  example: boolean;
};

/** The seller; there is always one. */
export const findSeller = async (on: Queryable): Promise<SellerRow> =>
  (await one(
    on,
    sql<SellerRow>`select name, address, city, postal_code, state_code, gst_in, email, phone, invoice_series, credit_series,
      example from seller ${planKept}`,
  ))!;

/** A driver as the buyer, also after the account was closed. */
export const findDriverParty = (on: Queryable, id: string) =>
  one(
    on,
    // The names of a closed account are restricted; a bill that comes late still needs them. One that comes after the
    // erasure has no name and number.
    sql<BillParty>`select coalesce(n.business_name, n.name, case when u.erased_at is null then u.mobile else 'Customer' end) as name,
        n.business_address as address, n.business_city as city, n.business_postal_code as postal_code,
        left(n.gst_in, 2) as state_code, n.gst_in, n.email, case when u.erased_at is null then u.mobile end as phone
      from app_user u cross join lateral jsonb_populate_record(u, coalesce((
        select r.row from restricted_row r where r.user_id = ${id} and r.of_table = 'app_user'), '{}')) n
      where u.id = ${id} ${planKept}`,
  );

/** A company as the buyer, without a phone number. */
export const findCompanyParty = (on: Queryable, id: string) =>
  one(
    on,
    sql<BillParty>`select name, address, city, postal_code, coalesce(state_code, left(gst_in, 2)) as state_code, gst_in,
      email, null as phone from company where id = ${id}`,
  );

type PlaceRow = {
  /** As staff confirmed it. */
  gst_state: string | null;
  postal_code: string | null;
  state: string | null;
};
const placeOf = sql`select gst_state, body ->> 'postal_code' as postal_code, body ->> 'state' as state from location`;
/** Where a location is, as its operator last sent it. */
export const findLocationPlace = (on: Queryable, id: string) =>
  one(on, sql<PlaceRow>`${placeOf} where id = ${id} ${planKept}`);

/** The same for the location that a party calls by an id. */
export const findPlaceOfParty = (
  on: Queryable,
  { country_code, party_id, id }: { country_code: string; party_id: string; id: string },
) =>
  one(
    on,
    sql<PlaceRow>`${placeOf} where lower(country_code) = lower(${country_code})
      and lower(party_id) = lower(${party_id}) and lower(ocpi_id) = lower(${id})`,
  );

/**
 * The next number of a series in a financial year. Its row stays locked until the transaction ends: take it last, and a
 * transaction that fails gives the number back.
 */
export const nextNumber = async (tx: Tx, series: string, year: string): Promise<bigint> =>
  (await one(
    tx,
    sql<{ last_number: bigint }>`
      insert into invoice_series (series, financial_year, last_number) values (${series}, ${year}, 1)
      on conflict (series, financial_year) do update set last_number = invoice_series.last_number + 1
      returning last_number ${planKept}`,
  ))!.last_number;

/** The last number of each series in a financial year. */
export const lastNumbers = (on: Queryable, year: string) =>
  rows(
    on,
    sql<{
      series: string;
      last_number: bigint;
    }>`select series, last_number from invoice_series where financial_year = ${year} ${planKept}`,
  );

/**
 * Stores a document and seals it: the row of its bill is stored already, and its series locked by `nextNumber`. Of one to
 * a buyer with a GSTIN also that it may have to be registered.
 */
export async function insertInvoice(
  tx: Tx,
  { number, kind, original, issued_at: at, buyer }: Invoice,
  of: { userId: string; cdrId: string },
): Promise<void> {
  const originalId = original?.cdr_id ?? null;
  await sql`select issue_invoice(${number}, ${kind}, ${of.userId}, ${of.cdrId}, ${originalId}, ${at}) ${planKept}`.execute(
    tx,
  );
  if (buyer.gst_in === null) return;
  await sql`insert into gst_document (user_id, number, cdr_id, kind, gst_in, issued_at, lacks_address, original_cdr_id)
      values (${of.userId}, ${number}, ${of.cdrId}, ${kind}, ${buyer.gst_in}, ${at}, ${buyer.address === null},
        ${originalId}) ${planKept}`.execute(tx);
}

export type UnsealedSeries = {
  series: string;
  year: string;
  /** The first place without a seal, and the last one that was issued before there were seals. */
  first: bigint;
  last: bigint;
};

export const unsealedSeries = (on: Queryable) =>
  rows(
    on,
    sql<UnsealedSeries>`
      select series, financial_year as year, sealed + 1 as first, issued_before as last
      from invoice_series n cross join lateral (
        select coalesce(max(s.nth), 0) as sealed from invoice_seal s
        where s.series = n.series and s.financial_year = n.financial_year and s.nth <= n.issued_before) s
      where sealed < issued_before`,
  );

/** Seals documents of before there were seals, in the order of their numbers, which begin at `first`. */
export const sealOld = (
  on: Queryable,
  { series, year, last }: UnsealedSeries,
  first: bigint,
  numbers: readonly string[],
) =>
  sql`select seal_append(${series}, ${year}, nth, number, user_id, ${last})
      from (select number, ${first} + place - 1 as nth from unnest(${[...numbers]}::text[]) with ordinality n (number, place)) n
        join invoice using (number) order by nth`.execute(on);
