import { trips } from "@voltmarg/contract";
import type { Database } from "../../platform/database/database.ts";
import { done } from "../../platform/http/problem.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { deleteKept, getKept, getShared, listKept, updateKept } from "./keep-trips.ts";
import { planTrip, type PlanDeps } from "./plan-trip.ts";

export function tripsRoutes({ mount }: Mount, deps: PlanDeps & { database: Database }): void {
  mount(trips.planTrip, ({ body, caller }) => planTrip(deps, caller.userId, body));
  mount(trips.listTrips, async ({ caller }) =>
    done({ data: { trips: await listKept(deps, caller.userId), battery: null } }),
  );
  mount(trips.getTrip, ({ params, caller }) => getKept(deps, caller.userId, params.id));
  mount(trips.updateTrip, ({ params, body, caller }) =>
    updateKept(deps, caller.userId, params.id, body),
  );
  mount(trips.deleteTrip, ({ params, caller }) => deleteKept(deps, caller.userId, params.id));
  mount(trips.getSharedTrip, ({ params }) => getShared(deps, params.key));
}
