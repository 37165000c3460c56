import { trips } from "@voltmarg/contract";
import { done } from "../../platform/http/problem.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { inTurn } from "../../platform/in-turn.ts";
import { getReach } from "./get-reach.ts";
import { deleteKept, getKept, listKept, updateKept, type KeepDeps } from "./keep-trips.ts";
import { getShared, type ShowDeps } from "./show-trip.ts";
import { planTrip, type PlanDeps } from "./plan-trip.ts";
import { planWay } from "./plan-way.ts";
import { tripBattery, type BatteryDeps } from "./trip-battery.ts";

export function tripsRoutes(
  { mount }: Mount,
  deps: PlanDeps & KeepDeps & ShowDeps & BatteryDeps,
): void {
  // One of each driver at a time: who asks twelve times at once does not hold up the others.
  const planInTurn = inTurn((userId, asked: Parameters<typeof planTrip>[2]) =>
    planTrip(deps, userId, asked),
  );
  mount(trips.planTrip, ({ body, caller }) => planInTurn(caller.userId, body));
  mount(trips.planWay, ({ body, caller }) => planWay(deps, caller.userId, body));
  mount(trips.getReach, ({ query, caller }) => getReach(deps, caller.userId, query));
  mount(trips.listTrips, async ({ caller: { userId } }) => {
    const kept = await listKept(deps, userId);
    return done({ data: { trips: kept, battery: await tripBattery(deps, userId) } });
  });
  mount(trips.getTrip, ({ params, caller }) => getKept(deps, caller.userId, params.id));
  mount(trips.updateTrip, ({ params, body, caller }) =>
    updateKept(deps, caller.userId, params.id, body),
  );
  mount(trips.deleteTrip, ({ params, caller }) => deleteKept(deps, caller.userId, params.id));
  mount(trips.getSharedTrip, ({ params }) => getShared(deps, params.key));
}
