import { one, sql, type Queryable, type Tx } from "../../platform/database/database.ts";
import type { Device } from "./device.ts";

export type Attempt = {
  state_hash: Buffer;
  provider: string;
  device_type: Device["type"];
  challenge: string;
  nonce: string;
  code_verifier: string;
  expires_at: Date;
  subject: string | null;
  name: string | null;
  email: string | null;
};

export const insertAttempt = (
  on: Queryable,
  a: Omit<Attempt, "subject" | "name" | "email"> & { address: string; created_at: Date },
) =>
  sql`insert into social_attempt
        (state_hash, provider, device_type, address, challenge, nonce, code_verifier, created_at, expires_at)
      values (${a.state_hash}, ${a.provider}, ${a.device_type}, ${a.address}, ${a.challenge}, ${a.nonce},
              ${a.code_verifier}, ${a.created_at}, ${a.expires_at})`.execute(on);

/** How many sign-ins were begun from an address since then. */
export const countAttempts = async (on: Queryable, address: string, since: Date) =>
  (await one(
    on,
    sql<{ count: number }>`select count(*)::int as count from social_attempt
      where address = ${address} and created_at > ${since}`,
  ))!.count;

/** The sign-in that began with this state, if the state is unused. */
export const findAttempt = (on: Queryable, stateHash: Buffer, now: Date) =>
  one(
    on,
    sql<Attempt>`select * from social_attempt
      where state_hash = ${stateHash} and ticket_hash is null and expires_at > ${now}`,
  );

/** Stores the identity; null when the state was used already. */
export const keepTicket = (
  on: Queryable,
  stateHash: Buffer,
  kept: {
    ticketHash: Buffer;
    subject: string;
    name: string | null;
    email: string | null;
    until: Date;
  },
) =>
  one(
    on,
    sql<{ provider: string }>`update social_attempt
      set ticket_hash = ${kept.ticketHash}, subject = ${kept.subject}, name = ${kept.name}, email = ${kept.email},
          expires_at = ${kept.until}
      where state_hash = ${stateHash} and ticket_hash is null returning provider`,
  );

/** Uses a ticket up, if it is valid and comes from the device that began. */
export const takeTicket = (tx: Tx, ticketHash: Buffer, challenge: string, now: Date) =>
  one(
    tx,
    sql<Attempt>`update social_attempt set finished_at = ${now}
      where ticket_hash = ${ticketHash} and challenge = ${challenge} and finished_at is null
        and expires_at > ${now} returning *`,
  );

export const keepLink = (tx: Tx, stateHash: Buffer, linkHash: Buffer, until: Date) =>
  sql`update social_attempt set link_hash = ${linkHash}, expires_at = ${until}
      where state_hash = ${stateHash}`.execute(tx);

/** Uses a link up. */
export const takeLink = (tx: Tx, linkHash: Buffer, now: Date) =>
  one(
    tx,
    sql<Attempt>`update social_attempt set linked_at = ${now}
      where link_hash = ${linkHash} and linked_at is null and expires_at > ${now} returning *`,
  );

export const findIdentity = (on: Queryable, provider: string, subject: string) =>
  one(
    on,
    sql<{ user_id: string }>`select user_id from social_identity
      where provider = ${provider} and subject = ${subject}`,
  );

/** The identity belongs to the account that verified a number with it last. */
export const keepIdentity = (
  tx: Tx,
  identity: { provider: string; subject: string; userId: string; at: Date },
) =>
  sql`insert into social_identity (provider, subject, user_id, linked_at)
      values (${identity.provider}, ${identity.subject}, ${identity.userId}, ${identity.at})
      on conflict (provider, subject) do update set user_id = excluded.user_id, linked_at = excluded.linked_at`.execute(
    tx,
  );

export const dropIdentities = (tx: Tx, userId: string) =>
  sql`delete from social_identity where user_id = ${userId}`.execute(tx);

/** Deletes expired rows that no limit counts any more. */
export const dropOldAttempts = (on: Queryable, begunBefore: Date, now: Date) =>
  sql`delete from social_attempt where created_at <= ${begunBefore} and expires_at < ${now}`.execute(
    on,
  );
