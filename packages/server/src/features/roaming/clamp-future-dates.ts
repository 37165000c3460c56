import { writeDateTime } from "@voltmarg/ocpi";
import type { RoamingDeps } from "./roaming-deps.ts";

/** How far a partner's clock may be ahead of ours before its dates are clamped. */
const MOST_AHEAD_MS = 24 * 3_600_000;

type Dated = { last_updated: string };
/** An object with `last_updated`: a location has dated EVSEs, an EVSE has dated connectors. */
type Nested = { evses?: Dated[]; connectors?: Dated[] };

/**
 * A change dated far in the future would win over every correct one after it. It counts as of now, and so does each part
 * with a date of its own.
 */
export function clampFutureDates<T extends Dated>(deps: Pick<RoamingDeps, "clock">, object: T): T {
  const now = deps.clock.now().getTime();
  const { evses, connectors } = object as Nested;
  const parts = {
    ...(evses ? { evses: evses.map((evse) => clampFutureDates(deps, evse)) } : {}),
    ...(connectors
      ? { connectors: connectors.map((connector) => clampFutureDates(deps, connector)) }
      : {}),
  };
  const isNear = Date.parse(object.last_updated) - now <= MOST_AHEAD_MS;
  if (isNear && !evses && !connectors) return object;
  return { ...object, ...parts, ...(isNear ? {} : { last_updated: writeDateTime(now) }) };
}
