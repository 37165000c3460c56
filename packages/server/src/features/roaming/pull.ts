import {
  sameParty,
  writeDateTime,
  type Failure,
  type OcpiClient,
  type Page,
  type Party,
  type Rejected,
  type Result,
} from "@voltmarg/ocpi";
import { registeredClient } from "./lines.ts";
import { findOperator, noteContact, ownPartyOf, type OperatorRow } from "./operators.store.ts";
import { takeClient } from "./claims.ts";
import { partiesOf } from "./parties.store.ts";
import type { RoamingDeps, Unreadable } from "./roaming-deps.ts";
import { notePull, noteSeen } from "./sync.store.ts";
import { takeSession } from "./take-session.ts";
import { tame } from "./tame.ts";
import { noteUnread } from "./unread.store.ts";

export type PullResult =
  | { ok: true; locations: number; tariffs: number; closed: number }
  | { ok: false; message: string };

/** A partner as a pull needs it. */
type Source = { operator: OperatorRow; client: OcpiClient; parties: Party[] };

async function sourceOf(deps: RoamingDeps, operatorId: string): Promise<Source | null> {
  const operator = await findOperator(deps.database.db, operatorId);
  const client = registeredClient(deps, operator);
  if (!operator || !client) return null;
  if (operator.kind === "HUB") await pullClients(deps, operator, client);
  const own = ownPartyOf(operator);
  const parties = await partiesOf(deps.database.db, operatorId);
  return { operator, client, parties: own ? [own, ...parties] : parties };
}

/** Whether something belongs to a partner: it must not speak for anybody else's party. */
const ownOf =
  ({ parties }: Source) =>
  (object: Party) =>
    parties.some((party) => sameParty(party, object));

/** The parties behind a hub, which is the only one to know them. */
async function pullClients(deps: RoamingDeps, hub: OperatorRow, client: OcpiClient): Promise<void> {
  for await (const page of client.getClientInfos()) {
    if (!page.ok) return void failed(deps, hub, "hub clients", page);
    for (const each of page.data.items)
      if (!(await takeClient(deps, hub.id, tame(deps, each))))
        deps.logger.error({ operator: hub.id, client: each }, "a hub claims a party of another");
  }
}

/**
 * Pulls a partner's tariffs and locations: what changed since an instant, or without one everything, and then what the
 * lists do not name is gone. Pull heals what push lost.
 */
export async function pullCatalogue(
  deps: RoamingDeps,
  operatorId: string,
  since?: Date,
): Promise<PullResult> {
  const source = await sourceOf(deps, operatorId);
  if (!source) return { ok: false, message: "the partner is not registered" };
  const { operator, client } = source;
  const startedAt = deps.clock.now();
  const query = since ? { date_from: writeDateTime(since) } : {};
  const own = ownOf(source);
  const seen = newestSeen(deps);

  const kept: (Party & { id: string })[] = [];
  const unreadableTariffs: Unreadable[] = [];
  for await (const page of client.getTariffs(query)) {
    if (!page.ok) return failed(deps, operator, "tariffs", page);
    const tariffs = page.data.items.filter(own).map((each) => seen.note(tame(deps, each)));
    kept.push(...tariffs);
    unreadableTariffs.push(...idsOf(page.data.rejected));
    await takeEach(deps, operator, "tariff", tariffs, (some) => deps.news.onTariffs(some));
    logRejected(deps, operator, "tariff", page.data.rejected);
  }
  if (!since) {
    for (const party of source.parties) {
      const ids = kept.filter((each) => sameParty(each, party)).map(({ id }) => id);
      const unread = unreadableTariffs.filter(
        (each) => !each.party || sameParty(each.party, party),
      );
      await deps.news.onTariffsComplete(party, [...ids, ...unread.map(({ id }) => id)]);
    }
  }

  let locations = 0;
  const unreadable: Unreadable[] = [];
  for await (const page of client.getLocations(query)) {
    if (!page.ok) return failed(deps, operator, "locations", page);
    const found = page.data.items.filter(own).map((each) => seen.note(tame(deps, each)));
    locations += found.length;
    const broken = await takeEach(deps, operator, "location", found, (some) =>
      deps.news.onLocations(operatorId, some),
    );
    unreadable.push(...broken, ...idsOf(page.data.rejected));
    logRejected(deps, operator, "location", page.data.rejected);
  }
  const closed = since ? 0 : await deps.news.onLocationsComplete(operatorId, startedAt, unreadable);
  await notePull(deps.database.db, operatorId, {
    startedAt,
    whole: !since,
    seen: seen.newest() ?? (since ? null : startedAt),
    at: deps.clock.now(),
  });
  return { ok: true, locations, tariffs: kept.length, closed };
}

/** The newest change a list named, never later than now. */
function newestSeen(deps: RoamingDeps) {
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

/** What the list names but nobody can read is not gone: it stays as it was known. */
const idsOf = (rejected: readonly Rejected[]): Unreadable[] =>
  rejected.flatMap(({ id, party = null }) => (id === undefined ? [] : { id, party }));

/** Stores a page at once. Where that breaks, each by itself: one that cannot be stored keeps no other back. */
async function takeEach<T extends Party & { id: string }>(
  deps: RoamingDeps,
  operator: OperatorRow,
  what: string,
  page: readonly T[],
  take: (some: readonly T[]) => Promise<void>,
): Promise<Unreadable[]> {
  try {
    await take(page);
    return [];
  } catch (error) {
    deps.logger.warn({ err: error, operator: operator.id }, `a page broke: each ${what} by itself`);
  }
  const broken: Unreadable[] = [];
  for (const each of page) {
    try {
      await take([each]);
    } catch (error) {
      deps.logger.error({ err: error, operator: operator.id, id: each.id }, `${what}: one broke`);
      const { country_code, party_id } = each;
      broken.push({ id: each.id, party: { country_code, party_id } });
    }
  }
  return broken;
}

function failed(
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

function logRejected(
  deps: RoamingDeps,
  operator: OperatorRow,
  what: string,
  rejected: readonly Rejected[],
) {
  for (const { id, message } of rejected)
    deps.logger.warn({ operator: operator.id, id, message }, `unreadable ${what} skipped`);
}

/** SOME: the list was read, and one at least of it could not be taken. FAILED: the list could not be read. */
export type Brought = "ALL" | "SOME" | "FAILED";

/** Brings a partner's sessions changed since an instant. */
export function pullSessions(deps: RoamingDeps, operatorId: string, since: Date): Promise<Brought> {
  return pullEach(deps, operatorId, "sessions", {
    pages: (client) => client.getSessions({ date_from: writeDateTime(since) }),
    take: (session) => {
      const party = { country_code: session.country_code, party_id: session.party_id };
      return takeSession(deps, operatorId, party, session);
    },
    unread: async (rejected, untaken) => {
      if (rejected.length + untaken > 0)
        await noteUnread(deps.database.db, operatorId, deps.clock.now());
    },
  });
}

/** Brings a partner's charge records made since an instant. */
export function pullCdrs(deps: RoamingDeps, operatorId: string, since: Date): Promise<Brought> {
  return pullEach(deps, operatorId, "cdrs", {
    pages: (client) => client.getCdrs({ date_from: writeDateTime(since) }),
    take: (cdr) => deps.news.onCdr(operatorId, cdr),
    unread: async (rejected) => {
      for (const { raw, message } of rejected)
        await deps.news.onUnreadCdr(operatorId, { text: JSON.stringify(raw), why: message });
    },
  });
}

/**
 * Hands every object of a list on; one of another party is not taken. One that breaks is tried again at the end, and
 * keeps neither the others back nor the window open: the next pull begins after it all the same.
 */
async function pullEach<T extends Party & { id: string; last_updated: string }>(
  deps: RoamingDeps,
  operatorId: string,
  what: "sessions" | "cdrs",
  list: {
    pages(client: OcpiClient): AsyncIterable<Result<Page<T>>>;
    take(item: T): Promise<unknown>;
    /** Hears what could not be read, and how many besides were not taken. */
    unread(rejected: readonly Rejected[], untaken: number): Promise<unknown>;
  },
): Promise<Brought> {
  const source = await sourceOf(deps, operatorId);
  if (!source) return "FAILED";
  const seen = newestSeen(deps);
  const broken: T[] = [];
  let brought: Brought = "ALL";
  for await (const page of list.pages(source.client)) {
    if (!page.ok) {
      failed(deps, source.operator, what, page);
      return "FAILED";
    }
    logRejected(deps, source.operator, what, page.data.rejected);
    // What nobody could read may have been about any charge.
    if (page.data.rejected.length > 0) brought = "SOME";
    const own = page.data.items.filter(ownOf(source));
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
      deps.logger.error({ err: error, operator: operatorId, id: item.id }, `${what}: one broke`);
      brought = "SOME";
      await list.unread([], 1);
    }
  }
  // Without a database this throws, and the window stays where it was.
  await noteSeen(deps.database.db, operatorId, what, seen.newest());
  await noteContact(deps.database.db, operatorId, deps.clock.now());
  return brought;
}
