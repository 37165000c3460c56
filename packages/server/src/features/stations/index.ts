export { createDrivers } from "./drivers.ts";
export { onEvsePatches, type EvseNews } from "./on-evse-patches.ts";
export { getPlug, type Plug } from "./get-plug.ts";
export { partyOfLocation, readOcpiLocation } from "./ocpi-locations.store.ts";
export { onEvse, onLocations, onPullComplete } from "./on-locations.ts";
export { keepInStep } from "./search-index/keep-in-step.ts";
export type { StationsDeps } from "./stations-deps.ts";
export { stationListRoutes, stationsRoutes } from "./stations.routes.ts";
export { watchesRoutes } from "./watches.routes.ts";
