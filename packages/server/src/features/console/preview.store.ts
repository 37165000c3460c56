import type { SentConnector } from "@voltmarg/rules";
import { rows, sql, type Queryable } from "../../platform/database/database.ts";

/** A tariff in force, with a plug that has it. */
export type TariffInUse = {
  operator_id: string;
  operator_name: string;
  tariff_id: string;
  location_id: string;
  location_name: string;
  standard: string;
  power_kw: number | null;
  charges: number;
};

/** Tariffs of the latest charges, each with the plug of its last one. */
export const tariffsCharged = (
  on: Queryable,
  of: { operatorId: string | null; since: Date; most: number },
) =>
  rows(
    on,
    sql<TariffInUse>`
      with lately as (
        select operator_id, requested_at, snapshot from session
        where requested_at >= ${of.since} and ${of.operatorId === null ? sql`true` : sql`operator_id = ${of.operatorId}`}
        order by requested_at desc, id desc limit ${of.most}),
      picked as (
        select operator_id, requested_at, snapshot #>> '{location,id}' as location_id,
          snapshot #>> '{location,name}' as location_name, snapshot #>> '{connector,standard}' as standard,
          (snapshot ->> 'plug_kw')::float8 as power_kw,
          coalesce(snapshot #>> '{operator_tariff,id}', snapshot #>> '{tariff,id}') as tariff_id
        from lately)
      select distinct on (p.operator_id, p.tariff_id) p.operator_id, o.name as operator_name, p.tariff_id, p.location_id,
        p.location_name, p.standard, p.power_kw, (count(*) over (partition by p.operator_id, p.tariff_id))::int as charges
      from picked p join operator o on o.id = p.operator_id join tariff t on t.id = p.tariff_id
      where o.registered_at is not null and t.removed_at is null
      order by p.operator_id, p.tariff_id, p.requested_at desc`,
  );

/** Tariffs of plugs at a few locations of each operator. */
export const tariffsListed = (on: Queryable, of: { operatorId: string | null; places: number }) =>
  rows(
    on,
    sql<TariffInUse & { connector: SentConnector }>`
      select distinct on (o.id, t.id) o.id as operator_id, o.name as operator_name, t.id as tariff_id, l.id as location_id,
        l.name as location_name, c ->> 'standard' as standard, null::float8 as power_kw, 0 as charges, c as connector
      from operator o
        cross join lateral (select id, name, country_code, party_id from location
          where operator_id = o.id and closed_at is null limit ${of.places}) l
        join evse e on e.location_id = l.id
        cross join lateral jsonb_array_elements(e.body -> 'connectors') c
        join tariff t on lower(t.country_code) = lower(l.country_code) and lower(t.party_id) = lower(l.party_id)
          and lower(t.ocpi_id) = lower(c -> 'tariff_ids' ->> 0)
      where o.registered_at is not null and t.removed_at is null
        and ${of.operatorId === null ? sql`true` : sql`o.id = ${of.operatorId}`}
      order by o.id, t.id, l.id, e.uid`,
  );
