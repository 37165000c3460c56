import type { Connector, Evse, Location } from "@voltmarg/contract";
import { getStation, type StationsDeps } from "./find-stations.ts";
import { findLocation } from "./stations.store.ts";

export type Plug = {
  station: Location;
  evse: Evse;
  connector: Connector;
  operatorId: string;
  party: { country_code: string; party_id: string };
  /** The operator's own id of the location. */
  ocpiLocationId: string;
};

/** One plug of a station as this driver sees it, with what its operator calls it. */
export async function getPlug(
  deps: StationsDeps,
  userId: string,
  at: { locationId: string; evseUid: string; connectorId: string },
): Promise<Plug | "LOCATION_NOT_FOUND" | "CONNECTOR_NOT_FOUND"> {
  const station = await getStation(deps, userId, at.locationId, null);
  const row = station && (await findLocation(deps.database.db, at.locationId));
  if (!row) return "LOCATION_NOT_FOUND";
  const evse = station.evses.find((e) => e.uid === at.evseUid);
  const connector = evse?.connectors.find((c) => c.id === at.connectorId);
  if (!evse || !connector) return "CONNECTOR_NOT_FOUND";
  const { operator_id: operatorId, country_code, party_id, ocpi_id: ocpiLocationId } = row;
  return {
    station,
    evse,
    connector,
    operatorId,
    party: { country_code, party_id },
    ocpiLocationId,
  };
}
