import type { Connector, Evse, Location, Vehicle } from "@voltmarg/contract";
import { chargePowerKw, comparedPrice, powerKw, type PinState } from "@voltmarg/rules";
import type { Asked } from "./random-world.ts";

/** A plug as its station's page shows it. */
export type Shown = {
  evse: Evse;
  connector: Connector;
  /** Paise a kWh, all in, as the row says it; null: it says none. */
  perKwhMinor: number | null;
  vehicleKw: number | null;
};

/** All plugs of a location, in the service's order. */
export const plugsOf = (location: Location, vehicle: Vehicle, now: Date): Shown[] =>
  location.evses.flatMap((evse) =>
    evse.connectors.map((connector) => ({
      evse,
      connector,
      perKwhMinor: priceOf(connector, vehicle, location.time_zone, now),
      vehicleKw: chargePowerKw(connector, vehicle),
    })),
  );

function priceOf(connector: Connector, vehicle: Vehicle, zone: string, now: Date): number | null {
  if (!connector.tariff) return null;
  return comparedPrice(connector.tariff, { connector, vehicle }, zone, now)?.perKwhMinor ?? null;
}

const isThere = ({ evse: { status } }: Shown) => status !== "PLANNED" && status !== "REMOVED";

/** Whether a plug is of the kind and price asked for; written from the words of the filters, apart from the rules. */
export function isMeant({ connector, perKwhMinor }: Shown, asked: Asked): boolean {
  const { standard, power_type, power_range, price_max } = asked;
  if (standard !== undefined && !standard.split(",").includes(connector.standard)) return false;
  if (power_type === "DC" && connector.power_type !== "DC") return false;
  if (power_type === "AC" && connector.power_type === "DC") return false;
  if (price_max !== undefined && (perKwhMinor === null || perKwhMinor > price_max)) return false;
  if (power_range === undefined) return true;
  const [least, most] = power_range.split("-");
  const kw = powerKw(connector, null);
  return kw !== null && kw >= Number(least) && (most === "" || kw <= Number(most));
}

const asksPlug = ({ standard, power_type, power_range, price_max, status }: Asked) =>
  [standard, power_type, power_range, price_max, status].some((one) => one !== undefined);

const hasStatus = (plug: Shown, { status }: Asked) =>
  status === undefined ? isThere(plug) : status.split(",").includes(plug.evse.status);

/** Whether a station is to be found. */
export const isFound = (location: Location, plugs: readonly Shown[], asked: Asked): boolean =>
  (asked.open_now === undefined || location.isOpened === true) &&
  (!asksPlug(asked) || plugs.some((plug) => isMeant(plug, asked) && hasStatus(plug, asked)));

/** What a pin says of a station: state, free plugs, plugs. */
export function pinOf(
  location: Location,
  plugs: readonly Shown[],
  asked: Asked,
): { state: PinState; free: number; total: number } {
  const meant = plugs.filter((plug) => isMeant(plug, asked) && isThere(plug));
  const statuses = meant.map(({ evse }) => evse.status);
  const free = statuses.filter((status) => status === "AVAILABLE").length;
  const isBroken = statuses.filter((status) => status === "OUTOFORDER").length;
  const taken = ["CHARGING", "BLOCKED", "RESERVED"];
  const isTaken = statuses.filter((status) => taken.includes(status)).length;
  const total = statuses.length;
  const state =
    location.isOpened === false
      ? "closed"
      : total === 0
        ? "unknown"
        : isBroken === total
          ? "fault"
          : free > 0
            ? "available"
            : isBroken + isTaken === total
              ? "busy"
              : "unknown";
  return { state, free, total };
}
