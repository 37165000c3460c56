import type { Connector, Evse, Location, Tariff } from "@voltmarg/contract";
import { getTariff } from "../tariffs/index.ts";
import { getLocation, whyNotShown } from "./show-locations.ts";
import type { StationsDeps } from "./stations-deps.ts";
import { findLocation } from "./stations.store.ts";
import { priceOfPlug } from "./to-wire.ts";

export type Plug = {
  station: Location;
  evse: Evse;
  /** With the retail tariff for this driver. */
  connector: Connector;
  /**
   * The operator's own version of the same tariff, read at the same time; the same object if no retail rule changes it.
   */
  operatorTariff: Tariff | null;
  operatorId: string;
  party: { country_code: string; party_id: string };
  /** The operator's own id of the location. */
  ocpiLocationId: string;
};

/** One plug of a location as this driver sees it, with the operator's ids. */
export async function getPlug(
  deps: StationsDeps,
  userId: string,
  at: { locationId: string; evseUid: string; connectorId: string },
): Promise<Plug | "LOCATION_HIDDEN" | "LOCATION_NOT_FOUND" | "CONNECTOR_NOT_FOUND"> {
  const station = await getLocation(deps, userId, at.locationId, null);
  const row = station && (await findLocation(deps.database.db, at.locationId));
  if (!row) return whyNotShown(deps, userId, at.locationId);
  const evse = station.evses.find((e) => e.uid === at.evseUid);
  const connector = evse?.connectors.find((c) => c.id === at.connectorId);
  if (!evse || !connector) return "CONNECTOR_NOT_FOUND";
  const { operator_id: operatorId, country_code, party_id, ocpi_id: ocpiLocationId } = row;
  const operatorTariff =
    connector.tariff_id === null ? null : await getTariff(deps.database.db, connector.tariff_id);
  const sell = await deps.retail.sellerTo(await deps.customerTypeOf(userId));
  return {
    station,
    evse,
    connector: {
      ...connector,
      tariff_id: operatorTariff?.id ?? null,
      // The tariff's currency may have changed since the location was read.
      ...(operatorTariff &&
        priceOfPlug([operatorTariff.id], () => sell(operatorTariff, operatorId))),
    },
    operatorTariff,
    operatorId,
    party: { country_code, party_id },
    ocpiLocationId,
  };
}
