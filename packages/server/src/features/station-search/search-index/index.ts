export { passes, plugTest } from "./facets.ts";
export { find, type Query } from "./find.ts";
export { openIndex } from "./open-index.ts";
export type { LocationIndex } from "./location-index.ts";
