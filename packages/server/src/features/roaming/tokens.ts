import {
  done,
  missing,
  refuse,
  sameId,
  sameParty,
  statusCodes,
  writeDateTime,
  type AuthorizationInfo,
  type EmspHandlers,
  type LocationReferences,
  type Party,
  type Token,
} from "@voltmarg/ocpi";
import { newId } from "../../platform/ids.ts";
import { insertAuthorization } from "./authorizations.store.ts";
import { startsOf } from "./commands.store.ts";
import type { OperatorPeer } from "./counterparties.ts";
import type { DriverToken, RoamingDeps } from "./roaming-deps.ts";

const TYPE = "APP_USER";

/** A driver as an OCPI Token, which says nothing of the driver but its uid. OCPI recommends whitelist NEVER for app users. */
export function tokenOf(
  deps: RoamingDeps,
  driver: Omit<DriverToken, "changedAt" | "userId"> & { changedAt?: Date },
): Token {
  const { countryCode, partyId, name } = deps.party;
  const short = driver.uid.replace(/\W|_/g, "").toUpperCase().slice(-20);
  return {
    country_code: countryCode,
    party_id: partyId,
    uid: driver.uid,
    type: TYPE,
    contract_id: `${countryCode}-${partyId}-${short}`.slice(0, 36),
    issuer: name,
    valid: driver.valid,
    whitelist: "NEVER",
    last_updated: writeDateTime(driver.changedAt ?? deps.clock.now()),
  };
}

/** OCPI mod_tokens, sender: what operators must know in advance, and whether a driver may charge now. */
export function tokensSender(deps: RoamingDeps): NonNullable<EmspHandlers<OperatorPeer>["tokens"]> {
  return {
    // Drivers of an app are never listed: the token in a start is all that an operator gets.
    list: () => ({ items: [], total: 0 }),
    authorize: async ({ peer, from }, uid, type, place) => {
      const driver = sameId(type, TYPE) ? await deps.drivers.find(peer.operatorId, uid) : null;
      if (!driver) return missing("no such token", statusCodes.unknownToken);
      if (!place)
        return refuse(statusCodes.notEnoughInformation, "name the location it is asked for");
      // LocationReferences has no party: behind a hub the routing headers say which party asks.
      const asker = from && peer.own && !sameParty(from, peer.own) ? from : null;
      const answer = await decide(deps, { operatorId: peer.operatorId, asker }, driver, place);
      const at = deps.clock.now();
      await insertAuthorization(deps.database.db, {
        id: newId("aut", at),
        operatorId: peer.operatorId,
        userId: driver.userId,
        allowed: answer.allowed,
        reference: answer.authorization_reference ?? null,
        locationId: place.location_id,
        evseUids: place.evse_uids ?? [],
        at,
      });
      return done(answer);
    },
  };
}

/**
 * Allowed only for a session that we started at that location and that is neither over nor to be stopped, with its
 * reference: its hold exists. Without one the token is not allowed, since no money is held for it. Operators must not
 * learn what is in the wallet: the answer does not depend on it. As OCPI says, opening hours and statuses are not checked.
 */
async function decide(
  deps: RoamingDeps,
  { operatorId, asker }: { operatorId: string; asker: Party | null },
  driver: DriverToken,
  place: LocationReferences,
): Promise<AuthorizationInfo> {
  const token = tokenOf(deps, driver);
  const no = (allowed: AuthorizationInfo["allowed"], text: string): AuthorizationInfo => ({
    allowed,
    token,
    info: { language: "en", text },
  });
  if (!driver.valid) return no("BLOCKED", "This account is closed.");
  const open = await deps.charges.mayRun(driver.userId, operatorId);
  const starts = await startsOf(deps.database.db, driver.userId, operatorId, open);
  const start = starts.find(
    ({ country_code, party_id, location_id, evse_uid }) =>
      (!asker ||
        country_code === null ||
        party_id === null ||
        sameParty(asker, { country_code, party_id })) &&
      location_id !== null &&
      evse_uid !== null &&
      sameId(location_id, place.location_id) &&
      (!place.evse_uids?.length || place.evse_uids.some((uid) => sameId(uid, evse_uid))),
  );
  if (start) {
    return {
      allowed: "ALLOWED",
      token,
      location: { location_id: start.location_id!, evse_uids: [start.evse_uid!] },
      authorization_reference: start.session_id,
    };
  }
  return no("NOT_ALLOWED", "Start this charge in the app.");
}
