import { objectKey, sameId, sameParty, type Session as OcpiSession } from "@voltmarg/ocpi";
import {
  againIfTaken,
  waitAtMost,
  type Queryable,
  type Tx,
} from "../../../platform/database/database.ts";
import { createGroupCommit } from "../../../platform/database/group-commit.ts";
import { holdForParking } from "../limits/agreed.ts";
import { withoutImplausible, CLOCK_TOLERANCE_MS } from "./plausibility.ts";
import { changeSessionsIn, type ChargingDeps } from "../change-session.ts";
import { driverOfToken } from "../driver-token.store.ts";
import { followStatus } from "./follow-status.ts";
import { measure, storeMeters } from "./measure.ts";
import { measureParking, notifyParkingFee } from "./parking.ts";
import {
  authKey,
  findReference,
  findStart,
  pointReference,
  type Reference,
  type SessionRow,
} from "../session.store.ts";
import { meterOf } from "./meter.ts";
import { takeEnergy } from "./take-energy.ts";
import { notifyOnce } from "../notify-driver.ts";
import { stopCommand } from "../stop/stop-session.ts";
import { isNearLimit } from "../limits/near-limit.ts";
import { watchAt, watchSilence } from "../watch/watch-soon.ts";

export type Party = { country_code: string; party_id: string };
/** A session as the operator sends it: whole (PUT, pull) or some of its fields (PATCH, which appends periods). */
export type SessionUpdate = {
  party: Party;
  id: string;
  whole: boolean;
  session: Partial<OcpiSession> & { last_updated: string };
  /** It as the operator may read it again. */
  kept: Partial<OcpiSession> & { last_updated: string };
};
/** NEW: the first of its session. UNKNOWN: it is not ours, or its start was lost and must be pulled. */
export type UpdateTaken = "NEW" | "TAKEN" | "UNKNOWN";

/** An update, and the session it belongs to. */
type Told = { operatorId: string; update: SessionUpdate; at: Reference };

/**
 * Whether an update is older than the last one. A last date in the future by more than clocks may differ does not count:
 * it would reject every correct update until then.
 */
const isOlder = (updated: Date, last: Date | null, now: Date) =>
  last !== null && updated < last && last.getTime() - now.getTime() <= CLOCK_TOLERANCE_MS;

const ocpiKey = (party: Party, id: string) => `ocpi:${objectKey(party, id)}`;

/**
 * Finds our session for the operator's. Our authorization reference decides, since an operator may use a session id
 * again; a PATCH seldom has a reference, so the session id is used there.
 */
async function findReferenceOf(
  deps: ChargingDeps,
  known: Map<string, Reference>,
  operatorId: string,
  update: SessionUpdate,
): Promise<Reference | null> {
  const { db } = deps.database;
  const { authorization_reference: reference, cdr_token, evse_uid } = update.session;
  const ours = reference === undefined ? null : await findOurs(db, known, authKey(reference));
  const found = ours ?? (await findReference(db, ocpiKey(update.party, update.id)));
  if (found) return found;
  // An operator may drop our reference or send one of its own: then token, EVSE and time identify the start.
  if (!cdr_token || !evse_uid) return null;
  // A token without a party is identified by its uid.
  if (!sameParty({ ...deps.party, ...cdr_token }, deps.party)) return null;
  return findStart(db, {
    operatorId,
    party: update.party,
    driver: await driverOfToken(db, operatorId, cdr_token.uid),
    evseUid: evse_uid,
    ...startedAround(update.session.start_date_time ?? update.session.last_updated),
    takes: "SESSION",
  });
}

/** Our own reference names the same session for ever. */
async function findOurs(on: Queryable, known: Map<string, Reference>, key: string) {
  const seen = known.get(key);
  if (seen) return seen;
  const found = await findReference(on, key);
  if (found && known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
  if (found) known.set(key, found);
  return found;
}

/** How long after our start a charge may begin, and how far an operator's clock may be behind ours. */
const START_WINDOW_MS = 15 * 60_000;
const CLOCK_SLACK_MS = 2 * 60_000;

/** When a charge that began at an instant (RFC 3339) can have been asked for. */
export function startedAround(began: string): { from: Date; until: Date } {
  const at = Date.parse(began);
  return { from: new Date(at - START_WINDOW_MS), until: new Date(at + CLOCK_SLACK_MS) };
}

/** How long an update may wait for others to share its transaction, while more than one comes at a time. */
const GATHER_MS = 40;
/** How long updates that share a transaction wait for a lock: a wallet, a company. Then each goes on alone. */
const MOST_WAIT_MS = 2_000;
/** How long updates hold up those that come after them, which may be of other drivers. */
const HOLDS_UP_MS = 100;
/** Transactions of updates at once, however long each waits for the disk: others need connections as well. */
const MOST_BESIDE = 3;
/** How many sessions are remembered by our reference. */
const MOST_KNOWN = 20_000;

/** Applies updates of sessions. Those that come at about the same time share a transaction and its statements. */
export function createSessionUpdates(
  deps: ChargingDeps,
): (operatorId: string, update: SessionUpdate) => Promise<UpdateTaken> {
  const known = new Map<string, Reference>();
  const take = createGroupCommit<Told, UpdateTaken>({
    run: (told) => applyAll(deps, told),
    // One session of a driver at a time: whether another one of theirs runs is read from what is stored.
    keyOf: ({ at }) => at.user_id,
    most: deps.updatesTogether,
    gatherMs: () => GATHER_MS,
    holdsUpMs: HOLDS_UP_MS,
    beside: MOST_BESIDE,
  });
  return async (operatorId, update) => {
    const at = await findReferenceOf(deps, known, operatorId, update);
    return at ? take({ operatorId, update, at }) : "UNKNOWN";
  };
}

/** Applies each on its own, at the same time. */
const applyEach = (deps: ChargingDeps, told: readonly Told[]): Promise<UpdateTaken>[] =>
  told.map(
    async (each) =>
      (await againIfTaken(() => applyTogether(deps, [each]))).get(each.at.session_id) ?? "UNKNOWN",
  );

/** One result for each. What waits for a lock, or cannot be stored, does not hold up the others. */
async function applyAll(
  deps: ChargingDeps,
  told: readonly Told[],
): Promise<(UpdateTaken | Promise<UpdateTaken>)[]> {
  if (told.length === 1) return Promise.all(applyEach(deps, told));
  try {
    const taken = await applyTogether(deps, told);
    return told.map((each) => taken.get(each.at.session_id) ?? applyEach(deps, [each])[0]!);
  } catch (error) {
    deps.logger.warn({ err: error, updates: told.length }, "updates are stored one by one");
    return applyEach(deps, told);
  }
}

/** Applies updates in one transaction. Returns results by session; one that is locked by somebody else has none. */
const applyTogether = (
  deps: ChargingDeps,
  told: readonly Told[],
): Promise<Map<string, UpdateTaken>> =>
  deps.database.transact(async (tx) => {
    if (told.length > 1) await waitAtMost(tx, MOST_WAIT_MS);
    const results = new Map<string, UpdateTaken>();
    const these = told.map(({ at }) => at);
    await changeSessionsIn(deps, tx, these, async (rows) => {
      const all = rows.map((row) => ({
        ...told.find(({ at }) => at.user_id === row.user_id && at.session_id === row.id)!,
        row,
      }));
      for (const { row } of all) results.set(row.id, row.ocpi_session_id ? "TAKEN" : "NEW");
      await deps.keepUpdates(tx, all);
      const seconds = all.filter(isSecond);
      const stopped: SessionRow[] = [];
      for (const each of seconds) if (await stopSecond(deps, tx, each)) stopped.push(each.row);
      const news = all.filter((each) => isNews(deps, each));
      return [...stopped, ...(await applyTo(deps, tx, news))];
    });
    return results;
  });

type Locked = Told & { row: SessionRow };

/** The operator runs another session under our reference, which authorized one. */
const isSecond = ({ operatorId, update, row }: Locked): boolean =>
  row.operator_id === operatorId &&
  row.ocpi_session_id !== null &&
  !sameId(row.ocpi_session_id, update.id);

/**
 * Nobody asked for it and no money is held: while it runs it is stopped, with every update, and its driver is told, once.
 * True: that is new.
 */
async function stopSecond(deps: ChargingDeps, tx: Tx, { update, row }: Locked): Promise<boolean> {
  deps.logger.error(
    { session: row.id, other: update.id },
    "a second session under one authorization reference",
  );
  if (update.session.status !== "ACTIVE") return false;
  const id = `second/${row.id}/${update.id}`;
  const payload = { ...stopCommand(row), party: update.party, ocpiSessionId: update.id };
  const now = deps.clock.now();
  await deps.outbox.enqueueOnce(tx, "roaming.command", [{ id, payload }], {
    at: now,
    sooner: false,
  });
  const { name: place, operator_name: operator } = row.snapshot.location;
  return notifyOnce(deps, tx, row, "SECOND_STOPPED", { of: "SECOND_STOPPED", place, operator });
}

/** Whether an update changes the session that is named in it. */
function isNews(deps: ChargingDeps, each: Locked): boolean {
  const { operatorId, update, row } = each;
  if (row.operator_id !== operatorId || isSecond(each)) return false;
  // OCPI pushes may come late and out of order: an older update never overwrites a newer one.
  if (isOlder(new Date(update.session.last_updated), row.ocpi_last_updated, deps.clock.now()))
    return false;
  return mayUpdate(row, update);
}

/** Returns the changed sessions. */
async function applyTo(
  deps: ChargingDeps,
  tx: Tx,
  all: readonly Locked[],
): Promise<readonly SessionRow[]> {
  const now = deps.clock.now();
  const silent: SessionRow[] = [];
  const plausible = all.map((each) => ({ ...each, session: plausibleOf(deps, each) }));
  for (const { row, update, at } of plausible) {
    if (row.ocpi_session_id) continue;
    await pointReference(tx, ocpiKey(update.party, update.id), at);
    row.ocpi_session_id = update.id;
  }
  await storeMeters(
    tx,
    plausible.flatMap(({ row, update, session: { charging_periods } }) =>
      charging_periods ? [{ row, values: meterOf(charging_periods), whole: update.whole }] : [],
    ),
  );
  for (const { row, update, session } of plausible) {
    const updated = new Date(update.session.last_updated);
    // The same update again restores what was lost of it, but does not show that the operator still reports.
    const isNew = row.ocpi_last_updated?.getTime() !== updated.getTime();
    row.ocpi_last_updated = updated;
    if (isNew) row.news_at = now;
    const wasNear = isNearLimit(row);
    await apply(deps, tx, row, session);
    // The watch says that the limit is near.
    if (!wasNear && isNearLimit(row)) await watchAt(deps, tx, row, now);
    else if (isNew) silent.push(row);
  }
  await watchSilence(deps, tx, silent);
  return all.map(({ row }) => row);
}

/**
 * What the operator ended never starts again, but the operator may still withdraw it before its bill (OCPI 2.2.1
 * mod_sessions: an INVALID session will not be billed). What we ended without the operator, it may still update.
 */
function mayUpdate(row: SessionRow, { session }: SessionUpdate): boolean {
  if (row.status === "INVALID") return false;
  const isWithdrawn = session.status === "INVALID" && row.step === "ENDED";
  return row.status !== "COMPLETED" || row.given_up_at !== null || isWithdrawn;
}

function plausibleOf({ clock, logger }: ChargingDeps, { row, update }: Locked) {
  const session = withoutImplausible(row, update.session, clock.now());
  if (Object.keys(session).length < Object.keys(update.session).length)
    logger.warn({ session: row.id, told: update.session }, "figures that cannot be true dropped");
  return session;
}

async function apply(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  session: SessionUpdate["session"],
): Promise<void> {
  if (session.start_date_time) row.start_at = new Date(session.start_date_time);
  // Without a plausible start time, the limit of the session is still enforced.
  else if (session.status === "ACTIVE") row.start_at ??= row.requested_at;
  if (session.end_date_time) row.end_at = new Date(session.end_date_time);
  if (session.kwh !== undefined) takeEnergy(deps, row, session.kwh);
  await measure(deps, tx, row);
  await measureParking(deps, tx, row);
  await holdForParking(deps, tx, row);
  await followStatus(deps, tx, row, session.status);
  await notifyParkingFee(deps, tx, row);
}
