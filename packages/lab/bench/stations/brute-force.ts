import { distanceKm, physicalOf, powerKw } from "@voltmarg/rules";
import pg from "pg";
import type { Wish } from "./random-queries.ts";

type Plug = { status: string; powerType: string; standard: string; kw: number | null };
export type Place = { latitude: number; longitude: number };
export type Station = Place & { id: string; plugs: Plug[] };

/** Positions of stations, nearest first. */
export async function somePlaces(databaseUrl: string): Promise<Place[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    "select latitude, longitude from location order by id limit 500",
  );
  await client.end();
  return rows as Place[];
}

/** Every station in the database, by latitude. */
export async function readStations(databaseUrl: string): Promise<Station[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const stations: Station[] = [];
  try {
    for (let after = ""; ;) {
      const { rows } = await client.query(
        `select l.id, l.latitude, l.longitude, (
           select jsonb_agg(jsonb_build_array(e.status, c ->> 'power_type', c ->> 'standard', c -> 'max_electric_power',
             c -> 'max_voltage', c -> 'max_amperage'))
           from evse e, jsonb_array_elements(e.body -> 'connectors') c where e.location_id = l.id) as plugs
         from location l where l.id > $1 order by l.id limit 20000`,
        [after],
      );
      if (rows.length === 0) break;
      for (const { id, latitude, longitude, plugs } of rows as RawStation[])
        stations.push({ id, latitude, longitude, plugs: (plugs ?? []).map(toPlug) });
      after = stations.at(-1)!.id;
    }
  } finally {
    await client.end();
  }
  return stations.sort((a, b) => a.latitude - b.latitude);
}

type RawPlug = [string, string, string, number | null, number, number];
type RawStation = { id: string; latitude: number; longitude: number; plugs: RawPlug[] | null };

function toPlug([status, powerType, standard, watts, volts, amperage]: RawPlug): Plug {
  const sent = {
    standard,
    power_type: powerType,
    max_electric_power: watts,
    max_voltage: volts,
    max_amperage: amperage,
  };
  const kw = powerKw(physicalOf(sent), null);
  return { status, powerType, standard, kw };
}

/** The result by checking every station: ids of the page, and the total. */
export function bruteForce(
  stations: readonly Station[],
  wish: Wish,
): { ids: string[]; total: number } {
  const degrees = (wish.km / 6371) * (180 / Math.PI) + 0.001;
  const found: { id: string; at: number }[] = [];
  for (let i = firstFrom(stations, wish.latitude - degrees); i < stations.length; i++) {
    const station = stations[i]!;
    if (station.latitude > wish.latitude + degrees) break;
    const km = distanceKm(wish, station);
    if (km <= wish.km && passes(station, wish))
      found.push({ id: station.id, at: Math.round(km * 10_000) });
  }
  found.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const page = found.slice(wish.first, wish.first + wish.count);
  return { ids: page.map(({ id }) => id), total: found.length };
}

function firstFrom(stations: readonly Station[], latitude: number): number {
  let low = 0;
  let high = stations.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (stations[middle]!.latitude < latitude) low = middle + 1;
    else high = middle;
  }
  return low;
}

function passes({ plugs }: Station, wish: Wish): boolean {
  const { statuses, powerTypes, standards, power } = wish;
  if (!statuses.length && !powerTypes.length && !standards.length && !power) return true;
  return plugs.some(
    (plug) =>
      (!statuses.length || statuses.includes(plug.status)) &&
      (!standards.length || standards.includes(plug.standard)) &&
      (!powerTypes.length ||
        powerTypes.some(
          (type) => type === plug.powerType || (type === "AC" && plug.powerType.startsWith("AC")),
        )) &&
      (!power ||
        (plug.kw !== null &&
          plug.kw >= (power.minKw ?? 0) &&
          plug.kw <= (power.maxKw ?? Infinity))),
  );
}
