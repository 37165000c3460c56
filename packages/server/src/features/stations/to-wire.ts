import {
  stations,
  type Connector,
  type Evse,
  type Location,
  type Tariff,
  type Vehicle,
} from "@voltmarg/contract";
import type { Connector as OcpiConnector } from "@voltmarg/ocpi";
import {
  countPlugs,
  distanceKm,
  estimate60,
  INDIA_ZONE,
  isProviderCurrency,
  localTime,
  openState,
  physicalOf,
  pinState,
  powerClass,
  powerKw,
  powerTypeName,
  STALE_SECONDS,
  tariffNow,
  type Position,
} from "@voltmarg/rules";
import type { EvseRow, LocationBody, LocationRow } from "./stations.store.ts";
import { turnOf } from "./turn-of.ts";

export type View = {
  now: Date;
  from: Position | null;
  vehicle: Vehicle | null;
  favourites: ReadonlySet<string>;
  tariffOf(location: LocationRow, ocpiTariffId: string): Tariff | null;
  /** Reduce tariffs to the elements that apply now. */
  onlyNow: boolean;
  /** Whether the location has a whitelist that this driver is not on. */
  isRestricted(location: LocationRow): boolean;
};

type Status = Evse["status"];
const STATUSES = new Set<string>(stations.EvseStatus.options);
export const statusOf = (status: string): Status =>
  STATUSES.has(status) ? (status as Status) : "UNKNOWN";

/** kW of a plug without any vehicle's limit; null: not known. */
export const plugPowerKw = (c: OcpiConnector) => powerKw(physicalOf(c), null);

type Hours = Pick<LocationBody, "time_zone" | "opening_times">;
const HOURS_UNKNOWN = { isOpened: null, openTime: null, closeTime: null };

function zoneOf(body: Hours, now: Date): string {
  try {
    localTime(body.time_zone, now.getTime());
    return body.time_zone;
  } catch {
    // The operator names no valid one.
    return INDIA_ZONE;
  }
}

/**
 * Zone and opening hours as far as they can be read. Never throws: one location's wrong data must not fail the whole
 * list.
 */
export function hoursOf(body: Hours, now: Date) {
  const zone = zoneOf(body, now);
  const times = (body.opening_times ?? null) as Location["opening_times"];
  try {
    return { zone, times, state: openState(times, zone, now) };
  } catch {
    return { zone, times: null, state: HOURS_UNKNOWN };
  }
}

/** The price of a plug: a tariff, or the foreign currency because of which the plug cannot be paid here. */
export type PlugPrice = Pick<Connector, "tariff" | "foreign_currency">;

/** The first of a connector's tariffs that is known and in our currency. */
export function priceOfPlug(
  ids: readonly string[],
  known: (ocpiTariffId: string) => Tariff | null,
): PlugPrice {
  let foreign: string | undefined;
  for (const id of ids) {
    const tariff = known(id);
    if (tariff && isProviderCurrency(tariff.currency)) return { tariff };
    foreign ??= tariff?.currency;
  }
  return { tariff: null, ...(foreign === undefined ? {} : { foreign_currency: foreign }) };
}

/** The fields of a plug that depend on the driver's vehicle, the retail price and the time. */
export function plugParts(
  physical: ReturnType<typeof physicalOf>,
  { tariff, ...foreign }: PlugPrice,
  at: { vehicle: Vehicle | null; now: Date; timeZone: string; onlyNow: boolean },
): Pick<Connector, "tariff_id" | "powerInKwh" | "estimation" | "price_turn"> & PlugPrice {
  const { vehicle, now, timeZone } = at;
  const estimation = estimate60({ connector: physical, tariff, vehicle, at: now, timeZone });
  return {
    tariff_id: tariff?.id ?? null,
    powerInKwh: powerKw(physical, vehicle),
    tariff: tariff && at.onlyNow ? tariffNow(tariff, timeZone, now) : tariff,
    ...foreign,
    ...(tariff && turnOf(tariff, timeZone, now)),
    estimation: estimation && {
      ...estimation,
      element: estimation.element && { ...estimation.element },
    },
  };
}

function connectorToWire(
  c: OcpiConnector,
  status: Status,
  row: LocationRow,
  timeZone: string,
  view: View,
): Connector {
  const price = priceOfPlug(c.tariff_ids ?? [], (id) => view.tariffOf(row, id));
  const physical = physicalOf(c);
  const { vehicle, now, onlyNow } = view;
  return {
    id: c.id,
    format: c.format,
    ...physical,
    status,
    powerTypeName: powerTypeName(c.power_type),
    ...plugParts(physical, price, { vehicle, now, timeZone, onlyNow }),
  };
}

function evseToWire(e: EvseRow, row: LocationRow, timeZone: string, view: View): Evse {
  const body = e.body;
  const status = statusOf(e.status);
  const since = e.status_since.toISOString();
  return {
    uid: e.uid,
    evse_id: body.evse_id ?? null,
    physical_reference: body.physical_reference ?? null,
    status,
    status_since: since,
    charging_info: status === "CHARGING" ? { since } : null,
    connectors: body.connectors.map((c) => connectorToWire(c, status, row, timeZone, view)),
  };
}

type Heard = Pick<LocationRow, "last_contact_at" | "is_unreachable">;

/** In seconds; null: nothing is known. */
const ageOf = ({ last_contact_at, is_unreachable }: Heard, now: Date): number | null =>
  is_unreachable || !last_contact_at ? null : (now.getTime() - last_contact_at.getTime()) / 1000;

/** Whether what an operator said of its EVSEs may still be so. */
export function isKnown(heard: Heard, now: Date): boolean {
  const age = ageOf(heard, now);
  return age !== null && age <= STALE_SECONDS;
}

/** EVSEs with a status that drivers can rely on; else it becomes UNKNOWN. */
export function asKnown(
  row: LocationRow,
  evses: readonly EvseRow[],
  now: Date,
): readonly EvseRow[] {
  if (isKnown(row, now)) return evses;
  return evses.map((e) => ({ ...e, status: "UNKNOWN" }));
}

/** kW of the strongest plug, without any vehicle's limit, for the pin; null: of none is it known. */
function strongest(evses: readonly EvseRow[]): number | null {
  const known = evses
    .flatMap((e) => e.body.connectors.map(plugPowerKw))
    .filter((kw) => kw !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** The fields of a pin or a list before prices: state, counts, power. */
export function stateOf(
  row: LocationRow,
  stored: readonly EvseRow[],
  now: Date,
  restricted: boolean,
) {
  const evses = asKnown(row, stored, now);
  const body = row.body;
  const { zone, times, state: hours } = hoursOf(body, now);
  const plugs = countPlugs(
    evses.map((e) => ({
      status: e.status,
      connectors: e.body.connectors,
    })),
  );
  return {
    evses,
    zone,
    times,
    hours,
    plugs,
    power: powerClass(strongest(evses)),
    state: pinState({
      restricted,
      isOpened: hours.isOpened,
      evseStatuses: evses.map((e) => e.status),
      statusAgeSeconds: ageOf(row, now),
    }),
  };
}

/** The fields that are the same for every driver at every time. */
export function factsOf(
  row: Pick<LocationRow, "operator_id" | "party_id" | "operator_name" | "operator_phone" | "body">,
  zone: string,
  times: Location["opening_times"],
) {
  const body = row.body;
  return {
    address: body.address ?? "",
    city: body.city ?? "",
    state: body.state ?? null,
    postal_code: body.postal_code ?? null,
    time_zone: zone,
    operator: {
      id: row.operator_id,
      name: body.operator?.name ?? row.operator_name,
      party_id: row.party_id,
      phone: row.operator_phone,
    },
    opening_times: times,
    charging_when_closed: body.charging_when_closed ?? true,
    photo_url: body.images?.[0]?.url ?? null,
  };
}

/**
 * A location in the API's form (spec section 3), with the fields that depend on the time, the driver's vehicle and
 * position.
 */
export function toWire(row: LocationRow, stored: readonly EvseRow[], view: View): Location {
  const restricted = view.isRestricted(row);
  const { evses, zone, times, hours, plugs, power, state } = stateOf(
    row,
    stored,
    view.now,
    restricted,
  );
  const position = { latitude: row.latitude, longitude: row.longitude };
  return {
    id: row.id,
    name: row.name,
    ...factsOf(row, zone, times),
    coordinates: position,
    distance: view.from && Math.round(distanceKm(view.from, position) * 100) / 100,
    evses: evses.map((e) => evseToWire(e, row, zone, view)),
    totalConnectors: plugs.total,
    availableConnectors: plugs.available,
    isOpened: hours.isOpened,
    openTime: hours.openTime,
    closeTime: hours.closeTime,
    isWishListItem: view.favourites.has(row.id),
    state_on_map: state,
    power_class: power,
    restricted,
    updated_at: (row.last_contact_at ?? row.last_updated).toISOString(),
  };
}
