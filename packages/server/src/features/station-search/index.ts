export type { SearchDeps } from "./search-deps.ts";
export { syncIndex } from "./search-index/sync-index.ts";
export { searchRoutes } from "./station-search.routes.ts";
export { findStationsForTrip } from "./stations-for-trip.ts";
