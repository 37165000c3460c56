import type { Location, Vehicle } from "@voltmarg/contract";
import { countPlugs, fits, pinState } from "@voltmarg/rules";

/**
 * A location as it is for a vehicle: counts and state are those of the plugs that fit, so that another free plug does not
 * make it free. Unchanged without a vehicle, and where no plug fits.
 */
export function forVehicle(
  location: Location,
  vehicle: Vehicle | undefined,
  now: number,
): Location {
  const evses = location.evses.flatMap((evse) => {
    const connectors = evse.connectors.filter((one) => fits(one, vehicle));
    return connectors.length > 0 ? [{ status: evse.status, connectors }] : [];
  });
  if (!vehicle || evses.length === 0) return location;
  const { total, available } = countPlugs(evses);
  const before = location.state_on_map;
  const state =
    before === "restricted" || before === "closed"
      ? before
      : pinState({
          restricted: false,
          isOpened: null,
          evseStatuses: evses.map(({ status }) => status),
          statusAgeSeconds: (now - Date.parse(location.updated_at)) / 1000,
        });
  return {
    ...location,
    totalConnectors: total,
    availableConnectors: available,
    state_on_map: state,
  };
}
