export { createDrivers } from "./driver-facts.ts";
export { onEvsePatches, type EvseNews } from "./on-evse-patches.ts";
export { getPlug, type Plug } from "./get-plug.ts";
export { partyOfLocation, readOcpiLocation } from "./ocpi-locations.store.ts";
export { askedNow, onEvse, onLocations, onPullComplete } from "./on-locations.ts";
export type { StationsDeps } from "./stations-deps.ts";
export { createPictures } from "./pictures.ts";
export { pictureRoutes } from "./pictures.routes.ts";
export { stationsRoutes } from "./stations.routes.ts";
export { watchesRoutes } from "./watches.routes.ts";

// For station-search and station-reports: locations as they are stored, shown and restricted.
export type { DriverFacts } from "./driver-facts.ts";
export {
  changedSince,
  readLocations,
  readOperators,
  readPlaces,
  readTariffKeys,
  readWhitelist,
  type OperatorNow,
  type Stored,
  type WhitelistEntry,
} from "./index-source.store.ts";
export { positionOf } from "./position-of.ts";
export { byLocation, getStation, show, viewFor, whoIs } from "./show-locations.ts";
export {
  countStates,
  evsesOf,
  favouriteIds,
  findAll,
  findInBox,
  findInCells,
  versionNow,
  type Change,
  type EvseRow,
  type LocationRow,
} from "./stations.store.ts";
export {
  asKnown,
  factsOf,
  hoursOf,
  physicalOf,
  plugParts,
  plugPowerKw,
  priceOfPlug,
  STALE_SECONDS,
  stateOf,
  statusOf,
  type PlugPrice,
  type View,
} from "./to-wire.ts";
export { restrictionsBy, sees } from "./visibility.ts";
