import { createHash } from "node:crypto";
import { STALE_SECONDS } from "@voltmarg/rules";
import type { Credentials, Endpoint, Party, VersionNumber } from "@voltmarg/ocpi";
import {
  one,
  planKept,
  rows,
  sql,
  type Queryable,
  type Tx,
} from "../../platform/database/database.ts";
import {
  operatorColumns as columns,
  type OperatorRow,
  type PartnerKind,
  type Waiting,
} from "./operator-row.ts";

export type { ClaimedParty, OperatorRow, PartnerKind, Waiting } from "./operator-row.ts";

/** A partner's own party; for a hub, the hub's. Null: not known yet, or waiting for the back office. */
export const ownPartyOf = ({
  country_code,
  party_id,
}: Pick<OperatorRow, "country_code" | "party_id">): Party | null =>
  country_code && party_id ? { country_code, party_id } : null;

/** Tokens with which partners call us are stored as hashes only. */
export const tokenHash = (token: string) => createHash("sha256").update(token).digest("hex");

export type NewOperator = {
  id: string;
  name: string;
  kind?: PartnerKind;
  versionsUrl: string | null;
  hosts?: readonly string[];
  tokenEncoding?: "base64" | "raw";
  at: Date;
};

/**
 * Adds a partner, or returns the one with the same versions URL, even if that was removed. A registered partner
 * keeps the name that drivers see.
 */
export const putOperator = (on: Queryable, o: NewOperator) =>
  one(
    on,
    sql<OperatorRow>`
      insert into operator (id, name, desk_name, versions_url, kind, hosts, token_encoding, created_at)
      values (${o.id}, ${o.name}, ${o.name}, ${o.versionsUrl}, ${o.kind ?? "CPO"}, ${[...(o.hosts ?? [])]},
        ${o.tokenEncoding ?? "base64"}, ${o.at})
      on conflict (versions_url) do update set
        name = case when operator.registered_at is null then excluded.name else operator.name end,
        desk_name = excluded.desk_name,
        hosts = case when ${o.hosts !== undefined} then excluded.hosts else operator.hosts end,
        token_encoding =
          case when ${o.tokenEncoding !== undefined} then excluded.token_encoding else operator.token_encoding end,
        removed_at = null
      returning *`,
  );

export const findOperator = (on: Queryable, id: string) =>
  one(on, sql<OperatorRow>`select ${columns} from operator where id = ${id} ${planKept}`);

/** Partners that are not removed, oldest first. */
export const listOperators = (on: Queryable) =>
  rows(
    on,
    sql<OperatorRow>`select * from operator where removed_at is null order by created_at, id`,
  );

/** The partner that is registered with this versions URL. */
export const registeredAt = (on: Queryable, versionsUrl: string) =>
  one(
    on,
    sql<OperatorRow>`select * from operator
      where versions_url = ${versionsUrl} and registered_at is not null and removed_at is null`,
  );

/** An operator by its id, the back office's name for it, its own name or its OCPI party id, in that order. */
export const operatorNamed = (on: Queryable, name: string) =>
  one(
    on,
    sql<{ id: string; name: string }>`
      select id, name from operator
      where id = ${name} or lower(desk_name) = lower(${name}) or lower(name) = lower(${name})
        or lower(party_id) = lower(${name})
      order by removed_at is not null, id = ${name} desc, coalesce(lower(desk_name) = lower(${name}), false) desc,
        lower(name) = lower(${name}) desc, created_at, id limit 1`,
  );

/**
 * The partner with this token hash: of the token in use, the pending one, or the first one; with its parties. Notes the
 * contact, unless it is the first since `silentSince`.
 */
export const findByTokenHash = (on: Queryable, hash: string, at: Date, silentSince: Date) =>
  one(
    on,
    sql<OperatorRow & { parties: Party[] }>`
      with found as (select ${columns} from operator where removed_at is null
        and (our_token_hash = ${hash} or pending_token_hash = ${hash} or introduction_hash = ${hash})),
      heard as (update operator set last_contact_at = ${at}
        where id in (select id from found where registered_at is not null and introduction_hash is distinct from ${hash}
          and last_contact_at >= ${silentSince} and ${isNews(at)}))
      select found.*, (select coalesce(jsonb_agg(jsonb_build_object('country_code', p.country_code, 'party_id', p.party_id)
          order by p.country_code, p.party_id), '[]') from partner_party p where p.operator_id = found.id) as parties
      from found ${planKept}`,
  );

export const setPendingToken = (on: Queryable, id: string, token: string) =>
  sql`update operator set pending_token_hash = ${tokenHash(token)} where id = ${id}`.execute(on);

/** Sets the token with which a partner may register; the earlier one becomes invalid. */
export const setIntroduction = (on: Queryable, id: string, token: string) =>
  sql`update operator set introduction_hash = ${tokenHash(token)} where id = ${id}`.execute(on);

/** The token with which we register: stored encrypted until the handshake ends, its hash for ever. */
export const setTheirIntroduction = (on: Queryable, id: string, sealed: string, hash: string) =>
  sql`update operator set their_introduction = ${sealed}, introduced_with = ${hash} where id = ${id}`.execute(
    on,
  );

/** The version in which it is about to be introduced: our list of versions must name it. */
export const setVersion = (on: Queryable, id: string, version: VersionNumber) =>
  sql`update operator set ocpi_version = ${version} where id = ${id}`.execute(on);

/** Writes that an operator was heard, and how long it was silent before: nothing is known of its EVSEs in that time. */
export const heard = (id: string, update: ReturnType<typeof sql>, at: Date) => sql`
  with was as (select id, last_contact_at + ${STALE_SECONDS} * interval '1 second' as began from operator where id = ${id}),
  heard as (${update} returning id) insert into operator_silence (operator_id, began, ended)
  select id, began, ${at}::timestamptz from was join heard using (id) where began < ${at}::timestamptz on conflict do nothing ${planKept}`;

export type Registration = {
  /** Encrypted. */
  theirToken: string;
  endpoints: readonly Endpoint[];
  version: VersionNumber;
  versionsUrl: string;
  roles: Credentials["roles"];
  /** Null: it waits for the back office. */
  party: Party | null;
  name: string;
  at: Date;
};

/** Stores what a partner sent about itself. Our tokens do not change. */
export const storeRegistration = (on: Queryable, id: string, r: Registration) =>
  heard(
    id,
    sql`update operator set their_token = ${r.theirToken}, endpoints = ${JSON.stringify(r.endpoints)},
        ocpi_version = ${r.version},
        versions_url = ${r.versionsUrl}, roles = ${JSON.stringify(r.roles)}, country_code = ${r.party?.country_code ?? null},
        party_id = ${r.party?.party_id ?? null}, name = ${r.name}, registered_at = coalesce(registered_at, ${r.at}),
        last_contact_at = ${r.at}
      where id = ${id}`,
    r.at,
  ).execute(on);

/** Makes the pending token the valid one; earlier tokens become invalid. */
export const promoteToken = (on: Queryable, id: string, pendingHash: string) =>
  sql`update operator set our_token_hash = pending_token_hash, pending_token_hash = null, introduction_hash = null,
        their_introduction = null
      where id = ${id} and pending_token_hash = ${pendingHash}`.execute(on);

export const forgetRegistration = (on: Queryable, id: string) =>
  sql`update operator set our_token_hash = null, pending_token_hash = null, introduction_hash = null,
        their_introduction = null, their_token = null, endpoints = null, registered_at = null, rotating_since = null,
        sync_asked_at = null, sync_due_at = null
      where id = ${id}`.execute(on);

export const markRemoved = (on: Queryable, id: string, at: Date) =>
  sql`update operator set removed_at = ${at}, waiting = null, failing = '{}' where id = ${id}`.execute(
    on,
  );

export const setRotating = (on: Queryable, id: string, since: Date | null) =>
  sql`update operator set rotating_since = ${since},
        pending_token_hash = case when ${since === null} then null else pending_token_hash end
      where id = ${id}`.execute(on);

/** At most one write every five seconds: the age of a status is shown in minutes. */
const isNews = (at: Date) =>
  sql`(last_contact_at is null or last_contact_at < ${new Date(at.getTime() - 5_000)})`;

export const noteContact = (on: Queryable, id: string, at: Date) =>
  heard(
    id,
    sql`update operator set last_contact_at = ${at}
      where id = ${id} and ${isNews(at)}`,
    at,
  ).execute(on);

type Trouble = { lane: string; is: "FAILING" | "REJECTED" };

/** Stores that a call of ours was answered as it should. `works`: the lanes of which that is now known. */
export const noteSuccess = (on: Queryable, id: string, works: readonly string[], at: Date) =>
  sql`update operator set last_success_at = ${at}, failing = failing - ${works}::text[]
      where id = ${id} and (failing ?| ${works}::text[] or last_success_at is null
        or last_success_at < ${new Date(at.getTime() - 5_000)})`.execute(on);

/** Stores that a call of ours failed; `trouble`: what is known to fail since, unless it has failed before. */
export const noteFailure = (on: Queryable, id: string, { message, trouble, works, at }: Failed) => {
  const before = sql`failing -> ${trouble?.lane ?? null}::text`;
  const is = trouble?.is ?? null;
  return sql`update operator set last_failure_at = ${at}, last_failure = ${message.slice(0, 300)},
        failing = (failing - ${works}::text[]) || case when ${is}::text is null then '{}' else jsonb_build_object(
          ${trouble?.lane ?? ""}::text, jsonb_build_object('is', ${is}::text, 'since',
            case when ${before} ->> 'is' = ${is} then ${before} ->> 'since' else ${at.toISOString()} end)) end
      where id = ${id}`.execute(on);
};
type Failed = { message: string; trouble: Trouble | null; works: readonly string[]; at: Date };

/** Whether another partner has this versions URL. */
export const addressTaken = async (on: Queryable, id: string, versionsUrl: string) =>
  (await one(
    on,
    sql`select id from operator where versions_url = ${versionsUrl} and id <> ${id} and removed_at is null`,
  )) !== null;

/** Clears the versions URL of a removed partner, so that another can use it: it is unique. */
export const releaseAddress = (tx: Tx, id: string, versionsUrl: string) =>
  sql`update operator set versions_url = null
      where versions_url = ${versionsUrl} and id <> ${id} and removed_at is not null`.execute(tx);

/** Names of all other partners, with the back office's names. */
export const namesOfOthers = async (on: Queryable, id: string): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{ name: string }>`select unnest(array_remove(array[name, desk_name], null)) as name
        from operator where id <> ${id} and removed_at is null`,
    )
  ).map(({ name }) => name);

export const setWaiting = (on: Queryable, id: string, waiting: Waiting | null) =>
  sql`update operator set waiting = ${waiting && JSON.stringify(waiting)} where id = ${id}`.execute(
    on,
  );

/** Stores the back office's decision on a partner's name and own party. The next synchronisation pulls everything. */
export const setIdentity = (on: Queryable, id: string, { name, party }: Identity) =>
  sql`update operator set name = ${name}, country_code = ${party?.country_code ?? null},
        party_id = ${party?.party_id ?? null}, whole_pulled_at = null
      where id = ${id}`.execute(on);
type Identity = { name: string; party: Party | null };

export const listTheirTokens = (on: Queryable) =>
  rows(
    on,
    sql<{
      id: string;
      their_token: string;
    }>`select id, their_token from operator where their_token is not null`,
  );
export const replaceTheirToken = (on: Queryable, id: string, before: string, sealed: string) =>
  sql`update operator set their_token = ${sealed} where id = ${id} and their_token = ${before}`.execute(
    on,
  );

/** All partners, also removed ones, oldest first. */
export const listAllOperators = (on: Queryable) =>
  rows(on, sql<OperatorRow>`select * from operator order by created_at, id`);

const isShown = sql`removed_at is null and party_id is not null and registered_at is not null`;

/** Operators that drivers may see, by name. */
export const listShown = (on: Queryable, kind: PartnerKind, limit: number, offset: number) =>
  rows(
    on,
    sql<OperatorRow>`select * from operator where ${isShown} and kind = ${kind}
      order by lower(name), id limit ${limit} offset ${offset}`,
  );
export const countShown = async (on: Queryable, kind: PartnerKind): Promise<number> =>
  (await one(
    on,
    sql<{ n: number }>`select count(*)::int as n from operator where ${isShown} and kind = ${kind}`,
  ))!.n;
