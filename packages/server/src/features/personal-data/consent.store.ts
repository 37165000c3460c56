import type { NoticeLanguage } from "@voltmarg/contract";
import {
  one,
  sql,
  type Database,
  type Queryable,
  type Tx,
} from "../../platform/database/database.ts";

/** The version of the notice with these facts; a new one when nobody has had them before. */
export const versionOfNotice = (
  database: Database,
  { digest, facts, at }: { digest: string; facts: object; at: Date },
) =>
  database.transact(async (tx) => {
    await sql`insert into privacy_notice (digest, facts, since)
      select ${digest}, ${JSON.stringify(facts)}, ${at}
      where not exists (select from privacy_notice where digest = ${digest})
      on conflict (digest) do nothing`.execute(tx);
    return (await one(
      tx,
      sql<{ version: number; since: Date }>`
        select version, since from privacy_notice where digest = ${digest}`,
    ))!;
  });

export type ConsentRow = { version: number; language: NoticeLanguage; given_at: Date };

/** The newest consent of a driver that was not withdrawn. */
export const findConsent = (on: Queryable, userId: string) =>
  one(
    on,
    sql<ConsentRow>`
      select version, language, given_at from consent
      where user_id = ${userId} and withdrawn_at is null order by given_at desc limit 1`,
  );

/** The same consent again is kept once. */
export const insertConsent = (tx: Tx, userId: string, consent: ConsentRow) =>
  sql`insert into consent (user_id, given_at, version, language)
      values (${userId}, ${consent.given_at}, ${consent.version}, ${consent.language})
      on conflict (user_id, given_at) do nothing`.execute(tx);

export const withdrawConsent = (tx: Tx, userId: string, at: Date) =>
  sql`update consent set withdrawn_at = ${at} where user_id = ${userId} and withdrawn_at is null`.execute(
    tx,
  );

export type NomineeRow = { name: string; contact: string; named_at: Date };

export const findNominee = (on: Queryable, userId: string) =>
  one(on, sql<NomineeRow>`select name, contact, named_at from nominee where user_id = ${userId}`);

export const putNominee = (tx: Tx, userId: string, nominee: NomineeRow) =>
  sql`insert into nominee (user_id, name, contact, named_at)
      values (${userId}, ${nominee.name}, ${nominee.contact}, ${nominee.named_at})
      on conflict (user_id) do update set
        name = excluded.name, contact = excluded.contact, named_at = excluded.named_at`.execute(tx);

export const removeNominee = (tx: Tx, userId: string) =>
  sql`delete from nominee where user_id = ${userId}`.execute(tx);
