import { one, sql, type Queryable, type Tx } from "../../platform/database/database.ts";
import { networkOf } from "../../platform/http/address-block.ts";

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
  /** Wrong tries from the address that requested it, and from others. */
  tries: number;
  tries_elsewhere: number;
  used_at: Date | null;
};

/** Serialises everything done for one number within the transaction. */
export const lockNumber = (tx: Tx, mobile: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${mobile}, 7))`.execute(tx);

/** Serialises the requests of one address, so that its limits hold under parallel requests. Taken after the number's lock. */
export const lockAddress = (tx: Tx, address: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${address}, 8))`.execute(tx);

export const insertChallenge = (
  tx: Tx,
  c: Omit<Challenge, "tries" | "tries_elsewhere" | "used_at">,
) =>
  sql`insert into otp_challenge
        (id, mobile, otp_type, customer_type, device_type, code_hash, salt, address, created_at, expires_at)
      values (${c.id}, ${c.mobile}, ${c.otp_type}, ${c.customer_type}, ${c.device_type}, ${c.code_hash}, ${c.salt},
              ${c.address}, ${c.created_at}, ${c.expires_at})`.execute(tx);

/**
 * The valid code for an address: the newest one requested from it while it has not expired, else the newest of all. So
 * a code that somebody else requests does not replace it.
 */
export const challengeFor = (on: Queryable, mobile: string, address: string, now: Date) =>
  one(
    on,
    sql<Challenge>`
      select * from otp_challenge where mobile = ${mobile}
      order by id is not distinct from (
          select case when used_at is null and expires_at > ${now} then id end from otp_challenge
          where mobile = ${mobile} and address = ${address} order by created_at desc limit 1) desc,
        created_at desc
      limit 1`,
  );

export const countTry = (tx: Tx, id: string, address: string) =>
  sql`update otp_challenge set
        tries = tries + (address = ${address})::int, tries_elsewhere = tries_elsewhere + (address <> ${address})::int
      where id = ${id}`.execute(tx);

export const useChallenge = (tx: Tx, id: string, at: Date) =>
  sql`update otp_challenge set used_at = ${at} where id = ${id}`.execute(tx);

/** A verified number may use the same code for the other purpose: sign up without an account, sign in with one. */
export const turnInto = (tx: Tx, id: string, type: OtpType) =>
  sql`update otp_challenge set otp_type = ${type} where id = ${id}`.execute(tx);

/** Of a code whose digits were right. */
export const prolong = (tx: Tx, id: string, until: Date) =>
  sql`update otp_challenge set expires_at = ${until} where id = ${id} and expires_at < ${until}`.execute(
    tx,
  );

export const noteFailure = (
  tx: Tx,
  failure: { mobile: string; address: string; id: string; at: Date },
) =>
  sql`insert into otp_failure (mobile, at, id, address)
      values (${failure.mobile}, ${failure.at}, ${failure.id}, ${failure.address})`.execute(tx);

/** Addresses from which a code of this number was requested and used within so many days. */
const KNOWN_DAYS = 90;
const knowing = (mobile: string, now: Date) => sql`
  select k.address from otp_challenge k where k.mobile = ${mobile} and k.used_at > ${daysBefore(now, KNOWN_DAYS)}`;

/** How often, within the last hour and the last day. */
type Count = { hour: number; day: number };

/** Of one number: from an address, from all that do not know it, and from those of them in the network of the address. */
export type Counts = { own: Count; strangers: Count; near: Count; knows: boolean };
/** `last_at`: when the newest code that nobody has used yet was sent for this address. */
export type SendCounts = Counts & { last_at: Date | null; address_hour: number };

/** Codes sent to a number; and what that address asked for in all. */
export async function sendCounts(
  on: Queryable,
  mobile: string,
  address: string,
  now: Date,
): Promise<SendCounts> {
  const row = (await one(
    on,
    sql<{ last_at: Date | null; address_hour: number } & Flat>`
      select max(created_at) filter (where own and used_at is null) as last_at, ${flat(now, sql`created_at`)},
        (select count(*)::int from otp_challenge where address = ${address} and created_at > ${hourBefore(now)}) as address_hour,
        ${address} in (${knowing(mobile, now)}) as knows
      from (
        select created_at, used_at, address = ${address} as own, address not in (${knowing(mobile, now)}) as stranger,
          starts_with(address, ${networkOf(address)}) as near
        from otp_challenge where mobile = ${mobile} and created_at > ${daysBefore(now, 1)}) c`,
  ))!;
  return { last_at: row.last_at, address_hour: row.address_hour, ...deep(row) };
}

/** Wrong codes of a number, whichever code they were for. */
export async function wrongCounts(
  on: Queryable,
  mobile: string,
  address: string,
  now: Date,
): Promise<Counts> {
  return deep(
    (await one(
      on,
      sql<Flat>`
        select ${flat(now, sql`at`)}, ${address} in (${knowing(mobile, now)}) as knows
        from (
          select at, coalesce(address = ${address}, false) as own,
            coalesce(address not in (${knowing(mobile, now)}), true) as stranger,
            coalesce(starts_with(address, ${networkOf(address)}), false) as near
          from otp_failure where mobile = ${mobile} and at > ${daysBefore(now, 1)}) f`,
    ))!,
  );
}

type Flat = Record<`${"own" | "strangers" | "near"}_${"hour" | "day"}`, number> & {
  knows: boolean;
};
const flat = (now: Date, at: ReturnType<typeof sql>) => sql`
  (count(*) filter (where own and ${at} > ${hourBefore(now)}))::int as own_hour,
  (count(*) filter (where own))::int as own_day,
  (count(*) filter (where stranger and ${at} > ${hourBefore(now)}))::int as strangers_hour,
  (count(*) filter (where stranger))::int as strangers_day,
  (count(*) filter (where stranger and near and ${at} > ${hourBefore(now)}))::int as near_hour,
  (count(*) filter (where stranger and near))::int as near_day`;
const deep = (row: Flat): Counts => ({
  own: { hour: row.own_hour, day: row.own_day },
  strangers: { hour: row.strangers_hour, day: row.strangers_day },
  near: { hour: row.near_hour, day: row.near_day },
  knows: row.knows,
});

const hourBefore = (now: Date) => new Date(now.getTime() - 3_600_000);
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);
