import { findKnownDriver } from "../features/accounts/index.ts";
import { otherPlace, readCdr, readInvoice, type createBilling } from "../features/billing/index.ts";
import { driverOfToken, tokenUidOf, type createCharging } from "../features/charging/index.ts";
import {
  beginList,
  onEvse,
  onLocations,
  onPullComplete,
  readOcpiLocation,
} from "../features/stations/index.ts";
import type { createRoaming } from "../features/roaming/index.ts";
import {
  onTariffListComplete,
  onTariffRemoved,
  onTariffs,
  readOcpiTariff,
  whyUnpriced,
} from "../features/tariffs/index.ts";
import type { FeatureParts } from "./service-parts.ts";
import type { wireStations } from "./wire-stations.ts";

type RoamingDeps = Parameters<typeof createRoaming>[0];
type RoamingEvents = RoamingDeps["events"];

/** Drivers as the tokens that operators know them by. */
export const driversAsTokens = ({
  database: { db },
  clock,
}: FeatureParts): RoamingDeps["drivers"] => ({
  find: async (operatorId, uid) => {
    const driver = await findKnownDriver(db, await driverOfToken(db, operatorId, uid));
    return driver && { ...driver, uid };
  },
  uidAt: (operatorId, userId) => tokenUidOf(db, { operatorId, userId, at: clock.now() }),
});

/** Hands what operators push and answer over OCPI to the feature that is responsible for it. */
export function wireRoamingEvents(
  { database, metrics }: FeatureParts,
  stations: ReturnType<typeof wireStations>,
  charging: () => ReturnType<typeof createCharging>["api"],
  billing: () => ReturnType<typeof createBilling>["api"],
): RoamingEvents {
  const { deps, search, writeStatus } = stations;
  const { db } = database;
  return {
    onLocations: (operatorId, locations, asked) => onLocations(deps, operatorId, locations, asked),
    beginList: (listWinsBefore) => beginList(deps, listWinsBefore),
    onLocationsComplete: (operatorId, startedAt, unreadable) =>
      onPullComplete(deps, operatorId, startedAt, unreadable),
    onLocationsMoved: (operatorId, moved) =>
      search.changed(
        operatorId,
        moved.map(({ id }) => ({ id, freed: [] })),
      ),
    onPartiesChanged: search.partiesChanged,
    onEvse: (party, locationId, evse) => onEvse(deps, party, locationId, evse),
    onEvsePatch: async (patch) => {
      const visible = metrics.pushToVisible.startTimer({ what: "status" });
      const { known, published } = await writeStatus(patch);
      await published;
      visible();
      return known;
    },
    readLocation: (party, locationId) => readOcpiLocation(db, party, locationId),
    readTariff: (party, id) => readOcpiTariff(db, party, id),
    onTariffs: (tariffs) => onTariffs(deps, tariffs).then(search.tariffsChanged),
    whyUnpriced: (tariff) => whyUnpriced(tariff as Parameters<typeof whyUnpriced>[0]),
    onTariffsComplete: (party, kept) =>
      onTariffListComplete(deps, party, kept).then(search.tariffsChanged),
    onTariffRemoved: (party, id) => onTariffRemoved(deps, party, id).finally(search.tariffsChanged),
    onSession: (operatorId, update) => {
      const visible = metrics.pushToVisible.startTimer({ what: "session" });
      return charging()
        .onSession(operatorId, update)
        .finally(() => void visible());
    },
    onCdr: (operatorId, cdr) => billing().onCdr(operatorId, cdr),
    otherPlace: (cdr) => otherPlace(db, cdr),
    onUnreadCdr: (operatorId, came) => billing().onUnreadCdr(operatorId, came),
    readCdr: (operatorId, id) => readCdr(db, operatorId, id),
    onInvoice: (operatorId, record) => billing().onInvoice(operatorId, record),
    readInvoice: (operatorId, owner, id) => readInvoice(db, operatorId, owner, id),
    onInvoiceRemoved: (operatorId, owner, id) => billing().onInvoiceRemoved(operatorId, owner, id),
    onCommand: (update) => charging().onCommand(update),
  };
}
