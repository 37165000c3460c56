import { stations } from "@voltmarg/contract";
import type { MountBytes } from "../../platform/http/bytes.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { ocpiData } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import { countByState } from "./count-by-state.ts";
import { findAlongRoute, readRoute } from "./find-along-route.ts";
import { listPins } from "./list-pins.ts";
import type { SearchDeps } from "./search-deps.ts";
import { searchLocations } from "./search-locations.ts";
import { readSearch } from "./search-wish.ts";

const wrong = (path: string, message: string) =>
  refuse("INVALID_INPUT", { extra: { errors: [{ path, rule: "WRONG", message }] } });
const WRONG_POWER = wrong("power_range", "Two numbers of kW, as 15-99.");

/** Lists and map pins, which the index writes as bytes, and the count of locations by state. */
export function searchRoutes({ mount }: Mount, mountBytes: MountBytes, deps: SearchDeps): void {
  mountBytes(stations.searchLocations, async ({ query, caller, hasCopy }) => {
    const wish = readSearch(query);
    return wish ? searchLocations(deps, caller.userId, wish, hasCopy) : WRONG_POWER;
  });

  mountBytes(stations.listPins, async ({ query, caller, hasCopy }) => {
    const wish = readSearch({ ...query, page_no: 0, page_size: 1, distance: 0 });
    return wish ? listPins(deps, caller.userId, query, wish, hasCopy) : WRONG_POWER;
  });

  mountBytes(stations.findAlongRoute, async ({ body, caller, hasCopy }) => {
    const wish = readSearch(body);
    if (!wish) return WRONG_POWER;
    const route = readRoute(body.polyline, body.points);
    if (!route) return wrong("polyline", "A route of at most 10,000 points and 4,000 km.");
    return (
      (await findAlongRoute(deps, caller.userId, route, wish, hasCopy)) ?? refuse("UNAVAILABLE")
    );
  });

  mount(stations.countLocationsByState, async () => {
    const counted = await countByState(deps);
    return counted ? done(ocpiData(counted, deps.clock.now())) : refuse("UNAVAILABLE");
  });
}
