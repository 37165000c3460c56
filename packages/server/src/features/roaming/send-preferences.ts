import { sameId, type ChargingPreferences, type Party } from "@voltmarg/ocpi";
import { registeredClient } from "./circuit-breakers.ts";
import { findOperator } from "./operators.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { addresseeOf } from "./send-command.ts";

export type PreferencesOrder = {
  operatorId: string;
  /** The party that runs the location. */
  party: Party;
  /** The operator's own ids. */
  locationId: string;
  evseUid: string;
  sessionId: string;
  preferences: ChargingPreferences;
};

/**
 * Sends a driver's charging preferences for a running session, if the EVSE supports them. Returns the
 * operator's response: ACCEPTED, NOT_POSSIBLE and so on; UNKNOWN without an answer.
 */
export async function sendPreferences(
  deps: RoamingDeps,
  { operatorId, party, locationId, evseUid, sessionId, preferences }: PreferencesOrder,
): Promise<string> {
  const location = await deps.events.readLocation(party, locationId);
  const evse = location?.evses?.find(({ uid }) => sameId(uid, evseUid));
  if (!evse?.capabilities?.includes("CHARGING_PREFERENCES_CAPABLE")) return "NOT_SUPPORTED";
  const operator = await findOperator(deps.database.db, operatorId);
  const to = addresseeOf(operator, party);
  const client = registeredClient(deps, operator, to ? { to } : {});
  const answer = await client?.setChargingPreferences(sessionId, preferences);
  const said = answer?.ok ? answer.data : "UNKNOWN";
  deps.logger.info({ operator: operatorId, session: sessionId, said }, "charging preferences");
  return said;
}
