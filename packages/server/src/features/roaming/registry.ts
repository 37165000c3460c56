import type { PartnerRecord, partners as routes, RouteOutput } from "@voltmarg/contract";
import { sameParty, type Party } from "@voltmarg/ocpi";
import { newId, newSecret } from "../../platform/ids.ts";
import { ourVersionsUrl, type Refusal } from "./register-partner.ts";
import { registeredClient } from "./circuit-breakers.ts";
import {
  findOperator,
  forgetRegistration,
  listAllOperators,
  listOperators,
  markRemoved,
  operatorNamed,
  ownPartyOf,
  putOperator,
  registeredAt,
  setIdentity,
  setIntroduction,
  setWaiting,
  tokenHash,
  type OperatorRow,
} from "./operators.store.ts";
import { assignParty, dropParties, partiesOf, partiesOfOthers } from "./parties.store.ts";
import { toRecord } from "./partner-record.ts";
import { registerWith, rotate } from "./register.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { sendCommand } from "./send-command.ts";
import { askSync, syncOperator } from "./sync.ts";

export type AddPartner = {
  name: string;
  kind: OperatorRow["kind"];
  versionsUrl: string | null;
  token: string | null;
  hosts?: readonly string[];
  tokenEncoding: OperatorRow["token_encoding"];
};
export type Added = {
  partner: PartnerRecord;
  introduction: { token: string; versions_url: string } | null;
};
/** STATE: not possible in the partner's present state; it was not called. */
type Answer<T> = Promise<
  | { ok: true; value: T }
  | Refusal
  | { ok: false; reason: "STATE"; message: string }
  | { ok: false; reason: "UNKNOWN" }
>;

const unknown = { ok: false, reason: "UNKNOWN" } as const;

/**
 * Adds a partner: registers with its token, or invites it with one of ours. A call with the same token returns the same
 * partner; a registered partner is not changed.
 */
export async function addPartner(
  deps: RoamingDeps,
  { versionsUrl, token, ...about }: AddPartner,
): Answer<Added> {
  if (versionsUrl !== null && token !== null) {
    const there = await registeredAt(deps.database.db, versionsUrl);
    if (there && there.introduced_with !== tokenHash(token))
      return notDone(
        `${there.name} is registered already at this address, and this is not the token it was added with: nothing was changed`,
      );
    const registered = await registerWith(deps, { ...about, versionsUrl, tokenA: token });
    if (!registered.ok) return registered;
    await syncOperator(deps, registered.operator.id, { whole: true });
    return {
      ok: true,
      value: { partner: await shown(deps, registered.operator.id), introduction: null },
    };
  }
  const { db } = deps.database;
  const at = deps.clock.now();
  const before = await operatorNamed(db, about.name);
  const known = before && (await findOperator(db, before.id));
  const waiting = known && !known.registered_at && !known.removed_at;
  if (known?.registered_at) return notDone("a partner of this name is registered");
  const operator = waiting
    ? known
    : await putOperator(db, { ...about, id: newId("opr", at), versionsUrl, at });
  if (!operator) return unknown;
  const introduction = newSecret();
  await setIntroduction(db, operator.id, introduction);
  return {
    ok: true,
    value: {
      partner: await shown(deps, operator.id),
      introduction: { token: introduction, versions_url: ourVersionsUrl(deps) },
    },
  };
}

export async function listPartners(
  deps: RoamingDeps,
  { removed }: { removed: boolean },
): Promise<PartnerRecord[]> {
  const operators = await (removed ? listAllOperators : listOperators)(deps.database.db);
  return Promise.all(
    operators.map(async (each) => toRecord(deps, each, await partiesOf(deps.database.db, each.id))),
  );
}

/** A partner by its id, its name or its OCPI party. */
export async function showPartner(deps: RoamingDeps, name: string): Promise<PartnerRecord | null> {
  const found = await operatorNamed(deps.database.db, name);
  return found && shown(deps, found.id);
}

export async function rotatePartner(deps: RoamingDeps, name: string): Answer<PartnerRecord> {
  const found = await operatorNamed(deps.database.db, name);
  if (!found) return unknown;
  const known = await showPartner(deps, found.id);
  if (known && known.state !== "REGISTERED") return notDone(NO_TOKENS[known.state]);
  const rotated = await rotate(deps, found.id);
  return rotated.ok ? { ok: true, value: await shown(deps, found.id) } : rotated;
}

export async function syncPartner(
  deps: RoamingDeps,
  name: string,
  whole: boolean,
): Answer<RouteOutput<typeof routes.syncPartner>["data"]> {
  const found = await operatorNamed(deps.database.db, name);
  if (!found) return unknown;
  const pulled = await syncOperator(deps, found.id, whole ? { whole } : {});
  if (!pulled.ok) return { ...pulled, reason: "UNREACHABLE" };
  const { ok: _, summary, ...counts } = pulled;
  return { ok: true, value: { partner: await shown(deps, found.id), ...counts, ...summary } };
}

/**
 * Ends a registration. The partner is informed if it can be reached. In any case its token becomes invalid
 * and its locations are closed. Refused while sessions are not settled, unless `force` ends them: no CDR can come
 * any more, and their holds are settled without one.
 */
export async function removePartner(
  deps: RoamingDeps,
  name: string,
  force: boolean,
): Answer<{ partner: PartnerRecord; told: boolean }> {
  const { db } = deps.database;
  const found = await operatorNamed(db, name);
  const operator = found && (await findOperator(db, found.id));
  if (!operator) return unknown;
  const { running, unbilled } = await deps.charges.unsettled(operator.id);
  if (!force && running + unbilled > 0) {
    const message = `Charges under way there: ${running}. Over, without a record yet: ${unbilled}. Wait for them, or remove it with force: they are stopped, and billed a day later by what it told of them.`;
    return { ok: false, reason: "REFUSED", message };
  }
  const toStop = await deps.charges.endAll(operator.id);
  // Sent while we can still call the partner. A stop that fails is the operator's loss.
  await Promise.all(
    toStop.map((charge) =>
      sendCommand(deps, {
        kind: "STOP_SESSION",
        commandId: newSecret(),
        operatorId: operator.id,
        ...charge,
      }),
    ),
  );
  const told = (await registeredClient(deps, operator)?.deleteCredentials())?.ok ?? false;
  const at = deps.clock.now();
  await deps.database.transact(async (tx) => {
    await forgetRegistration(tx, operator.id);
    await markRemoved(tx, operator.id, at);
    await dropParties(tx, operator.id);
  });
  await deps.events.onLocationsComplete(operator.id, new Date(at.getTime() + 1), []);
  return { ok: true, value: { partner: await shown(deps, operator.id), told } };
}

/** The waiting parties and name that the back office accepts. */
export type Accepted = { parties: readonly Party[]; name: boolean };

/**
 * Applies the back office's decision on a partner's claims. A party moves with its locations from the partner that
 * was removed, or from its hub. The party of a registered partner cannot be assigned: that partner must be removed first.
 */
export async function acceptClaims(
  deps: RoamingDeps,
  partner: string,
  { parties, name }: Accepted,
): Answer<PartnerRecord> {
  const found = await operatorNamed(deps.database.db, partner);
  if (!found) return unknown;
  let moved: { id: string }[] = [];
  const refused = await deps.database.transact(async (tx): Promise<Refusal | null> => {
    const operator = await findOperator(tx, found.id);
    const waiting = operator?.waiting;
    if (!operator || !waiting) return no("nothing of this partner waits");
    const wanted = parties.map((party) => waiting.parties.find((each) => sameParty(each, party)));
    if (wanted.includes(undefined)) return no("it does not ask for this party");
    if (name && waiting.name === null) return no("it does not ask for another name");
    const accepted = wanted.flatMap((each) => each ?? []);
    for (const other of await partiesOfOthers(tx, operator.id, accepted))
      if (other.is_main)
        return no(`${other.country_code}*${other.party_id} is the party of another partner`);
    moved = [];
    for (const each of accepted) moved.push(...(await assignParty(tx, operator.id, each)));
    const main = accepted.find(({ role }) => role === operator.kind);
    await setIdentity(tx, operator.id, {
      name: (name ? waiting.name : null) ?? operator.name,
      party: ownPartyOf(operator) ?? main ?? null,
    });
    const left = {
      parties: waiting.parties.filter((each) => !accepted.includes(each)),
      name: name ? null : waiting.name,
    };
    const isLeft = left.parties.length > 0 || left.name !== null;
    await setWaiting(tx, operator.id, isLeft ? left : null);
    await askSync(deps, tx, operator.id);
    return null;
  });
  if (!refused) await deps.events.onLocationsMoved(found.id, moved);
  return refused ?? { ok: true, value: await shown(deps, found.id) };
}

/** Why there is nothing to renew. */
const NO_TOKENS = {
  INVITED: "it was invited and has not introduced itself: it has no tokens to renew",
  INTRODUCING: "its introduction is not finished: it has no tokens to renew yet",
  LEFT: "it has ended its registration: add it anew",
  REMOVED: "it was removed: add it anew",
};

const notDone = (message: string) => ({ ok: false, reason: "STATE", message }) as const;
const no = (message: string): Refusal => ({ ok: false, reason: "REFUSED", message });

async function shown(deps: RoamingDeps, id: string): Promise<PartnerRecord> {
  const { db } = deps.database;
  const operator = await findOperator(db, id);
  if (!operator) throw new Error(`partner ${id} is gone`);
  return toRecord(deps, operator, await partiesOf(db, id));
}
