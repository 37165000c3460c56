import type { Connector, CustomerType, Evse, Location, Tariff, Vehicle } from "@voltmarg/contract";
import { getTariff } from "../tariffs/index.ts";
import { viewFor, whyNotShown, type Who } from "./show-locations.ts";
import { helpPhoneOf } from "./site.ts";
import type { StationsDeps } from "./stations-deps.ts";
import { evsesOf, findLocation } from "./stations.store.ts";
import { priceOfPlug, toWire } from "./to-wire.ts";
import { mayView } from "./visibility.ts";

/** Who wants to charge, as the caller has just read it. */
export type Buyer = Who & { customerType: CustomerType; vehicle: Vehicle | null };

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
  /** Whom a driver there may call: the station's help, else its operator. */
  phone: string | null;
  /** Its hub cannot reach the party. */
  isUnreachable: boolean;
  /** The operator's own id of the location. */
  ocpiLocationId: string;
};

/** One plug of a location as this driver sees it, with the operator's ids. */
export async function getPlug(
  deps: StationsDeps,
  buyer: Buyer,
  at: { locationId: string; evseUid: string; connectorId: string },
): Promise<Plug | "LOCATION_HIDDEN" | "LOCATION_NOT_FOUND" | "CONNECTOR_NOT_FOUND"> {
  const { db } = deps.database;
  const row = await findLocation(db, at.locationId);
  if (!row || !(row.publish || mayView(buyer, row)))
    return whyNotShown(deps, buyer.userId, at.locationId);
  const evses = await evsesOf(db, [row.id]);
  const facts = { ...buyer, favourites: new Set<string>() };
  const station = toWire(row, evses, await viewFor(deps, buyer, null, [row], evses, { facts }));
  const evse = station.evses.find((e) => e.uid === at.evseUid);
  const connector = evse?.connectors.find((c) => c.id === at.connectorId);
  if (!evse || !connector) return "CONNECTOR_NOT_FOUND";
  const { operator_id: operatorId, country_code, party_id, ocpi_id: ocpiLocationId } = row;
  const operatorTariff =
    connector.tariff_id === null ? null : await getTariff(db, connector.tariff_id);
  const sell = await deps.retail.sellerTo(buyer.customerType);
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
    phone: helpPhoneOf(row) ?? row.operator_phone,
    isUnreachable: row.is_unreachable,
    ocpiLocationId,
  };
}
