export type { Change, NewStatus } from "./change.ts";
export { createDrivers, type DriverFacts } from "./drivers.ts";
export { onEvsePatches, type EvseNews } from "./on-evse-patches.ts";
export { getPlug, type Plug } from "./get-plug.ts";
export { hideLocation, showLocation } from "./hide-location.ts";
export { setGstState } from "./hide-location.store.ts";
export { partyOfLocation, readOcpiLocation } from "./ocpi-locations.store.ts";
export { beginList, onEvse, onLocations, onPullComplete } from "./on-locations.ts";
export { PROOF_DAYS } from "./proof.ts";
export { readLastCharge } from "./proof.store.ts";
export { withoutEchoes } from "./confidence.ts";
export { positionOf } from "./position-of.ts";
export {
  FEWEST_STARTS,
  hoursBetween,
  listedProof,
  orderProof,
  proofsOf,
  proofSince,
} from "./proof.ts";
export {
  countStart,
  keepLastCharge,
  proofsChanged,
  readAllProofs,
  readStationProofs,
  type Outcome as StartOutcome,
  type ProofFigures,
} from "./proof.store.ts";
export { usuallyFree } from "./usually-free.ts";
export { usuallyUsed } from "./usually-used.ts";
export { forgetIntervals, rollUpHours } from "./roll-up-hours.ts";
export {
  byLocation,
  getLocation,
  listOffered,
  offeredTo,
  show,
  viewFor,
  whoIs,
} from "./show-locations.ts";
export { favouriteIds } from "./favourites.store.ts";
export type { CheckInEvidence, StartAttempt, StationsDeps } from "./stations-deps.ts";
export {
  evsesOf,
  versionNow,
  type EvseRow,
  type LocationBody,
  type LocationRow,
} from "./stations.store.ts";
export { listStationsOfTrip, type Evidence } from "./stations-of-trip.ts";
export { createPictures } from "./pictures.ts";
export { pictureRoutes } from "./pictures.routes.ts";
export { stationsRoutes } from "./stations.routes.ts";
export {
  asKnown,
  factsOf,
  hoursOf,
  isKnown,
  plugParts,
  plugPowerKw,
  priceOfPlug,
  stateOf,
  statusOf,
  type PlugPrice,
  type View,
} from "./to-wire.ts";
export { restrictionsBy, mayView } from "./visibility.ts";
export { readWhitelist, type WhitelistEntry } from "./visibility.store.ts";
export { watchesRoutes } from "./watches.routes.ts";
export {
  changedSince,
  changesEnded,
  readLocations,
  readIdSteps,
  readLocationsBetween,
  partyKey,
  readOperators,
  readTariffKeys,
  versionsBetween,
  markNow,
  type Mark,
  type Summed,
  type Versions,
  type Between,
  type ChangedRow,
  type IndexedEvse,
  type IndexedLocation,
  type OperatorNow,
  type Stored,
} from "./index-source.store.ts";
