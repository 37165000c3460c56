import { sameParty, type ClientInfo, type Party } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import { foldName } from "./fold-name.ts";
import {
  findOperator,
  namesOfOthers,
  ownPartyOf,
  setWaiting,
  type ClaimedParty,
  type OperatorRow,
  type Waiting,
} from "./operators.store.ts";
import { partiesOf, partiesOfOthers, putClient } from "./parties.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

/**
 * Divides what a partner says of itself into what holds at once and what waits for the back office. At its introduction it may
 * name parties and a name that nobody here has or had; a hub may name such parties at any time. Everything else waits: a
 * party of somebody else, also of one that was removed, a further party, another name, a name like one that is known.
 */
export async function divideClaims(
  tx: Tx,
  operator: OperatorRow,
  claimed: { parties: readonly ClaimedParty[]; main: Party; name: string },
): Promise<{ parties: ClaimedParty[]; name: string; waiting: Waiting | null }> {
  const known = await partiesOf(tx, operator.id);
  const main = ownPartyOf(operator);
  const isTaken = main === null || (await partiesOfOthers(tx, operator.id, [main])).length > 0;
  const own = isTaken ? known : [...known, main];
  const foreign = await partiesOfOthers(tx, operator.id, claimed.parties);
  const isIntroduction = main === null && known.length === 0;
  const isIn = (list: readonly Party[], party: Party) =>
    list.some((each) => sameParty(each, party));
  const holds = (party: Party) =>
    isIn(own, party) || ((isIntroduction || operator.kind === "HUB") && !isIn(foreign, party));
  const parties = claimed.parties.filter(holds);
  // Who names a party that waits in place of its own keeps its own meanwhile.
  if (!isTaken && !holds(claimed.main) && !isIn(parties, main))
    parties.push({ ...main, role: operator.kind, name: operator.name });
  const waitingParties = claimed.parties.filter((party) => !holds(party));

  const isNamedSo = claimed.name === operator.name;
  const taken = (await namesOfOthers(tx, operator.id)).map(foldName);
  const isFree = isIntroduction && !taken.includes(foldName(claimed.name));
  const name = isFree ? claimed.name : operator.name;
  const waitingName = isNamedSo || isFree ? null : claimed.name;
  const waiting =
    waitingParties.length > 0 || waitingName !== null
      ? { parties: waitingParties, name: waitingName }
      : null;
  return { parties, name, waiting };
}

/**
 * Takes what a hub says of a client. False: the party is another partner's, or was one's that has been removed; that
 * one waits for the back office.
 */
export async function storeHubClient(
  deps: RoamingDeps,
  hubId: string,
  client: ClientInfo,
): Promise<boolean> {
  const { db } = deps.database;
  const others = await partiesOfOthers(db, hubId, [client]);
  if (others.length === 0) return putClient(db, hubId, client);
  if (others.some(({ removed }) => !removed)) return false;
  const { country_code, party_id, role } = client;
  const hub = await findOperator(db, hubId);
  const waiting = hub?.waiting ?? { parties: [], name: null };
  if (!waiting.parties.some((each) => sameParty(each, client))) {
    const parties = [...waiting.parties, { country_code, party_id, role, name: party_id }];
    await setWaiting(db, hubId, { ...waiting, parties });
  }
  return false;
}
