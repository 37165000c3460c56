import type { Connector, Evse, Location, Vehicle } from "@voltmarg/contract";
import { asStated, fits, powerKw } from "@voltmarg/rules";
import { chargePower } from "../prices/lead-price.ts";
import { connectorName } from "../ui/drawings/connectors.ts";
import type { StatusKind } from "../ui/drawings/status-glyphs.ts";
import { ratedKw } from "../ui/format.ts";
import { unitCopy } from "../ui/copy.ts";
import { copy } from "./copy.ts";
import { stateCopy } from "./state-copy.ts";

/** A connector with its EVSE. */
export type Plug = { evse: Evse; connector: Connector };

/** Planned and removed EVSEs are not shown. */
export const plugsOf = (location: Location): Plug[] =>
  location.evses
    .filter((evse) => evse.status !== "PLANNED" && evse.status !== "REMOVED")
    .flatMap((evse) => evse.connectors.map((connector) => ({ evse, connector })));

export const plugKey = ({ evse, connector }: Plug) => `${evse.uid} ${connector.id}`;

/** The connector's own power, kW; null when not known. */
export const plugPower = (connector: Connector): number | null => powerKw(connector, null);

/** "CCS2, 60 kW"; without a known power only the name. */
export function plugTitle(connector: Connector): string {
  const power = plugPower(connector);
  const name = connectorName(connector.standard, power, connector.voltage);
  return power === null ? name : `${name}, ${ratedKw(power)}`;
}

/** The power the driver's vehicle can take, when that is less than the connector's; about, where its charges showed it. */
export function limitedPower(connector: Connector, vehicle: Vehicle | undefined): string | null {
  const power = plugPower(connector);
  const together = chargePower(connector, vehicle);
  const got = together === null ? null : Math.round(together * 10) / 10;
  if (power === null || got === null || got >= power) return null;
  const stated = vehicle && chargePower(connector, asStated(vehicle));
  return stated === together ? ratedKw(got) : copy.about(ratedKw(got));
}

export type PlugState = { kind: StatusKind; word: string; usable: boolean };

const STATES: Record<Evse["status"], Omit<PlugState, "word">> = {
  AVAILABLE: { kind: "available", usable: true },
  CHARGING: { kind: "busy", usable: false },
  BLOCKED: { kind: "busy", usable: false },
  RESERVED: { kind: "reserved", usable: false },
  INOPERATIVE: { kind: "fault", usable: false },
  OUTOFORDER: { kind: "fault", usable: false },
  PLANNED: { kind: "unknown", usable: false },
  REMOVED: { kind: "fault", usable: false },
  // It may work; the operator decides at the start.
  UNKNOWN: { kind: "unknown", usable: true },
};

/**
 * A connector has the status of its EVSE. No plug counts as free whose status is older than 15 minutes. One whose price
 * cannot be paid here is not usable.
 */
export function plugState({ evse, connector }: Plug, stale: boolean): PlugState {
  const status = stale ? "UNKNOWN" : evse.status;
  const usable = STATES[evse.status].usable && isPayable(connector);
  return { ...STATES[status], usable, word: stateCopy.plug[status] };
}

const isPayable = ({ foreign_currency }: Connector): boolean => foreign_currency === undefined;

/** The text in place of a price. */
export const noPrice = ({ foreign_currency }: Connector): string =>
  foreign_currency === undefined ? copy.priceUnknown : copy.priceForeign(foreign_currency);

/** "Charger 2" where the operator numbers them, else its label. */
export function chargerName(evse: Evse): string {
  const reference = evse.physical_reference ?? evse.evse_id ?? evse.uid;
  return /^\d{1,3}$/.test(reference) ? unitCopy.charger(reference) : reference;
}

const RANK: Record<StatusKind, number> = {
  available: 3,
  unknown: 2,
  busy: 1,
  reserved: 1,
  fault: 0,
  restricted: 0,
};

/**
 * Plugs from the best for a vehicle to the worst: what fits, what can be paid here, free before unknown before taken, then
 * the one that charges this vehicle fastest.
 */
export function bestFirst(plugs: readonly Plug[], vehicle: Vehicle | undefined): Plug[] {
  const rank = (plug: Plug): number[] => [
    fits(plug.connector, vehicle) ? 1 : 0,
    isPayable(plug.connector) ? 1 : 0,
    RANK[STATES[plug.evse.status].kind],
    chargePower(plug.connector, vehicle) ?? -1,
    plugPower(plug.connector) ?? -1,
  ];
  return plugs.toSorted((a, b) => {
    const [ra, rb] = [rank(a), rank(b)];
    const at = ra.findIndex((value, i) => value !== rb[i]);
    return at < 0 ? 0 : rb[at]! - ra[at]!;
  });
}

/** The plug a row shows. */
export const leadPlug = (location: Location, vehicle: Vehicle | undefined): Plug | null =>
  bestFirst(plugsOf(location), vehicle)[0] ?? null;
