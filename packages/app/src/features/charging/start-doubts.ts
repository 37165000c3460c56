import type { Connector, Location, Vehicle } from "@voltmarg/contract";
import { fits } from "@voltmarg/rules";
import { kmFrom } from "../../locations/location-text.ts";
import { isFar } from "../../locations/far.ts";
import type { Place } from "../../map/camera.ts";

/** Why a driver is asked once more before a start. */
export type StartDoubt = { kind: "far"; km: number } | { kind: "no-fit"; vehicle: Vehicle };

/** What speaks against starting here: the driver is elsewhere, the plug does not fit. Both may be known wrongly. */
export function startDoubts(of: {
  location: Location;
  connector: Connector;
  vehicle: Vehicle | undefined;
  me: Place | null;
}): StartDoubt[] {
  const { location, connector, vehicle, me } = of;
  const km = me && kmFrom(location, me);
  return [
    ...(km !== null && isFar(km) ? [{ kind: "far", km } as const] : []),
    ...(vehicle && !fits(connector, vehicle) ? [{ kind: "no-fit", vehicle } as const] : []),
  ];
}
