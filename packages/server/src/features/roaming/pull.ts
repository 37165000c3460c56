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
import { findOperator, noteContact, notePull, type OperatorRow } from "./operators.store.ts";
import { registeredClient, type RoamingDeps } from "./roaming-deps.ts";

export type PullResult =
  | { ok: true; locations: number; tariffs: number; closed: number }
  | { ok: false; message: string };

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

/** Whether something belongs to an operator: it must not speak for another party. */
const ownOf = (operator: OperatorRow) => (o: Party) =>
  sameParty(o, { country_code: operator.country_code!, party_id: operator.party_id! });

/** Pulls an operator's tariffs and locations whole: what the lists do not name is gone. Pull heals what push lost. */
export async function pullCatalogue(deps: RoamingDeps, operatorId: string): Promise<PullResult> {
  const operator = await findOperator(deps.database.db, operatorId);
  const client = registeredClient(deps, operator);
  if (!operator || !client) return { ok: false, message: "the operator is not registered" };
  const startedAt = deps.clock.now();
  const party = { country_code: operator.country_code!, party_id: operator.party_id! };
  const own = ownOf(operator);

  const kept: string[] = [];
  for await (const page of client.getTariffs()) {
    if (!page.ok) return failed(deps, operator, "tariffs", page);
    const tariffs = page.data.items.filter(own);
    kept.push(...tariffs.map((t) => t.id), ...idsOf(page.data.rejected));
    await deps.news.onTariffs(tariffs);
    logRejected(deps, operator, "tariff", page.data.rejected);
  }
  await deps.news.onTariffsComplete(party, kept);

  let locations = 0;
  const unreadable: string[] = [];
  for await (const page of client.getLocations()) {
    if (!page.ok) return failed(deps, operator, "locations", page);
    const found = page.data.items.filter(own);
    locations += found.length;
    await deps.news.onLocations(operatorId, found);
    unreadable.push(...idsOf(page.data.rejected));
    logRejected(deps, operator, "location", page.data.rejected);
  }
  const closed = await deps.news.onLocationsComplete(operatorId, startedAt, unreadable);
  await notePull(deps.database.db, operatorId, deps.clock.now());
  return { ok: true, locations, tariffs: kept.length, closed };
}

/** What the list names but nobody can read is not gone: it stays as it was known. */
const idsOf = (rejected: readonly Rejected[]) => rejected.flatMap(({ id }) => id ?? []);

function logRejected(
  deps: RoamingDeps,
  operator: OperatorRow,
  what: string,
  rejected: readonly Rejected[],
) {
  for (const { id, message } of rejected)
    deps.logger.warn({ operator: operator.id, id, message }, `unreadable ${what} skipped`);
}

/** Brings an operator's sessions changed since an instant. False: not all of them could be brought. */
export function pullSessions(deps: RoamingDeps, operatorId: string, since: Date): Promise<boolean> {
  return pullEach(deps, operatorId, "sessions", {
    pages: (client) => client.getSessions({ date_from: writeDateTime(since) }),
    take: (session) => {
      const party = { country_code: session.country_code, party_id: session.party_id };
      return deps.news.onSession(operatorId, { party, id: session.id, whole: true, session });
    },
  });
}

/** Brings an operator's charge records made since an instant. False: not all of them could be brought. */
export function pullCdrs(deps: RoamingDeps, operatorId: string, since: Date): Promise<boolean> {
  return pullEach(deps, operatorId, "cdrs", {
    pages: (client) => client.getCdrs({ date_from: writeDateTime(since) }),
    take: (cdr) => deps.news.onCdr(operatorId, cdr),
  });
}

/** Hands every object of a list on. One that breaks does not keep the others back; one of another party is not taken. */
async function pullEach<T extends Party & { id: string }>(
  deps: RoamingDeps,
  operatorId: string,
  what: string,
  list: {
    pages(client: OcpiClient): AsyncIterable<Result<Page<T>>>;
    take(item: T): Promise<unknown>;
  },
): Promise<boolean> {
  const operator = await findOperator(deps.database.db, operatorId);
  const client = registeredClient(deps, operator);
  if (!operator || !client) return false;
  let all = true;
  for await (const page of list.pages(client)) {
    if (!page.ok) {
      failed(deps, operator, what, page);
      return false;
    }
    for (const item of page.data.items.filter(ownOf(operator))) {
      try {
        await list.take(item);
      } catch (error) {
        deps.logger.error({ err: error, operator: operatorId, id: item.id }, `${what}: one broke`);
        all = false;
      }
    }
  }
  await noteContact(deps.database.db, operatorId, deps.clock.now());
  return all;
}
