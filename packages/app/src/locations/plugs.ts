import type { Connector, Evse, Location, Vehicle } from "@voltmarg/contract";
import { asStated, isThere, powerKw } from "@voltmarg/rules";
import { chargePower } from "../prices/lead-price.ts";
import { connectorName } from "../ui/drawings/connectors.ts";
import type { StatusKind } from "../ui/drawings/status-glyphs.ts";
import { kw } from "../ui/format.ts";
import { unitCopy } from "../ui/copy.ts";
import { copy } from "./copy.ts";
import { stateCopy } from "./state-copy.ts";

/** A connector with its EVSE. */
export type Plug = { evse: Evse; connector: Connector };

/** All of them, planned ones too, in the service's order. */
export const everyPlugOf = (location: Location): Plug[] =>
  location.evses.flatMap((evse) => evse.connectors.map((connector) => ({ evse, connector })));

/** Planned and removed EVSEs are not shown. */
export const plugsOf = (location: Location): Plug[] =>
  everyPlugOf(location).filter(({ evse }) => isThere(evse.status));

export const plugKey = ({ evse, connector }: Plug) => `${evse.uid} ${connector.id}`;

/** The connector's own power, kW; null when not known. */
export const plugPower = (connector: Connector): number | null => powerKw(connector, null);

/** "CCS2, 60 kW"; without a known power only the name. */
export function plugTitle(connector: Connector): string {
  const power = plugPower(connector);
  const name = connectorName(connector.standard, power, connector.voltage);
  return power === null ? name : `${name}, ${ratedKw(power)}`;
}

/** 60 kW, 7.4 kW: without a decimal that is zero. */
export const ratedKw = (value: number): string =>
  Number.isInteger(value) ? `${value}\u00a0kW` : kw(value).replace(" ", "\u00a0");

/** The power that the vehicle can take, if less than the connector's; "about" if it was measured in earlier sessions. */
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
 * A connector has the status of its EVSE. A plug whose status is older than 15 minutes does not count as free. A plug
 * whose price is in another currency is not usable.
 */
export function plugState({ evse, connector }: Plug, stale: boolean): PlugState {
  const status = stale ? "UNKNOWN" : evse.status;
  const usable = STATES[evse.status].usable && isPayable(connector);
  return { ...STATES[status], usable, word: stateCopy.plug[status] };
}

export const isPayable = ({ foreign_currency }: Connector): boolean =>
  foreign_currency === undefined;

/** The text in place of a price. */
export const noPrice = ({ foreign_currency }: Connector): string =>
  foreign_currency === undefined ? copy.priceUnknown : copy.priceForeign(foreign_currency);

/** "Charger 2" where the operator numbers them, else its label. */
export function chargerName(evse: Evse): string {
  const reference = evse.physical_reference ?? evse.evse_id ?? evse.uid;
  return /^\d{1,3}$/.test(reference) ? unitCopy.charger(reference) : reference;
}
