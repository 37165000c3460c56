import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type PasskeyRow = {
  id: string;
  user_id: string;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  browser: string | null;
  system: string | null;
  created_at: Date;
  last_used_at: Date | null;
};

export const listPasskeys = (on: Queryable, userId: string) =>
  rows(
    on,
    sql<PasskeyRow>`select * from passkey where user_id = ${userId} order by created_at, id`,
  );

/** Serialises what is done to one driver's passkeys within the transaction. */
export const lockPasskeys = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 9))`.execute(tx);

/** Null when the credential is registered already. */
export const insertPasskey = (tx: Tx, p: PasskeyRow) =>
  one(
    tx,
    sql<PasskeyRow>`
      insert into passkey (id, user_id, public_key, counter, transports, browser, system, created_at)
      values (${p.id}, ${p.user_id}, ${p.public_key}, ${p.counter}, ${JSON.stringify(p.transports)}, ${p.browser},
        ${p.system}, ${p.created_at})
      on conflict (id) do nothing returning *`,
  );

export const lockPasskey = (tx: Tx, id: string) =>
  one(tx, sql<PasskeyRow>`select * from passkey where id = ${id} for update`);

export const usePasskey = (tx: Tx, id: string, counter: number, at: Date) =>
  sql`update passkey set counter = ${counter}, last_used_at = ${at} where id = ${id}`.execute(tx);

export const deletePasskey = (tx: Tx, userId: string, id: string) =>
  one(tx, sql`delete from passkey where user_id = ${userId} and id = ${id} returning id`);

export const dropPasskeys = (tx: Tx, userId: string) =>
  sql`delete from passkey where user_id = ${userId}`.execute(tx);
