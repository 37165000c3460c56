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
import { findOperator, noteContact, type OperatorRow } from "./operators.store.ts";
import { partiesOf, putClient } from "./parties.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { notePull, noteSeen } from "./sync.store.ts";
import { tame } from "./tame.ts";
import { keepSession } from "./told-sessions.store.ts";

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
  const own = { country_code: operator.country_code!, party_id: operator.party_id! };
  return { operator, client, parties: [own, ...(await partiesOf(deps.database.db, operatorId))] };
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
      if (!(await putClient(deps.database.db, hub.id, tame(deps, each))))
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
  const unreadableTariffs: string[] = [];
  for await (const page of client.getTariffs(query)) {
    if (!page.ok) return failed(deps, operator, "tariffs", page);
    const tariffs = page.data.items.filter(own).map((each) => seen.note(tame(deps, each)));
    kept.push(...tariffs);
    unreadableTariffs.push(...idsOf(page.data.rejected));
    await deps.news.onTariffs(tariffs);
    logRejected(deps, operator, "tariff", page.data.rejected);
  }
  if (!since) {
    for (const party of source.parties) {
      const ids = kept.filter((each) => sameParty(each, party)).map(({ id }) => id);
      await deps.news.onTariffsComplete(party, [...ids, ...unreadableTariffs]);
    }
  }

  let locations = 0;
  const unreadable: string[] = [];
  for await (const page of client.getLocations(query)) {
    if (!page.ok) return failed(deps, operator, "locations", page);
    const found = page.data.items.filter(own).map((each) => seen.note(tame(deps, each)));
    locations += found.length;
    await deps.news.onLocations(operatorId, found);
    unreadable.push(...idsOf(page.data.rejected));
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
const idsOf = (rejected: readonly Rejected[]) => rejected.flatMap(({ id }) => id ?? []);

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

/** Brings a partner's sessions changed since an instant. False: not all of them could be brought. */
export function pullSessions(deps: RoamingDeps, operatorId: string, since: Date): Promise<boolean> {
  return pullEach(deps, operatorId, "sessions", {
    pages: (client) => client.getSessions({ date_from: writeDateTime(since) }),
    take: async (session) => {
      await keepSession(deps.database.db, operatorId, session);
      const party = { country_code: session.country_code, party_id: session.party_id };
      return deps.news.onSession(operatorId, { party, id: session.id, whole: true, session });
    },
  });
}

/** Brings a partner's charge records made since an instant. False: not all of them could be brought. */
export function pullCdrs(deps: RoamingDeps, operatorId: string, since: Date): Promise<boolean> {
  return pullEach(deps, operatorId, "cdrs", {
    pages: (client) => client.getCdrs({ date_from: writeDateTime(since) }),
    take: (cdr) => deps.news.onCdr(operatorId, cdr),
  });
}

/** Hands every object of a list on. One that breaks does not keep the others back; one of another party is not taken. */
async function pullEach<T extends Party & { id: string; last_updated: string }>(
  deps: RoamingDeps,
  operatorId: string,
  what: "sessions" | "cdrs",
  list: {
    pages(client: OcpiClient): AsyncIterable<Result<Page<T>>>;
    take(item: T): Promise<unknown>;
  },
): Promise<boolean> {
  const source = await sourceOf(deps, operatorId);
  if (!source) return false;
  const seen = newestSeen(deps);
  let all = true;
  for await (const page of list.pages(source.client)) {
    if (!page.ok) {
      failed(deps, source.operator, what, page);
      return false;
    }
    logRejected(deps, source.operator, what, page.data.rejected);
    for (const item of page.data.items.filter(ownOf(source))) {
      try {
        await list.take(item);
        seen.note(item);
      } catch (error) {
        deps.logger.error({ err: error, operator: operatorId, id: item.id }, `${what}: one broke`);
        all = false;
      }
    }
  }
  if (all) await noteSeen(deps.database.db, operatorId, what, seen.newest());
  await noteContact(deps.database.db, operatorId, deps.clock.now());
  return all;
}
