import { writeDateTime, type Failure } from "@voltmarg/ocpi";
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

/** Pulls an operator's tariffs and locations whole: what the lists do not name is gone. Pull heals what push lost. */
export async function pullCatalogue(deps: RoamingDeps, operatorId: string): Promise<PullResult> {
  const operator = await findOperator(deps.database.db, operatorId);
  const client = registeredClient(deps, operator);
  if (!operator || !client) return { ok: false, message: "the operator is not registered" };
  const startedAt = deps.clock.now();
  const party = { country_code: operator.country_code!, party_id: operator.party_id! };
  const own = (o: { country_code: string; party_id: string }) =>
    o.country_code.toLowerCase() === party.country_code.toLowerCase() &&
    o.party_id.toLowerCase() === party.party_id.toLowerCase();

  const kept: string[] = [];
  for await (const page of client.getTariffs()) {
    if (!page.ok) return failed(deps, operator, "tariffs", page);
    const tariffs = page.data.items.filter(own);
    kept.push(...tariffs.map((t) => t.id));
    await deps.news.onTariffs(tariffs);
    logRejected(deps, operator, "tariff", page.data.rejected);
  }
  await deps.news.onTariffsComplete(party, kept);

  let locations = 0;
  for await (const page of client.getLocations()) {
    if (!page.ok) return failed(deps, operator, "locations", page);
    const found = page.data.items.filter(own);
    locations += found.length;
    await deps.news.onLocations(operatorId, found);
    logRejected(deps, operator, "location", page.data.rejected);
  }
  const closed = await deps.news.onLocationsComplete(operatorId, startedAt);
  await notePull(deps.database.db, operatorId, deps.clock.now());
  return { ok: true, locations, tariffs: kept.length, closed };
}

function logRejected(
  deps: RoamingDeps,
  operator: OperatorRow,
  what: string,
  rejected: readonly { id?: string; message: string }[],
) {
  for (const { id, message } of rejected)
    deps.logger.warn({ operator: operator.id, id, message }, `unreadable ${what} skipped`);
}

/** Brings an operator's sessions changed since an instant. False: it could not be asked to the end. */
export async function pullSessions(
  deps: RoamingDeps,
  operatorId: string,
  since: Date,
): Promise<boolean> {
  const operator = await findOperator(deps.database.db, operatorId);
  const client = registeredClient(deps, operator);
  if (!operator || !client) return false;
  for await (const page of client.getSessions({ date_from: writeDateTime(since) })) {
    if (!page.ok) {
      failed(deps, operator, "sessions", page);
      return false;
    }
    for (const session of page.data.items) {
      const party = { country_code: session.country_code, party_id: session.party_id };
      await deps.news.onSession(operatorId, { party, id: session.id, whole: true, session });
    }
  }
  await noteContact(deps.database.db, operatorId, deps.clock.now());
  return true;
}

/** Brings an operator's charge records made since an instant. */
export async function pullCdrs(
  deps: RoamingDeps,
  operatorId: string,
  since: Date,
): Promise<boolean> {
  const operator = await findOperator(deps.database.db, operatorId);
  const client = registeredClient(deps, operator);
  if (!operator || !client) return false;
  for await (const page of client.getCdrs({ date_from: writeDateTime(since) })) {
    if (!page.ok) {
      failed(deps, operator, "cdrs", page);
      return false;
    }
    for (const cdr of page.data.items) await deps.news.onCdr(operatorId, cdr);
  }
  await noteContact(deps.database.db, operatorId, deps.clock.now());
  return true;
}
