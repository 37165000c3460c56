import { type Finding, type Judge, reading, writeDateTime } from "@voltmarg/ocpi";
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
  const isNear = !isFuture(object, now);
  if (isNear && !evses && !connectors) return object;
  return { ...object, ...parts, ...(isNear ? {} : { last_updated: writeDateTime(now) }) };
}

const isFuture = ({ last_updated }: Dated, now: number) =>
  Date.parse(last_updated) - now > MOST_AHEAD_MS;

/** Findings for the dates that `clampFutureDates` corrects. A CDR's, which never changes, is not. */
export const judgeDates =
  ({ clock }: Pick<RoamingDeps, "clock">): Judge =>
  (schema, data) =>
    schema === reading.cdr ? [] : futureDates(data as Dated, clock.now().getTime(), "");

function futureDates(object: Partial<Dated> & Nested, now: number, path: string): Finding[] {
  const { last_updated, evses = [], connectors = [] } = object;
  const own =
    last_updated !== undefined && isFuture({ last_updated }, now)
      ? [
          {
            path: `${path}last_updated`,
            message: "in the future, read as now",
            outcome: "READ_AS" as const,
            raw: JSON.stringify(last_updated),
          },
        ]
      : [];
  return [
    ...own,
    ...evses.flatMap((evse, nth) => futureDates(evse, now, `${path}evses.${nth}.`)),
    ...connectors.flatMap((each, nth) => futureDates(each, now, `${path}connectors.${nth}.`)),
  ];
}
