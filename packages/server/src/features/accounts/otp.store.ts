import { one, sql, type Queryable, type Tx } from "../../platform/database.ts";

export type OtpType = "SU" | "LG" | "CCS";
export type Challenge = {
  id: string;
  mobile: string;
  otp_type: OtpType;
  customer_type: "PERSONAL" | "CORPORATE";
  device_type: string;
  code_hash: Buffer;
  salt: Buffer;
  address: string;
  created_at: Date;
  expires_at: Date;
  tries: number;
  used_at: Date | null;
};

/** Serialises everything done for one number within the transaction. */
export const lockNumber = (tx: Tx, mobile: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${mobile}, 7))`.execute(tx);

/** Serialises what one address asks for, so that its limits hold under parallel tries. After a number's lock. */
export const lockAddress = (tx: Tx, address: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${address}, 8))`.execute(tx);

export const insertChallenge = (tx: Tx, c: Challenge) =>
  sql`insert into otp_challenge
        (id, mobile, otp_type, customer_type, device_type, code_hash, salt, address, created_at, expires_at)
      values (${c.id}, ${c.mobile}, ${c.otp_type}, ${c.customer_type}, ${c.device_type}, ${c.code_hash}, ${c.salt},
              ${c.address}, ${c.created_at}, ${c.expires_at})`.execute(tx);

export const newestChallenge = (on: Queryable, mobile: string) =>
  one(
    on,
    sql<Challenge>`select * from otp_challenge where mobile = ${mobile} order by created_at desc limit 1`,
  );

export const countTry = (tx: Tx, id: string) =>
  sql`update otp_challenge set tries = tries + 1 where id = ${id}`.execute(tx);

export const useChallenge = (tx: Tx, id: string, at: Date) =>
  sql`update otp_challenge set used_at = ${at} where id = ${id}`.execute(tx);

/** A proven number may use the same code for the other way in: sign up without an account, sign in with one. */
export const turnInto = (tx: Tx, id: string, type: OtpType) =>
  sql`update otp_challenge set otp_type = ${type} where id = ${id}`.execute(tx);

export const noteFailure = (tx: Tx, mobile: string, id: string, at: Date) =>
  sql`insert into otp_failure (mobile, at, id) values (${mobile}, ${at}, ${id})`.execute(tx);

/** `last_at`: when the newest code that nobody has used yet was sent. */
export type SendCounts = { last_at: Date | null; hour: number; day: number; address_hour: number };

export async function sendCounts(
  on: Queryable,
  mobile: string,
  address: string,
  now: Date,
): Promise<SendCounts> {
  const row = await one(
    on,
    sql<SendCounts>`
      select
        (select max(created_at) from otp_challenge where mobile = ${mobile} and used_at is null) as last_at,
        (select count(*)::int from otp_challenge where mobile = ${mobile} and created_at > ${hourBefore(now)}) as hour,
        (select count(*)::int from otp_challenge where mobile = ${mobile} and created_at > ${dayBefore(now)}) as day,
        (select count(*)::int from otp_challenge where address = ${address} and created_at > ${hourBefore(now)}) as address_hour`,
  );
  return row!;
}

export type WrongCounts = { hour: number; day: number };

/** Wrong codes of a number, whichever code they were for. */
export async function wrongCounts(on: Queryable, mobile: string, now: Date): Promise<WrongCounts> {
  const row = await one(
    on,
    sql<WrongCounts>`
      select count(*) filter (where at > ${hourBefore(now)})::int as hour, count(*)::int as day
      from otp_failure where mobile = ${mobile} and at > ${dayBefore(now)}`,
  );
  return row!;
}

const hourBefore = (now: Date) => new Date(now.getTime() - 3_600_000);
const dayBefore = (now: Date) => new Date(now.getTime() - 86_400_000);
