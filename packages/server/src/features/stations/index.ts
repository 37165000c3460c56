export type { Change } from "./change.ts";
export { createDrivers, type DriverFacts } from "./drivers.ts";
export { onEvsePatches, type EvseNews } from "./on-evse-patches.ts";
export { getPlug, type Plug } from "./get-plug.ts";
export { hideLocation, showLocation } from "./hide-location.ts";
export { setGstState } from "./hide-location.store.ts";
export { readOcpiLocation } from "./ocpi-locations.store.ts";
export { beginList, onEvse, onLocations, onPullComplete } from "./on-locations.ts";
export { PROOF_DAYS } from "./proof.ts";
export { readLastCharge } from "./proof.store.ts";
export { withoutEchoes } from "./confidence.ts";
export { positionOf } from "./position-of.ts";
export { FEWEST_STARTS, hoursBetween, proofSince } from "./proof.ts";
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
export { getLocation, listOffered, offeredTo } from "./show-locations.ts";
export type { CheckInEvidence, StartAttempt, StationsDeps } from "./stations-deps.ts";
export { type EvseRow, type LocationBody, type LocationRow } from "./stations.store.ts";
export { listStationsOfTrip } from "./stations-of-trip.ts";
export { createPictures } from "./pictures.ts";
export { pictureRoutes } from "./pictures.routes.ts";
export { stationsRoutes } from "./stations.routes.ts";
export {
  hoursOf,
  isKnown,
  plugParts,
  plugPowerKw,
  priceOfPlug,
  statusOf,
  type PlugPrice,
} from "./to-wire.ts";
export { restrictionsBy, mayView } from "./visibility.ts";
export { readWhitelist, type WhitelistEntry } from "./visibility.store.ts";
export { watchesRoutes } from "./watches.routes.ts";
export {
  placeNow,
  readChanged,
  readLocations,
  readIdSteps,
  readLocationsBetween,
  partyKey,
  readOperators,
  readTariffKeys,
  type Between,
  type ChangedRow,
  type IndexedEvse,
  type IndexedLocation,
  type OperatorNow,
  snapshotBelow,
  type Look,
  type Stored,
} from "./index-source.store.ts";
