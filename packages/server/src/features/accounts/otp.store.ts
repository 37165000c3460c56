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

export type SendCounts = {
  last_at: Date | null;
  hour: number;
  day: number;
  address_hour: number;
  wrong_hour: number;
};

export async function sendCounts(
  on: Queryable,
  mobile: string,
  address: string,
  now: Date,
): Promise<SendCounts> {
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const row = await one(
    on,
    sql<SendCounts>`
      select
        (select max(created_at) from otp_challenge where mobile = ${mobile}) as last_at,
        (select count(*)::int from otp_challenge where mobile = ${mobile} and created_at > ${hourAgo}) as hour,
        (select count(*)::int from otp_challenge where mobile = ${mobile} and created_at > ${dayAgo}) as day,
        (select count(*)::int from otp_challenge where address = ${address} and created_at > ${hourAgo}) as address_hour,
        (select count(*)::int from otp_failure where mobile = ${mobile} and at > ${hourAgo}) as wrong_hour`,
  );
  return row!;
}
