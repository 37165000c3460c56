import { rows, sql, type Queryable } from "../../platform/database/database.ts";

export type FoundRow = {
  kind: "DRIVER" | "CHARGE" | "BILL" | "TICKET" | "PAYMENT" | "LOCATION" | "OPERATOR" | "COMPANY";
  id: string;
  title: string | null;
  /** Of a driver who was found by it. */
  name?: string | null;
  at: Date | null;
};
/** Of each kind at most. */
const MOST = 10;

const backwards = (text: string) => Array.from(text).toReversed().join("");
/** For LIKE, in which % and _ stand for others. */
export const literally = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Drivers whose number ends in these digits; the title is the number. */
export const driversByNumber = (on: Queryable, digits: string) =>
  rows(
    on,
    sql<FoundRow>`
      select 'DRIVER' as kind, id, mobile as title, created_at as at from app_user
      where reverse(mobile) like ${`${backwards(digits)}%`} and erased_at is null order by created_at desc limit ${MOST}`,
  );

/** As the indexes have it: in the order of bytes, in which the beginning of a name is a range. */
const name = sql`lower(name) collate "C"`;
const isNamed = (words: string) => sql`${name} like lower(${`${literally(words)}%`})`;

/** Drivers whose name begins so, of the same name the newest first; the title is the number. */
export const driversByName = (on: Queryable, words: string) =>
  rows(
    on,
    sql<FoundRow>`
      select 'DRIVER' as kind, id, mobile as title, name, created_at as at from app_user
      where ${isNamed(words)} and erased_at is null order by ${name}, created_at desc limit ${MOST}`,
  );

/** A driver by the account's id; the title is the number. */
export const driverById = (on: Queryable, id: string) =>
  rows(
    on,
    sql<FoundRow>`
      select 'DRIVER' as kind, id, case when erased_at is null then mobile end as title, created_at as at
      from app_user where id = ${id}`,
  );

/** Charges by the operator's id of the session, or of the record. */
export const chargesByOperatorsId = (on: Queryable, id: string) =>
  rows(
    on,
    sql<FoundRow>`
      (select 'CHARGE' as kind, id, snapshot -> 'location' ->> 'name' as title, requested_at as at from session
        where ocpi_session_id = ${id} order by requested_at desc limit ${MOST})
      union all
      (select 'BILL', cdr_id, ocpi_id, at from operator_cost where ocpi_id = ${id} order by at desc limit ${MOST})`,
  );

/** A charge by the driver's and its own id. */
export const chargeById = (on: Queryable, at: { user_id: string; session_id: string }) =>
  rows(
    on,
    sql<FoundRow>`
      select 'CHARGE' as kind, id, snapshot -> 'location' ->> 'name' as title, requested_at as at from session
      where user_id = ${at.user_id} and id = ${at.session_id}`,
  );

/** Bills by the number of their invoice or credit note. */
export const billsByNumber = (on: Queryable, number: string) =>
  rows(
    on,
    sql<FoundRow>`select 'BILL' as kind, cdr_id as id, number as title, issued_at as at from invoice where number = ${number}`,
  );

export const ticketById = (on: Queryable, id: string) =>
  rows(
    on,
    sql<FoundRow>`select 'TICKET' as kind, id, category as title, created_at as at from ticket where id = ${id}`,
  );

export const ticketByNumber = (on: Queryable, number: bigint) =>
  rows(
    on,
    sql<FoundRow>`
      select 'TICKET' as kind, id, category as title, created_at as at from ticket where number = ${number}`,
  );

/** Payments whose id at the provider ends so. */
export const paymentsByEnd = (on: Queryable, end: string) =>
  rows(
    on,
    sql<FoundRow>`
      select 'PAYMENT' as kind, payment_id as id, source as title, credited_at as at from wallet_payment
      where reverse(payment_id) like ${`${literally(backwards(end))}%`} order by credited_at desc limit ${MOST}`,
  );

/** What has a name that begins so: locations, operators and companies. */
export const placesByName = (on: Queryable, words: string) =>
  rows(
    on,
    sql<FoundRow>`
      (select 'LOCATION' as kind, id, name as title, null::timestamptz as at from location
        where ${isNamed(words)} and closed_at is null order by ${name}, id limit ${MOST})
      union all
      (select 'OPERATOR', id, name, null from operator where ${isNamed(words)} and removed_at is null
        order by name limit ${MOST})
      union all
      (select 'COMPANY', id, name, null from company where ${isNamed(words)} order by name limit ${MOST})`,
  );
