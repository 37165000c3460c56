import type { CustomerType, Location, Tariff } from "@voltmarg/contract";
import type { Position } from "@voltmarg/rules";
import { tariffKey, tariffsByKey } from "../tariffs/index.ts";
import { primaryVehicle } from "../vehicles/index.ts";
import { restrictionsBy, mayView } from "./visibility.ts";
import { readDriver, readWhitelist } from "./visibility.store.ts";
import { favouriteIds } from "./favourites.store.ts";
import type { StationsDeps } from "./stations-deps.ts";
import {
  evsesOf,
  findLocation,
  findLocations,
  type EvseRow,
  type LocationRow,
} from "./stations.store.ts";
import { listedProof, proofsOf } from "./proof.ts";
import { toWire, type View } from "./to-wire.ts";

export type Who = { userId: string; companyId: string | null };

/** EVSEs by location id. */
export function byLocation(evses: readonly EvseRow[]): Map<string, EvseRow[]> {
  const map = new Map<string, EvseRow[]>();
  for (const e of evses) {
    const list = map.get(e.location_id);
    if (list) list.push(e);
    else map.set(e.location_id, [e]);
  }
  return map;
}

export async function whoIs(deps: StationsDeps, userId: string): Promise<Who> {
  const row = await readDriver(deps.database.db, userId);
  return { userId, companyId: row?.company_id ?? null };
}

/** What of a driver decides how locations look, beside who it is. */
type Facts = Pick<View, "vehicle" | "favourites"> & { customerType: CustomerType };

const factsOf = async (deps: StationsDeps, { userId }: Who): Promise<Facts> => ({
  customerType: await deps.customerTypeOf(userId),
  vehicle: await primaryVehicle(deps.database.db, userId),
  favourites: new Set(await favouriteIds(deps.database.db, userId)),
});

/** The data needed to show these locations to this driver, read from the database now. */
export async function viewFor(
  deps: StationsDeps,
  who: Who,
  from: Position | null,
  found: readonly LocationRow[],
  evses: readonly EvseRow[],
  { facts }: { facts?: Facts } = {},
): Promise<View> {
  const on = deps.database.db;
  const { customerType, vehicle, favourites } = facts ?? (await factsOf(deps, who));
  const locations = new Map(found.map((row) => [row.id, row]));
  const wanted = new Map<string, { country_code: string; party_id: string; ocpi_id: string }>();
  for (const e of evses) {
    const { country_code, party_id } = locations.get(e.location_id)!;
    for (const c of e.body.connectors) {
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
  const sell = await deps.retail.sellerTo(customerType);
  const restrictions = restrictionsBy(await readWhitelist(on));
  const sold = new Map<string, Tariff>();
  return {
    now: deps.clock.now(),
    from,
    onlyNow: false,
    vehicle,
    favourites,
    isRestricted: (row) => restrictions.isRestricted(who, row),
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

/** Locations as this driver sees them, with their EVSEs as stored now. */
export async function show(
  deps: StationsDeps,
  who: Who,
  from: Position | null,
  found: readonly LocationRow[],
): Promise<Location[]> {
  const evses = await evsesOf(
    deps.database.db,
    found.map((row) => row.id),
  );
  const view = await viewFor(deps, who, from, found, evses);
  const grouped = byLocation(evses);
  return found.map((row) => toWire(row, grouped.get(row.id) ?? [], view));
}

/** A location that this driver may see; null: there is none. */
export async function visibleLocation(
  deps: StationsDeps,
  userId: string,
  id: string,
): Promise<{ row: LocationRow; who: Who } | null> {
  const row = await findLocation(deps.database.db, id);
  if (!row) return null;
  const who = await whoIs(deps, userId);
  return row.publish || mayView(who, row) ? { row, who } : null;
}

export async function getLocation(
  deps: StationsDeps,
  userId: string,
  id: string,
  from: Position | null,
): Promise<Location | null> {
  const seen = await visibleLocation(deps, userId, id);
  if (!seen) return null;
  const [shown] = await show(deps, seen.who, from, [seen.row]);
  return shown ?? null;
}

/** Those of some locations that are open, not hidden, and may be shown to this driver. */
export async function listOffered(
  deps: StationsDeps,
  userId: string,
  ids: readonly string[],
): Promise<Location[]> {
  const found = await findLocations(deps.database.db, ids);
  const who = await whoIs(deps, userId);
  const offered = found.filter(
    (row) => row.hidden_at === null && (row.publish || mayView(who, row)),
  );
  return show(deps, who, null, offered);
}

/**
 * A location as it is offered to several drivers: its plugs are read once. `offers`: to those it is open, not hidden and
 * not kept from.
 */
export async function offeredTo(
  deps: StationsDeps,
  userIds: readonly string[],
  id: string,
): Promise<{ location: Location; offers: ReadonlySet<string> } | null> {
  const on = deps.database.db;
  const [row] = await findLocations(on, [id]);
  if (!row || row.hidden_at !== null || userIds.length === 0) return null;
  const [shown] = await show(deps, { userId: userIds[0]!, companyId: null }, null, [row]);
  const location = { ...shown!, restricted: false };
  const restrictions = restrictionsBy(await readWhitelist(on));
  if (row.publish && !restrictions.isListed(row)) return { location, offers: new Set(userIds) };
  const offers = new Set<string>();
  for (const userId of userIds) {
    const who = await whoIs(deps, userId);
    const isOffered = (row.publish || mayView(who, row)) && !restrictions.isRestricted(who, row);
    if (isOffered) offers.add(userId);
  }
  return { location, offers };
}

/** Why a driver is not shown a location: the staff took it out of the app, or it is not there. */
export async function whyNotShown(
  deps: StationsDeps,
  userId: string,
  id: string,
): Promise<"LOCATION_HIDDEN" | "LOCATION_NOT_FOUND"> {
  const [row] = await findLocations(deps.database.db, [id]);
  const hidden = row?.hidden_at && (row.publish || mayView(await whoIs(deps, userId), row));
  return hidden ? "LOCATION_HIDDEN" : "LOCATION_NOT_FOUND";
}

/** Favourites, newest first, with their distance. One that is hidden says so, and nothing of its plugs. */
export async function listFavourites(
  deps: StationsDeps,
  userId: string,
  from: Position | null,
): Promise<Location[]> {
  const ids = await favouriteIds(deps.database.db, userId);
  const who = await whoIs(deps, userId);
  const found = await findLocations(deps.database.db, ids);
  const shown = await show(
    deps,
    who,
    from,
    found.filter((row) => row.publish || mayView(who, row)),
  );
  const proof = await proofsOf(deps.database.db, ids, deps.clock.now());
  const hidden = new Set(found.filter((row) => row.hidden_at).map(({ id }) => id));
  return shown
    .map((one) =>
      hidden.has(one.id) ? asHidden(one) : Object.assign(one, listedProof(proof(one.id))),
    )
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** What its operator says of the plugs is of no use while nobody may charge there. */
const asHidden = (one: Location): Location => ({
  ...one,
  hidden: true,
  evses: [],
  totalConnectors: 0,
  availableConnectors: 0,
  isOpened: null,
  state_on_map: "unknown",
});
