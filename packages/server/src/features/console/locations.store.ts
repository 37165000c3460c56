import type { ConsoleLocation } from "@voltmarg/contract";
import { rows, sql, type Queryable } from "../../platform/database/database.ts";
import { literally } from "./search.store.ts";

type Fragment = ReturnType<typeof sql>;

/** Which stations; null: all. */
export type LocationsWanted = {
  operatorId: string | null;
  city: string | null;
  state: string | null;
  named: { beginning: string; ids: readonly string[] } | null;
  hidden: boolean | null;
  after: { name: string; id: string } | null;
};

export type LocationRow = {
  id: string;
  ocpi_id: string;
  name: string;
  /** The name in the order of the list. */
  sort_key: string;
  address: string | null;
  city: string | null;
  state: string | null;
  latitude: number;
  longitude: number;
  operator_id: string;
  operator_name: string;
  evses: ConsoleLocation["evses"];
  last_updated: Date;
  publish: boolean;
  hidden_at: Date | null;
  hidden_by: string | null;
  hidden_because: string | null;
};

// As the indexes have it: in the order of bytes, in which the beginning of a name is a range.
const name = sql`lower(l.name) collate "C"`;

/** The facts of the list. `where`: conditions on `l`. */
export const selectLocations = (where: Fragment, limit: number) => sql<LocationRow>`
  with l as (
    select l.*, ${name} as sort_key from location l where ${where} order by ${name}, l.id limit ${limit})
  select l.id, l.ocpi_id, l.name, l.sort_key, l.body ->> 'address' as address, l.body ->> 'city' as city,
    l.body ->> 'state' as state, l.latitude, l.longitude, l.operator_id, o.name as operator_name, l.last_updated, l.publish,
    l.hidden_at, l.hidden_by, l.hidden_because, (
      select json_build_object('total', count(*), 'free', count(*) filter (where state = 'free'),
        'used', count(*) filter (where state = 'used'), 'down', count(*) filter (where state = 'down'),
        'unknown', count(*) filter (where state is null))
      from (select evse_state(e.status) as state from evse e where e.location_id = l.id and e.status <> 'REMOVED') e) as evses
  from l join operator o on o.id = l.operator_id order by l.sort_key, l.id`;

/** Open stations by name. */
export const listLocations = (on: Queryable, wanted: LocationsWanted, limit: number) =>
  rows(on, selectLocations(conditionsOf(wanted), limit));

function conditionsOf(f: LocationsWanted): Fragment {
  const all: (Fragment | false)[] = [
    sql`l.closed_at is null`,
    f.operatorId !== null && sql`l.operator_id = ${f.operatorId}`,
    f.city !== null && sql`lower(l.body ->> 'city') = lower(${f.city})`,
    f.state !== null && sql`lower(l.body ->> 'state') = lower(${f.state})`,
    f.named !== null && isNamed(f.named),
    f.hidden === true && sql`l.hidden_at is not null`,
    f.hidden === false && sql`l.hidden_at is null`,
    f.after !== null && sql`(${name}, l.id) > (${f.after.name}, ${f.after.id})`,
  ];
  return sql.join(
    all.filter((each) => each !== false),
    sql` and `,
  );
}

function isNamed({ beginning, ids }: NonNullable<LocationsWanted["named"]>): Fragment {
  const begins = sql`${name} like lower(${`${literally(beginning)}%`})`;
  return ids.length === 0 ? begins : sql`(${begins} or l.id = any(${ids}))`;
}

/** Stations with this id, ours or the operator's, or with an EVSE of this uid or with this printed on it. */
export const idsNamed = async (on: Queryable, text: string): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{ id: string }>`
        select id from location where id = ${text}
        union select id from location where lower(ocpi_id) = lower(${text})
        union select location_id from evse where lower(uid) = lower(${text})
        union select location_id from evse where code = upper(regexp_replace(${text}, '[^A-Za-z0-9]', '', 'g'))
          and code <> ''
        limit 1000`,
    )
  ).map(({ id }) => id);
