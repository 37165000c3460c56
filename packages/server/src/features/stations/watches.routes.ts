import { stations } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { ocpiData } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import type { StationsDeps } from "./stations-deps.ts";
import { seeNotice, unwatch, watchesOf, watchStation } from "./watches.ts";

export function watchesRoutes({ mount }: Mount, deps: StationsDeps): void {
  const wrap = <T>(value: T) => done(ocpiData(value, deps.clock.now()));

  mount(stations.listWatches, async ({ params }) => wrap(await watchesOf(deps, params.userId)));
  mount(stations.watchStation, async ({ params, body }) => {
    const made = await watchStation(deps, params.userId, body);
    return typeof made === "string" ? refuse(made) : wrap(made);
  });
  mount(stations.unwatchStation, async ({ params }) =>
    (await unwatch(deps, params.userId, params.id))
      ? wrap({ id: params.id })
      : refuse("WATCH_NOT_FOUND"),
  );
  mount(stations.seeNotice, async ({ params }) => {
    await seeNotice(deps, params.userId, params.id);
    return wrap({ id: params.id });
  });
}
