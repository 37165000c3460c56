/** The search index by itself, for the programs that measure it. */
export * from "../../server/src/features/station-search/search-index/index.ts";
