import type { StationsDeps } from "../stations/index.ts";
import type { SearchIndex } from "./search-index/sync-index.ts";

export type SearchDeps = StationsDeps & { search: Pick<SearchIndex, "ready"> };
