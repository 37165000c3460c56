/** The search index alone, for the programs that measure it. */
export * from "../../server/src/features/stations/search-index/index.ts";
