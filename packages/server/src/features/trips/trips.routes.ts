import { trips } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { planTrip, type PlanDeps } from "./plan-trip.ts";

export function tripsRoutes({ mount }: Mount, deps: PlanDeps): void {
  mount(trips.planTrip, ({ body, caller }) => planTrip(deps, caller.userId, body));
}
