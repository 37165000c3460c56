export { syncIndex } from "./search-index/sync-index.ts";
export type { StationSearchDeps } from "./station-search-deps.ts";
export { stationListRoutes, stationSearchRoutes } from "./station-search.routes.ts";
