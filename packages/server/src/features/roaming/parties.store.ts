import type { ClientInfo, Party } from "@voltmarg/ocpi";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database.ts";

export type PartyRow = Party & {
  operator_id: string;
  role: string;
  name: string | null;
  status: string | null;
  last_updated: Date | null;
};

export const partiesOf = (on: Queryable, operatorId: string) =>
  rows(
    on,
    sql<PartyRow>`select * from partner_party where operator_id = ${operatorId} order by country_code, party_id`,
  );

export const findParty = (on: Queryable, party: Party) =>
  one(
    on,
    sql<PartyRow>`select * from partner_party where lower(country_code) = lower(${party.country_code})
      and lower(party_id) = lower(${party.party_id})`,
  );

/** Whoever of these parties' owners is not this partner, with whether it was removed. */
export const otherOwners = (on: Queryable, operatorId: string, parties: readonly Party[]) =>
  rows(
    on,
    sql<{ operator_id: string; removed: boolean }>`
      select distinct p.operator_id, o.removed_at is not null as removed
      from partner_party p join operator o on o.id = p.operator_id
        join jsonb_to_recordset(${JSON.stringify(parties)}::jsonb) as n (country_code text, party_id text)
          on lower(p.country_code) = lower(n.country_code) and lower(p.party_id) = lower(n.party_id)
      where p.operator_id <> ${operatorId}`,
  );

/** The parties a partner speaks for by its own credentials; what it no longer names, it no longer speaks for. */
export const replaceParties = async (
  tx: Tx,
  operatorId: string,
  parties: readonly (Party & { role: string; name: string })[],
): Promise<void> => {
  const list = JSON.stringify(parties);
  // What a hub told of its clients stays: it has a status.
  await sql`delete from partner_party where operator_id = ${operatorId} and status is null`.execute(
    tx,
  );
  await sql`insert into partner_party (country_code, party_id, operator_id, role, name)
      select distinct on (lower(country_code), lower(party_id)) country_code, party_id, ${operatorId}, role, name
      from jsonb_to_recordset(${list}::jsonb) as n (country_code text, party_id text, role text, name text)
      on conflict (lower(country_code), lower(party_id)) do update set role = excluded.role, name = excluded.name
        where partner_party.operator_id = excluded.operator_id`.execute(tx);
};

/** News of a hub's client. False: the party belongs to another partner. */
export const putClient = async (
  on: Queryable,
  operatorId: string,
  client: ClientInfo,
): Promise<boolean> =>
  (await one(
    on,
    sql`insert into partner_party (country_code, party_id, operator_id, role, status, last_updated)
        values (${client.country_code}, ${client.party_id}, ${operatorId}, ${client.role}, ${client.status},
          ${new Date(client.last_updated)})
        on conflict (lower(country_code), lower(party_id)) do update set
          role = case when excluded.last_updated >= coalesce(partner_party.last_updated, excluded.last_updated)
                 then excluded.role else partner_party.role end,
          status = case when excluded.last_updated >= coalesce(partner_party.last_updated, excluded.last_updated)
                 then excluded.status else partner_party.status end,
          last_updated = greatest(excluded.last_updated, partner_party.last_updated)
        where partner_party.operator_id = excluded.operator_id
        returning operator_id`,
  )) !== null;
