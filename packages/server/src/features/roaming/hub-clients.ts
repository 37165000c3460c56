import {
  done,
  missing,
  refuse,
  statusCodes,
  writeDateTime,
  type EmspHandlers,
} from "@voltmarg/ocpi";
import { storeHubClient } from "./evse-claims.ts";
import { findParty } from "./parties.store.ts";
import type { OperatorPeer } from "./counterparties.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { clampFutureDates } from "./clamp-future-dates.ts";

/** OCPI 2.2.1 mod_hub_client_info, receiver: the parties behind a hub, and whether the hub can reach them. */
export function hubClients(
  deps: RoamingDeps,
  onChanged: () => void,
): NonNullable<EmspHandlers<OperatorPeer>["clients"]> {
  const { db } = deps.database;
  return {
    get: async ({ peer }, party) => {
      const found = await findParty(db, party);
      if (found?.operator_id !== peer.operatorId || found.status === null)
        return missing("no such client");
      return done({
        country_code: found.country_code,
        party_id: found.party_id,
        role: found.role,
        status: found.status,
        last_updated: writeDateTime(found.last_updated ?? deps.clock.now()),
      });
    },
    put: async ({ peer }, client) => {
      if (peer.kind !== "HUB") return missing("this is for hubs");
      const us = `${deps.party.countryCode}/${deps.party.partyId}`.toLowerCase();
      // A hub lists us among its clients too. That does not let it write for our party.
      if (`${client.country_code}/${client.party_id}`.toLowerCase() === us) return done();
      if (!(await storeHubClient(deps, peer.operatorId, clampFutureDates(deps, client))))
        return refuse(statusCodes.invalidParameters, "this party belongs to another partner");
      onChanged();
      return done();
    },
  };
}
