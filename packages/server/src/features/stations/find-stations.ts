import type { CustomerType, Location, Pin, Tariff } from "@voltmarg/contract";
import type { Evse as OcpiEvse } from "@voltmarg/ocpi";
import {
  cellsWithin,
  decodePartyIds,
  distanceKm,
  parsePowerRange,
  type Position,
  type PowerRange,
} from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { page, type Page } from "../../platform/http/paging.ts";
import { tariffKey, tariffsByKey, type Retail } from "../tariffs/index.ts";
import { primaryVehicle } from "../vehicles/index.ts";
import {
  evsesOf,
  favouriteIds,
  findAll,
  findInBox,
  findInCells,
  findLocation,
  findLocations,
  type EvseRow,
  type LocationRow,
} from "./stations.store.ts";
import { asKnown, plugPowerKw, stateOf, toWire, type View } from "./to-wire.ts";

export type StationsDeps = {
  database: Database;
  clock: Clock;
  retail: Retail;
  customerTypeOf(userId: string): Promise<CustomerType>;
};

export type SearchInput = {
  from: Position | null;
  km: number;
  pageNo: number;
  pageSize: number;
  statuses: readonly string[];
  powerTypes: readonly string[];
  standards: readonly string[];
  text: string;
  partyIds: readonly string[];
  power: PowerRange | null;
};

const MOST = 20_000;
const MOST_PINS = 5_000;

function byLocation(evses: readonly EvseRow[]): Map<string, EvseRow[]> {
  const map = new Map<string, EvseRow[]>();
  for (const e of evses) {
    const list = map.get(e.location_id);
    if (list) list.push(e);
    else map.set(e.location_id, [e]);
  }
  return map;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** All filters must hold on one and the same connector. */
function fits(evses: readonly EvseRow[], input: SearchInput): boolean {
  const { statuses, powerTypes, standards, power } = input;
  if (!statuses.length && !powerTypes.length && !standards.length && !power) return true;
  return evses.some((e) => {
    if (statuses.length && !statuses.includes(e.status)) return false;
    return (e.body as unknown as OcpiEvse).connectors.some((c) => {
      if (standards.length && !standards.includes(c.standard)) return false;
      if (
        powerTypes.length &&
        !powerTypes.some((p) => c.power_type === p || (p === "AC" && c.power_type.startsWith("AC")))
      ) {
        return false;
      }
      if (!power) return true;
      const kw = plugPowerKw(c);
      return kw !== null && kw >= (power.minKw ?? 0) && kw <= (power.maxKw ?? Infinity);
    });
  });
}

/** What is needed to show these locations to this driver. */
async function viewFor(
  deps: StationsDeps,
  userId: string,
  from: Position | null,
  found: readonly LocationRow[],
  evses: readonly EvseRow[],
): Promise<View> {
  const on = deps.database.db;
  const locations = new Map(found.map((row) => [row.id, row]));
  const wanted = new Map<string, { country_code: string; party_id: string; ocpi_id: string }>();
  for (const e of evses) {
    const { country_code, party_id } = locations.get(e.location_id)!;
    for (const c of (e.body as unknown as OcpiEvse).connectors) {
      for (const ocpi_id of c.tariff_ids ?? []) {
        wanted.set(tariffKey({ country_code, party_id }, ocpi_id), {
          country_code,
          party_id,
          ocpi_id,
        });
      }
    }
  }
  const tariffs = await tariffsByKey(on, [...wanted.values()]);
  const sell = await deps.retail.sellerTo(await deps.customerTypeOf(userId));
  const sold = new Map<string, Tariff>();
  return {
    now: deps.clock.now(),
    from,
    vehicle: await primaryVehicle(on, userId),
    favourites: new Set(await favouriteIds(on, userId)),
    tariffOf: (row, id) => {
      const key = tariffKey(row, id);
      const theirs = tariffs.get(key);
      if (!theirs) return null;
      const ours = sold.get(key) ?? sell(theirs, row.operator_id);
      sold.set(key, ours);
      return ours;
    },
  };
}

async function show(
  deps: StationsDeps,
  userId: string,
  from: Position | null,
  found: LocationRow[],
): Promise<Location[]> {
  const evses = await evsesOf(
    deps.database.db,
    found.map((row) => row.id),
  );
  const view = await viewFor(deps, userId, from, found, evses);
  const grouped = byLocation(evses);
  return found.map((row) => toWire(row, grouped.get(row.id) ?? [], view));
}

/** Stations by distance (or by name when no position is given), filtered, one page of them. */
export async function searchStations(
  deps: StationsDeps,
  userId: string,
  input: SearchInput,
): Promise<Page<Location>> {
  const on = deps.database.db;
  const { from } = input;
  const near = from
    ? await findInCells(on, cellsWithin(from.latitude, from.longitude, input.km))
    : await findAll(on, MOST);
  const text = input.text.trim().toLowerCase();
  const named = near.filter(
    (row) =>
      (!text || text.split(/\s+/).every((word) => row.search_text.includes(word))) &&
      (!input.partyIds.length ||
        input.partyIds.some(
          (id) => id.toLowerCase() === row.party_id.toLowerCase() || id === row.operator_id,
        )),
  );
  const placed = named
    .map((row) => ({ row, km: from ? distanceKm(from, row) : 0 }))
    .filter(({ km }) => !from || km <= input.km)
    // One order for equals too, so that pages neither repeat nor miss any.
    .sort((a, b) => a.km - b.km || (from ? compare(a.row.id, b.row.id) : 0));
  const evses = byLocation(
    await evsesOf(
      on,
      placed.map(({ row }) => row.id),
    ),
  );
  const now = deps.clock.now();
  const fitting = placed
    .filter(({ row }) => fits(asKnown(row, evses.get(row.id) ?? [], now), input))
    .map(({ row }) => row);
  const start = input.pageNo * input.pageSize;
  const content = await show(deps, userId, from, fitting.slice(start, start + input.pageSize));
  return page(content, input.pageNo, input.pageSize, fitting.length);
}

export type Box = { west: number; south: number; east: number; north: number };

/** A map drawn across the date line, or more than once around, counts its degrees on beyond 180. */
function onEarth({ west, south, east, north }: Box): Box {
  if (east - west >= 360) return { west: -180, south, east: 180, north };
  const wrap = (degrees: number) =>
    Math.abs(degrees) <= 180 ? degrees : degrees - 360 * Math.round(degrees / 360);
  return { west: wrap(west), south, east: wrap(east), north };
}

/** The slim feed of a map section; west beyond east means across the date line. */
export async function listPins(
  deps: StationsDeps,
  userId: string,
  box: Box,
): Promise<{ pins: Pin[]; truncated: boolean }> {
  const on = deps.database.db;
  const found = await findInBox(on, onEarth(box), MOST_PINS + 1);
  const shown = found.slice(0, MOST_PINS);
  const evses = byLocation(
    await evsesOf(
      on,
      shown.map((row) => row.id),
    ),
  );
  const favourites = new Set(await favouriteIds(on, userId));
  const now = deps.clock.now();
  const pins = shown.map((row) => {
    const { state, plugs, power } = stateOf(row, evses.get(row.id) ?? [], now);
    return {
      id: row.id,
      name: row.name,
      latitude: row.latitude,
      longitude: row.longitude,
      state,
      free: plugs.available,
      total: plugs.total,
      power,
      favourite: favourites.has(row.id),
    };
  });
  return { pins, truncated: found.length > MOST_PINS };
}

export async function getStation(
  deps: StationsDeps,
  userId: string,
  id: string,
  from: Position | null,
): Promise<Location | null> {
  const row = await findLocation(deps.database.db, id);
  if (!row?.publish) return null;
  const [shown] = await show(deps, userId, from, [row]);
  return shown ?? null;
}

/** Favourites, newest first, with their distance. */
export async function listFavourites(
  deps: StationsDeps,
  userId: string,
  from: Position | null,
): Promise<Location[]> {
  const ids = await favouriteIds(deps.database.db, userId);
  const found = await findLocations(deps.database.db, ids);
  const shown = await show(deps, userId, from, found);
  return shown.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

export const readPartyIds = (text: string | undefined) => decodePartyIds(text ?? "");
export const readPowerRange = (text: string | undefined) => (text ? parsePowerRange(text) : null);
