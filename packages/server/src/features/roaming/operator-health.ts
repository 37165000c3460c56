import type { OperatorHealth } from "@voltmarg/contract";
import { STALE_SECONDS } from "@voltmarg/rules";
import type { Queryable } from "../../platform/database/database.ts";
import { listOperators, type OperatorRow } from "./operators.store.ts";
import { allParties, type PartyRow } from "./parties.store.ts";

/**
 * How a registered partner is; null: it is not registered. Whatever says of an operator how it is takes it from here. A
 * cause goes before what follows from it: one whose calls all fail is silent too.
 */
export function healthOf(
  o: OperatorRow,
  parties: readonly PartyRow[],
  now: Date,
): OperatorHealth | null {
  if (!o.registered_at || o.removed_at) return null;
  for (const state of ["REJECTED", "FAILING"] as const) {
    const since = Object.values(o.failing).flatMap((each) => (each.is === state ? each.since : []));
    if (since.length > 0) return { state, since: since.toSorted()[0]! };
  }
  const clients = parties.filter(({ role, status }) => role === "CPO" && status !== null);
  if (clients.length > 0 && clients.every((each) => each.is_unreachable)) {
    const since = clients.map(({ last_updated }) => last_updated!.toISOString());
    return { state: "SUSPENDED", since: since.toSorted().at(-1)! };
  }
  const heard = heardAt(o);
  const isSilent = (now.getTime() - heard.getTime()) / 1000 > STALE_SECONDS;
  return isSilent
    ? { state: "SILENT", since: heard.toISOString() }
    : { state: "HEALTHY", since: null };
}

/** Its last word; before the first one, its registration. */
const heardAt = ({ last_contact_at, registered_at, created_at }: OperatorRow): Date =>
  last_contact_at ?? registered_at ?? created_at;

/** Registered partners with their health, the one heard longest ago first. */
export async function listHealth(
  on: Queryable,
  now: Date,
): Promise<{ id: string; name: string; heard: Date; health: OperatorHealth }[]> {
  const parties = Map.groupBy(await allParties(on), ({ operator_id }) => operator_id);
  return (await listOperators(on))
    .flatMap((each) => {
      const health = healthOf(each, parties.get(each.id) ?? [], now);
      return health ? { id: each.id, name: each.name, heard: heardAt(each), health } : [];
    })
    .toSorted((a, b) => a.heard.getTime() - b.heard.getTime());
}
