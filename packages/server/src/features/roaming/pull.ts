import {
  sameParty,
  writeDateTime,
  type Failure,
  type Found,
  type OcpiClient,
  type Page,
  type Party,
  type Rejected,
  type Result,
} from "@voltmarg/ocpi";
import { registeredClient } from "./circuit-breakers.ts";
import { findOperator, noteContact, ownPartyOf, type OperatorRow } from "./operators.store.ts";
import { storeHubClient } from "./evse-claims.ts";
import { partiesOf } from "./parties.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { setSeenUntil, type Pulled } from "./sync.store.ts";
import { receiveSession } from "./receive-session.ts";
import { clampFutureDates } from "./clamp-future-dates.ts";
import { createTally, type Tally } from "./count-findings.ts";
import { markUnreadable } from "./unreadable-sessions.store.ts";
import { takeCdr } from "./take-cdr.ts";

/** A partner with its client and parties, for one pull. */
export type Source = { operator: OperatorRow; client: OcpiClient; parties: Party[]; tally: Tally };

export async function sourceOf(
  deps: RoamingDeps,
  operatorId: string,
  tally: Tally,
): Promise<Source | null> {
  const operator = await findOperator(deps.database.db, operatorId);
  const hub =
    operator?.kind === "HUB" ? registeredClient(deps, operator, { onFindings: tally.note }) : null;
  if (operator && hub) await pullClients(deps, operator, hub);
  const own = operator && ownPartyOf(operator);
  const others = await partiesOf(deps.database.db, operatorId);
  const parties = own ? [own, ...others] : others;
  // A hub itself has no charger.
  const owners = hub ? others.filter((each) => !own || !sameParty(each, own)) : parties;
  const [first] = owners;
  const owner = first && owners.every((each) => sameParty(each, first)) ? first : undefined;
  const client = registeredClient(deps, operator, {
    owner: owner && { country_code: owner.country_code, party_id: owner.party_id },
    onFindings: tally.note,
  });
  if (!operator || !client) return null;
  deps.onPull(operator.name);
  return { operator, client, parties, tally };
}

/** The objects of a page that belong to the partner's parties. Others become findings. */
export function ownItems<T extends Party & { id: string }>(
  deps: RoamingDeps,
  { operator, parties, tally }: Source,
  module: string,
  { items, rejected }: Page<T>,
): T[] {
  const own = items.filter((each) => parties.some((party) => sameParty(party, each)));
  const foreign = items.filter((each) => !own.includes(each));
  tally.listed(module, items.length + rejected.length);
  tally.refused(module, foreign.length + rejected.length);
  for (const { country_code, party_id, id } of foreign)
    tally.note(
      deps.findings.refuse(operator.id, {
        module,
        object: `${country_code}/${party_id}/${id}`,
        message: "of a party this operator does not speak for",
        raw: JSON.stringify({ country_code, party_id, id }),
      }),
    );
  return own;
}

/** Pulls the parties behind a hub. Only the hub has this list. */
async function pullClients(deps: RoamingDeps, hub: OperatorRow, client: OcpiClient): Promise<void> {
  for await (const page of client.getClientInfos()) {
    if (!page.ok) return void failed(deps, hub, "hub clients", page);
    for (const each of page.data.items)
      if (!(await storeHubClient(deps, hub.id, clampFutureDates(deps, each)))) {
        deps.logger.error({ operator: hub.id, client: each }, "a hub claims a party of another");
        deps.findings.refuse(hub.id, {
          module: "hubclientinfo",
          object: `${each.country_code}/${each.party_id}`,
          message: "a party of another partner",
          raw: JSON.stringify(each),
        });
      }
  }
}

/** Collects the newest `last_updated` of a list, never later than now. */
export function newestSeen(deps: RoamingDeps) {
  const now = deps.clock.now().getTime();
  let newest = -Infinity;
  return {
    note: <T extends { last_updated: string }>(object: T): T => {
      newest = Math.max(newest, Math.min(now, Date.parse(object.last_updated)));
      return object;
    },
    newest: () => (Number.isFinite(newest) ? new Date(newest) : null),
  };
}

/** Adds a finding for an object that was read and could not be stored. */
export function noteNotStored(
  deps: RoamingDeps,
  { operator, tally }: Source,
  module: string,
  { country_code, party_id, id }: Party & { id: string },
  error: unknown,
): void {
  deps.logger.error({ err: error, operator: operator.id, id }, `${module}: one broke`);
  tally.refused(module, 1);
  const object = `${country_code}/${party_id}/${id}`;
  tally.note(deps.findings.refuse(operator.id, { module, object, message: "could not be stored" }));
}

export function failed(
  deps: RoamingDeps,
  operator: OperatorRow,
  what: string,
  failure: Failure,
): { ok: false; message: string } {
  const message = `${what}: ${failure.message}`;
  deps.logger.warn(
    { operator: operator.id, reason: failure.reason, status: failure.status },
    `pull failed: ${message}`,
  );
  return { ok: false, message };
}

export function logRejected(
  deps: RoamingDeps,
  operator: OperatorRow,
  what: string,
  rejected: readonly Rejected[],
) {
  for (const { id, message } of rejected)
    deps.logger.warn({ operator: operator.id, id, message }, `unreadable ${what} skipped`);
}

/** SOME: the list was read, but at least one object could not be stored. FAILED: the list could not be read. */
export type PullOutcome = "ALL" | "SOME" | "FAILED";

/** Pulls a partner's sessions that changed since an instant. */
export function pullSessions(
  deps: RoamingDeps,
  operatorId: string,
  since: Date,
  tally = createTally(),
): Promise<PullOutcome> {
  return pullEach(deps, operatorId, "sessions", tally, {
    pages: (client) => client.getSessions({ date_from: writeDateTime(since) }),
    take: async (session) => {
      const party = { country_code: session.country_code, party_id: session.party_id };
      const { isOurs } = await receiveSession(deps, operatorId, party, session);
      if (isOurs) return;
      tally.refused("sessions", 1);
      tally.note(refuseUnknownSession(deps, operatorId, session));
    },
    unread: async (rejected, untaken) => {
      if (rejected.length + untaken > 0)
        await markUnreadable(deps.database.db, operatorId, deps.clock.now());
    },
  });
}

/** Adds a finding for a session that matches no start and no stored session of ours. */
export function refuseUnknownSession(
  deps: RoamingDeps,
  operatorId: string,
  { country_code, party_id, id }: Party & { id: string },
): Found {
  return deps.findings.refuse(operatorId, {
    module: "sessions",
    object: `${country_code}/${party_id}/${id}`,
    message: "session of nobody we know",
  });
}

/** Pulls a partner's CDRs made since an instant. */
export function pullCdrs(
  deps: RoamingDeps,
  operatorId: string,
  since: Date,
  tally = createTally(),
): Promise<PullOutcome> {
  return pullEach(deps, operatorId, "cdrs", tally, {
    pages: (client) => client.getCdrs({ date_from: writeDateTime(since) }),
    take: (cdr) => takeCdr(deps, operatorId, cdr),
    unread: async (rejected) => {
      for (const { raw, message } of rejected)
        await deps.events.onUnreadCdr(operatorId, { text: JSON.stringify(raw), why: message });
    },
  });
}

export const TOO_MANY_CDRS = "too many CDRs: send them in several records";

/** Pulls what an operator says stands on its invoices since an instant; null: since ever. Nothing, where it offers no list. */
export async function pullInvoices(
  deps: RoamingDeps,
  { id, endpoints }: OperatorRow,
  since: Date | null,
  tally: Tally,
): Promise<void> {
  const module = "invoicereconciliation";
  if (!endpoints?.some(({ identifier, role }) => identifier === module && role === "SENDER"))
    return;
  await pullEach(deps, id, module, tally, {
    pages: (client) => client.getInvoices(since ? { date_from: writeDateTime(since) } : {}),
    take: async (record) => {
      if ((await deps.events.onInvoice(id, clampFutureDates(deps, record))) !== "TOO_MANY") return;
      tally.refused(module, 1);
      const object = `${record.country_code}/${record.party_id}/${record.id}`;
      tally.note(deps.findings.refuse(id, { module, object, message: TOO_MANY_CDRS }));
    },
    unread: async () => {},
  });
}

/**
 * Passes every object of a list to `take`, except those of other partners' parties. One that fails is retried at the end.
 * It blocks neither the other objects nor the progress: the next pull begins after it.
 */
async function pullEach<T extends Party & { id: string; last_updated: string }>(
  deps: RoamingDeps,
  operatorId: string,
  what: Pulled,
  tally: Tally,
  list: {
    pages(client: OcpiClient): AsyncIterable<Result<Page<T>>>;
    take(item: T): Promise<unknown>;
    /** Called with the unreadable objects, and the number of others that were not stored. */
    unread(rejected: readonly Rejected[], untaken: number): Promise<unknown>;
  },
): Promise<PullOutcome> {
  const source = await sourceOf(deps, operatorId, tally);
  if (!source) return "FAILED";
  const seen = newestSeen(deps);
  const broken: T[] = [];
  let brought: PullOutcome = "ALL";
  for await (const page of list.pages(source.client)) {
    if (!page.ok) {
      failed(deps, source.operator, what, page);
      return "FAILED";
    }
    logRejected(deps, source.operator, what, page.data.rejected);
    // An unreadable object may belong to any session.
    if (page.data.rejected.length > 0) brought = "SOME";
    const own = ownItems(deps, source, what, page.data);
    await list.unread(page.data.rejected, page.data.items.length - own.length);
    for (const item of own) {
      seen.note(item);
      await list.take(item).catch(() => broken.push(item));
    }
  }
  for (const item of broken) {
    try {
      await list.take(item);
    } catch (error) {
      noteNotStored(deps, source, what, item, error);
      brought = "SOME";
      await list.unread([], 1);
    }
  }
  // Without a database this throws, and the next pull begins at the same time as this one.
  await setSeenUntil(deps.database.db, operatorId, what, seen.newest());
  await noteContact(deps.database.db, operatorId, deps.clock.now());
  return brought;
}
