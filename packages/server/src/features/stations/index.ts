export { stationsRoutes } from "./stations.routes.ts";
export { getPlug, type Plug } from "./get-plug.ts";
export { partyOfLocation, readOcpiLocation } from "./ocpi-locations.ts";
export { onEvse, onEvsePatch, onLocations, onPullComplete } from "./on-locations.ts";
export type { StationsDeps } from "./find-stations.ts";
