import type { Database } from "../../server/src/platform/database/database.ts";
import type { Stored } from "../../server/src/features/stations/index-source.store.ts";
import type { IndexData } from "../../server/src/features/station-search/search-index/index-data.ts";
import {
  createLocationIndex,
  type LocationIndex,
} from "../../server/src/features/station-search/search-index/location-index.ts";
import type { SearchIndex } from "../../server/src/features/station-search/search-index/sync-index.ts";
import { writePage } from "../../server/src/features/station-search/search-index/write-page.ts";
import { randomFrom, randomStation } from "./random-stations.ts";

/** Writes stations and their three operators into an empty database. */
export async function storeStations(
  { pool }: Database,
  made: readonly ReturnType<typeof randomStation>[],
): Promise<void> {
  await pool.query(`
    insert into operator (id, name, versions_url, country_code, party_id, locations_pulled_at, created_at)
    select 'opr_' || lower(p), p, 'http://' || p || '.invalid', 'IN', p, now(), now() from unnest(array['AAA', 'BBB', 'CCC']) p
    on conflict do nothing`);
  await pool.query(
    `insert into location (id, operator_id, country_code, party_id, ocpi_id, name, latitude, longitude, cell, publish,
       search_text, body, last_updated, seen_at)
     select id, operator_id, country_code, party_id, ocpi_id, name, latitude, longitude, cell, publish, search_text, body,
       last_updated, now()
     from jsonb_to_recordset($1) n (id text, operator_id text, country_code text, party_id text, ocpi_id text, name text,
       latitude float8, longitude float8, cell int, publish boolean, search_text text, body jsonb, last_updated timestamptz)`,
    [JSON.stringify(made.map(({ row }) => row))],
  );
  await pool.query(
    `insert into evse (location_id, uid, position, status, status_since, body, last_updated)
     select location_id, uid, position, status, status_since, body, last_updated
     from jsonb_to_recordset($1) n (location_id text, uid text, position int, status text, status_since timestamptz,
       body jsonb, last_updated timestamptz)`,
    [JSON.stringify(made.flatMap(({ evses }) => evses))],
  );
}

/** Renames a location as an operator's push does, and tells the index. */
export async function rename(
  { pool }: Database,
  search: Pick<SearchIndex, "changed">,
  id: string,
  name: string,
): Promise<void> {
  await pool.query("update location set name = $2 where id = $1", [id, name]);
  await search.changed("opr_aaa");
}

/** A station as the index is given it. */
export function indexed({ row, evses }: ReturnType<typeof randomStation>): Omit<Stored, "version"> {
  const { body, ...rest } = row;
  return {
    row: {
      ...rest,
      operator_name: body.operator?.name ?? row.operator_name,
      address: body.address ?? null,
      city: body.city ?? null,
      state: body.state ?? null,
      postal_code: body.postal_code ?? null,
      time_zone: body.time_zone,
      opening_times: body.opening_times ? JSON.stringify(body.opening_times) : null,
      charging_when_closed: body.charging_when_closed ?? null,
      photo_url: body.images?.[0]?.url ?? null,
      publish_allowed_to: body.publish_allowed_to ?? null,
    },
    evses: evses.map(({ uid, status, status_since, body: evse }) => ({
      uid,
      status,
      since: status_since.getTime(),
      evse_id: evse.evse_id ?? null,
      physical_reference: evse.physical_reference ?? null,
      connectors: JSON.stringify(evse.connectors),
    })),
  };
}

/** Stations of one operator, each with free EVSEs of these uids. */
export function stationsWith(ids: readonly string[], uids: readonly string[]) {
  const random = randomFrom(7);
  const evse = Array.from({ length: 20 }, () => randomStation(random, "any", 1).evses[0]).find(
    Boolean,
  )!;
  return ids.map((id) => {
    const { row } = randomStation(random, id, 1);
    const evseOf = (uid: string, position: number) => ({
      ...evse,
      location_id: id,
      uid,
      position,
      status: "AVAILABLE",
      body: { ...evse.body, uid, status: "AVAILABLE" as const },
    });
    return {
      row: { ...row, operator_id: "opr_aaa", publish: true, body: { ...row.body, publish: true } },
      evses: uids.map(evseOf),
    };
  });
}

/** The JSON of every location that a search finds, by id. */
export async function shownBy(
  search: Pick<SearchIndex, "ready">,
): Promise<Record<string, unknown>> {
  const { index } = (await search.ready())!;
  const slots = Array.from({ length: index.size }, (_, slot) => slot);
  return contentAt(
    index,
    slots.filter((slot) => index.slots.mask[slot] !== 0),
  );
}

/** Every location's JSON, by id. */
export function contentOf(data: IndexData): Record<string, unknown> {
  const index = createLocationIndex(data);
  const slots = Array.from({ length: index.size }, (_, slot) => slot);
  return contentAt(index, slots);
}

/** The JSON of these locations, by id. */
export function contentAt(index: LocationIndex, slots: readonly number[]): Record<string, unknown> {
  const owners = index.owners.list.length;
  const plug = Buffer.from(`"status":"of the plug"`);
  const shown = {
    view: { text: () => plug, plug: () => null as never },
    hours: { isOpened: () => true, text: () => `"isOpened":true` },
    favourites: new Set<number>(),
    silent: new Uint8Array(owners),
    heard: Array.from({ length: owners }, () => `"now"`),
    isRestricted: () => false,
    chosen: () => null,
  };
  const { bytes } = writePage(index, shown, { slots, km: null }, { head: "[", tail: "]" });
  const items = JSON.parse(bytes.toString()) as { id: string }[];
  return Object.fromEntries(items.map((item) => [item.id, item]));
}
