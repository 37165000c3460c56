import { sameParty, type ClientInfo, type Party } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import { foldName } from "./fold-name.ts";
import {
  namesOfOthers,
  ownPartyOf,
  type ClaimedParty,
  type OperatorRow,
  type Waiting,
} from "./operators.store.ts";
import {
  findParty,
  moveLocations,
  partiesOf,
  partiesOfOthers,
  putClient,
} from "./parties.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

/**
 * Divides the parties and the name that a partner claims into those that apply at once and those that wait for the back
 * office. At its first registration it may claim parties and a name that nobody here has; a hub may claim such parties at
 * any time. Everything else waits: a party of another partner; an additional party; another name; a name similar to a
 * known one. What a removed partner had is free.
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
  const isAllowed = (party: Party) =>
    isIn(own, party) || ((isIntroduction || operator.kind === "HUB") && !isIn(foreign, party));
  const parties = claimed.parties.filter(isAllowed);
  // A partner whose claimed main party waits keeps its present one until then.
  if (!isTaken && !isAllowed(claimed.main) && !isIn(parties, main))
    parties.push({ ...main, role: operator.kind, name: operator.name });
  const waitingParties = claimed.parties.filter((party) => !isAllowed(party));

  const isSameName = claimed.name === operator.name;
  const taken = (await namesOfOthers(tx, operator.id)).map(foldName);
  const isFree = isIntroduction && !taken.includes(foldName(claimed.name));
  const name = isFree ? claimed.name : operator.name;
  const waitingName = isSameName || isFree ? null : claimed.name;
  const waiting =
    waitingParties.length > 0 || waitingName !== null
      ? { parties: waitingParties, name: waitingName }
      : null;
  return { parties, name, waiting };
}

/** Stores a hub's client. False: the party belongs to another partner. */
export async function storeHubClient(
  deps: RoamingDeps,
  hubId: string,
  client: ClientInfo,
): Promise<boolean> {
  const { db } = deps.database;
  const others = await partiesOfOthers(db, hubId, [client]);
  if (others.length > 0) return false;
  const known = await findParty(db, client);
  if (!known) await moveLocations(db, hubId, client);
  const put = await putClient(db, hubId, client);
  if (put && put.is_unreachable !== (known?.is_unreachable ?? false))
    deps.events.onPartiesChanged();
  return put !== null;
}
