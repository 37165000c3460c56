import { sameParty, type Party } from "@voltmarg/ocpi";
import { withTimeout } from "../../platform/deadline.ts";
import { registeredClient } from "./circuit-breakers.ts";
import { findOperator, noteContact } from "./operators.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { clampFutureDates } from "./clamp-future-dates.ts";

/**
 * Requests one location from a partner and stores it. False: no usable answer in time; an answer that
 * comes later is stored too.
 */
export async function pullLocation(
  deps: RoamingDeps,
  operatorId: string,
  at: { party: Party; id: string },
  budgetMs: number,
): Promise<boolean> {
  const operator = await findOperator(deps.database.db, operatorId);
  const client = registeredClient(deps, operator, { to: at.party, owner: at.party });
  if (!operator || !client) return false;
  const asking = client.getLocation(at.id).then(async (answer) => {
    if (!answer.ok || !sameParty(answer.data, at.party)) return false;
    if (answer.data.id.toLowerCase() !== at.id.toLowerCase()) return false;
    await noteContact(deps.database.db, operatorId, deps.clock.now());
    await deps.events.onLocations(operatorId, [clampFutureDates(deps, answer.data)]);
    return true;
  });
  return withTimeout(
    budgetMs,
    asking.catch((error: unknown) => {
      deps.logger.warn({ err: error, operator: operatorId, id: at.id }, "could not be asked");
      return false;
    }),
    false,
  );
}
