import type { Seller } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

const columns = sql.raw(
  `name, address, city, postal_code, state_code, gst_in, email, phone, invoice_series, credit_series, example,
   website, branches, officer_name, officer_designation, officer_phone, officer_email`,
);

/** There is always one row. */
export const readSeller = async (on: Queryable): Promise<Seller> =>
  (await one(on, sql<Seller>`select ${columns} from seller`))!;

export const lockSeller = async (tx: Tx): Promise<Seller> =>
  (await one(tx, sql<Seller>`select ${columns} from seller for update`))!;

/** Which of some series have given a number, in any year. */
export const usedSeries = async (on: Queryable, series: readonly string[]): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{ series: string }>`
        select distinct series from invoice_series where series = any(${series}) order by series`,
    )
  ).map((each) => each.series);

export const writeSeller = (tx: Tx, s: Seller, at: Date) =>
  sql`update seller set name = ${s.name}, address = ${s.address}, city = ${s.city}, postal_code = ${s.postal_code},
        state_code = ${s.state_code}, gst_in = ${s.gst_in}, email = ${s.email}, phone = ${s.phone},
        invoice_series = ${s.invoice_series}, credit_series = ${s.credit_series}, example = ${s.example},
        website = ${s.website}, branches = ${s.branches}, officer_name = ${s.officer_name},
        officer_designation = ${s.officer_designation}, officer_phone = ${s.officer_phone},
        officer_email = ${s.officer_email},
        updated_at = ${at}`.execute(tx);
