import type { ClientInfo, Party } from "@voltmarg/ocpi";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type PartyRow = Party & {
  operator_id: string;
  role: string;
  name: string | null;
  status: string | null;
  /** Of its hub's client: not CONNECTED. */
  is_unreachable: boolean;
  last_updated: Date | null;
};

export const partiesOf = (on: Queryable, operatorId: string) =>
  rows(
    on,
    sql<PartyRow>`select * from partner_party where operator_id = ${operatorId} order by country_code, party_id`,
  );

export const allParties = (on: Queryable) =>
  rows(on, sql<PartyRow>`select * from partner_party order by country_code, party_id`);

export const findParty = (on: Queryable, party: Party) =>
  one(
    on,
    sql<PartyRow>`select * from partner_party where lower(country_code) = lower(${party.country_code})
      and lower(party_id) = lower(${party.party_id})`,
  );

/** Whether a partner may write for a party. */
export const speaksFor = async (
  on: Queryable,
  operatorId: string,
  party: Party,
): Promise<boolean> =>
  (await one(
    on,
    sql`select from operator o where o.id = ${operatorId}
        and (lower(o.country_code) = lower(${party.country_code}) and lower(o.party_id) = lower(${party.party_id})
          or exists (select from partner_party p where p.operator_id = o.id
            and lower(p.country_code) = lower(${party.country_code}) and lower(p.party_id) = lower(${party.party_id})))`,
  )) !== null;

/**
 * Those of the given parties that another partner has, with that partner. A party that was assigned to another partner
 * belongs to the new one, although the old one still claims it; one of a removed partner is nobody's.
 */
export const partiesOfOthers = (on: Queryable, operatorId: string, parties: readonly Party[]) =>
  rows(
    on,
    sql<Party & { operator_id: string; is_main: boolean }>`
      select n.country_code, n.party_id, o.id as operator_id,
        coalesce(lower(o.country_code) = lower(n.country_code) and lower(o.party_id) = lower(n.party_id), false) as is_main
      from jsonb_to_recordset(${JSON.stringify(parties)}::jsonb) as n (country_code text, party_id text)
        join operator o on o.id <> ${operatorId} and o.removed_at is null and (
          lower(o.country_code) = lower(n.country_code) and lower(o.party_id) = lower(n.party_id)
            and not exists (select from partner_party p where p.operator_id <> o.id
              and lower(p.country_code) = lower(n.country_code) and lower(p.party_id) = lower(n.party_id))
          or exists (select from partner_party p where p.operator_id = o.id
            and lower(p.country_code) = lower(n.country_code) and lower(p.party_id) = lower(n.party_id)))`,
  );

/** Assigns a party and its locations to a partner, whoever had it. Returns the locations that moved. */
export const assignParty = async (
  tx: Tx,
  operatorId: string,
  { country_code, party_id, role, name }: Party & { role: string; name: string },
): Promise<{ id: string }[]> => {
  await sql`insert into partner_party (country_code, party_id, operator_id, role, name)
      values (${country_code}, ${party_id}, ${operatorId}, ${role}, ${name})
      on conflict (lower(country_code), lower(party_id)) do update set operator_id = excluded.operator_id,
        role = excluded.role, name = excluded.name, status = null, last_updated = null`.execute(tx);
  return moveLocations(tx, operatorId, { country_code, party_id });
};

/** Gives a partner the locations of its party, whoever had it. Returns those that moved; a removed partner's are closed. */
export const moveLocations = (
  on: Queryable,
  operatorId: string,
  { country_code, party_id }: Party,
) =>
  rows(
    on,
    sql<{ id: string }>`
      update location set operator_id = ${operatorId}, version = nextval('location_version')
      where lower(country_code) = lower(${country_code}) and lower(party_id) = lower(${party_id})
        and operator_id <> ${operatorId}
      returning id`,
  );

/** Replaces the parties from a partner's credentials; it may no longer write for those that are missing now. */
export const replaceParties = async (
  tx: Tx,
  operatorId: string,
  parties: readonly (Party & { role: string; name: string })[],
): Promise<void> => {
  const list = JSON.stringify(parties);
  // Rows with a status come from a hub's client list and stay.
  await sql`delete from partner_party where operator_id = ${operatorId} and status is null`.execute(
    tx,
  );
  await sql`insert into partner_party (country_code, party_id, operator_id, role, name)
      select distinct on (lower(country_code), lower(party_id)) country_code, party_id, ${operatorId}, role, name
      from jsonb_to_recordset(${list}::jsonb) as n (country_code text, party_id text, role text, name text)
      on conflict (lower(country_code), lower(party_id)) do update set role = excluded.role, name = excluded.name
        where partner_party.operator_id = excluded.operator_id`.execute(tx);
  for (const party of parties) await moveLocations(tx, operatorId, party);
};

/** A removed partner speaks for nobody. */
export const dropParties = (tx: Tx, operatorId: string) =>
  sql`delete from partner_party where operator_id = ${operatorId}`.execute(tx);

/** Stores an update of a hub's client. Null: the party belongs to another partner. */
export const putClient = (on: Queryable, operatorId: string, client: ClientInfo) =>
  one(
    on,
    sql<{
      is_unreachable: boolean;
    }>`insert into partner_party (country_code, party_id, operator_id, role, status, last_updated)
        values (${client.country_code}, ${client.party_id}, ${operatorId}, ${client.role}, ${client.status},
          ${new Date(client.last_updated)})
        on conflict (lower(country_code), lower(party_id)) do update set
          role = case when excluded.last_updated >= coalesce(partner_party.last_updated, excluded.last_updated)
                 then excluded.role else partner_party.role end,
          status = case when excluded.last_updated >= coalesce(partner_party.last_updated, excluded.last_updated)
                 then excluded.status else partner_party.status end,
          last_updated = greatest(excluded.last_updated, partner_party.last_updated)
        where partner_party.operator_id = excluded.operator_id
        returning is_unreachable`,
  );
