import type { Judge } from "@voltmarg/ocpi";
import { judgeDates } from "./clamp-future-dates.ts";
import { judgePower } from "./judge-power.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

/** Findings in readable objects: what of them counts differently from what was sent. */
export function judgeOf(deps: Pick<RoamingDeps, "clock">): Judge {
  const ofDates = judgeDates(deps);
  return (schema, data) => [...judgePower(schema, data), ...ofDates(schema, data)];
}
