import {
  changedSince,
  readOperators,
  readTariffKeys,
  type OperatorNow,
  type Change,
  type WhitelistEntry,
  readWhitelist,
  markNow,
} from "../../stations/index.ts";
import type { Tariff } from "@voltmarg/contract";
import { tariffsByKey } from "../../tariffs/index.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import type { Signature } from "../../../platform/bus/signature.ts";
import { keepTrying } from "../../../platform/keep-trying.ts";
import { monotonicMs, type Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { newSecret } from "../../../platform/ids.ts";
import { gather } from "../../../platform/database/coalesce.ts";
import type { Logger } from "../../../platform/observability/logger.ts";
import { createCachedRead } from "../../../platform/database/cached-read.ts";
import type { ReplicaReads } from "../../../platform/database/read-replica.ts";
import { createCatchUp } from "./catch-up.ts";
import { createCompleteness } from "./completeness.ts";
import { slotsOfRenamed, stepsOf, type Fault } from "./load-index.ts";
import { loadWhereBest, type Sources } from "./load-in-thread.ts";
import { createLocationIndex, type LocationIndex } from "./location-index.ts";
import { followProofs } from "./follow-proofs.ts";
import { createSnapshots, type Shared } from "./shared-snapshot.ts";
import { writeSnapshot, type Snapshot } from "./snapshot.ts";
import { createStatusReceiver, createStatusSender, NEW_STATUSES } from "./status-signals.ts";
import { createViews, type Views } from "./views.ts";

/** The index of this replica, and what it is seen through. */
export type SearchIndex = ReturnType<typeof syncIndex>;
export type Ready = {
  index: LocationIndex;
  views: Views;
  operators: Map<string, OperatorNow>;
  whitelist: readonly WhitelistEntry[];
  /** Grows when prices, operators' names or whitelists changed. */
  epoch: number;
};

const LOCATIONS = "location";
const TARIFFS = "tariff";
const RETAIL = "retail";
const PEOPLE = "operator";
/** News of other replicas are gathered for so long and read together: every replica reads the news of all. */
const GATHER_MS = 250;
/** Operators are read again after so long, prices and whatever a lost signal hid after so long. */
const OPERATORS_MS = 5_000;
const HEAL_MS = 60_000;
/** Another replica that wrote no status for so long does not share the load. */
const SHARING_MS = 5_000;
/** An index nobody asked for so long is healed before it answers. */
const TRUSTED_MS = 600_000;

/**
 * Loads the index in the background and keeps it in step: a signal names a location and its version, the truth is read
 * from the database. Where nothing but statuses changed, a signed signal before that one carries them, and nothing is read.
 * A lost signal heals: once a minute, every row with a version above the one up to which the index is complete is checked.
 */
export function syncIndex(deps: {
  database: Database;
  clock: Clock;
  bus: Bus;
  signature: Signature;
  logger: Logger;
  late: ReplicaReads;
  sources: Sources;
  file: string | null;
  shared?: Shared;
  /** Told how many locations the index answers from. */
  onSize?(locations: number): void;
}) {
  const { database, clock, bus, signature, logger, late, file, shared } = deps;
  const { db } = database;
  const snapshots = createSnapshots({ db, logger, file, shared });
  const name = newSecret().slice(0, 8);
  let ready: Ready | null = null;
  let readAt = clock.now();
  let isLoaded = false;
  let tariffs: ReadonlyMap<string, Tariff> = new Map();
  let healedAt = clock.now().getTime();
  let healing: Promise<void> | null = null;
  let complete = createCompleteness(0);
  let sharedAt = Number.NEGATIVE_INFINITY;
  const readProofs = followProofs(db, clock);
  const send = createStatusSender(signature, name);
  const receive = createStatusReceiver(signature);

  const tellFaults = (faults: readonly Fault[]) => {
    for (const { id, error } of faults)
      logger.error({ err: error, location: id }, "a location cannot be indexed");
  };

  const catchUp = createCatchUp({
    db,
    clock,
    onFaults: tellFaults,
    onRead: (index) => {
      // Those that came later are looked at one by one.
      const { spatialOrder, count } = index;
      if (spatialOrder.late.length > Math.max(500, count / 300)) spatialOrder.renew();
      if (isLoaded) deps.onSize?.(index.count);
    },
  });
  const { note, settle } = catchUp;

  const later = gather(GATHER_MS, (versions) => {
    for (const [id, version] of versions) note(id, version);
    void settle().catch(() => {});
  });

  /** Who tells us something is not silent: known before it is read again. */
  const heard = (operatorId: string) => {
    const operator = ready?.operators.get(operatorId);
    if (operator) operator.last_contact_at = clock.now();
    else people.stale();
  };

  const heal = async (now: Date) => {
    const mark = await markNow(db);
    const changed = await changedSince(db, complete.upTo);
    for (const row of changed) catchUp.noteRow(row);
    healedAt = now.getTime();
    await settle();
    complete.raise(mark, healedAt);
    catchUp.onComplete(changed, complete.upTo);
    await readProofs(ready!.index);
  };

  const healSoon = (): Promise<void> => {
    healing ??= heal(clock.now()).finally(() => {
      healing = null;
    });
    healing.catch((error: unknown) => logger.warn({ err: error }, "the index did not heal"));
    return healing;
  };

  /** Null: not yet. */
  const healIfDue = (): Promise<void> | null =>
    isLoaded && Math.abs(clock.now().getTime() - healedAt) > HEAL_MS ? healSoon() : null;

  const readPrices = async () => {
    const state = ready!;
    tariffs = await tariffsByKey(db, await readTariffKeys(db));
    state.views.forget();
    state.epoch++;
  };

  const readPeople = async () => {
    const state = ready!;
    const [operators, whitelist] = await Promise.all([readOperators(db), readWhitelist(db)]);
    const before = state.operators;
    state.operators = byId(operators);
    if (JSON.stringify(whitelist) !== JSON.stringify(state.whitelist)) state.epoch++;
    state.whitelist = whitelist;
    const { index } = state;
    // Above what it has, so that it is rendered again.
    const renamed = slotsOfRenamed(index, before, operators);
    for (const slot of renamed) note(index.idOf(slot), index.slots.version[slot]! + 0.5);
    if (renamed.length > 0) await settle();
  };

  const nowMs = () => clock.now().getTime();
  const prices = createCachedRead({ now: nowMs, freshMs: HEAL_MS, read: readPrices });
  const people = createCachedRead({ now: nowMs, freshMs: OPERATORS_MS, read: readPeople });

  const load = async () => {
    const began = monotonicMs();
    const { count, steps } = await stepsOf(late);
    const now = clock.now();
    const path = await snapshots.pathFor(count);
    const made = await loadWhereBest({ ...deps, db }, { count, steps, now, file: path });
    snapshots.onLoaded(made.fresh);
    tellFaults(made.faults);
    readAt = made.readAt;
    const index = createLocationIndex(made.data);
    const views = createViews({
      kinds: index.plugKinds,
      hourKinds: index.hourKinds,
      tariffs: () => tariffs,
    });
    ready = { index, views, operators: byId(made.operators), whitelist: [], epoch: 0 };
    catchUp.begin(index);
    complete = createCompleteness(made.version);
    await heal(clock.now());
    await Promise.all([prices.fresh(), people.fresh()]);
    isLoaded = true;
    deps.onSize?.(index.count);
    const ms = Math.round(monotonicMs() - began);
    logger.info({ locations: index.count, ms }, "search index loaded");
    return true;
  };

  /** Null: it is not loaded, or changes were not read yet: among them may be an operator's new name, which no version shows. */
  const snapshotNow = async (): Promise<{ index: LocationIndex; snapshot: Snapshot } | null> => {
    await snapshots.written();
    if (isLoaded) await healSoon();
    await settle();
    if (!ready || !isLoaded || catchUp.isBehind) return null;
    const { index, operators } = ready;
    const known = { operators: [...operators.values()], readAt, version: complete.upTo };
    return { index, snapshot: { data: index.data, ...known } };
  };

  bus.subscribe(LOCATIONS, ({ key, id, version, by }) => {
    heard(key);
    // Our own words come back to us, and were read before. Gathered, only the highest version of a location is left.
    if (by !== name && !catchUp.has(id, version)) later(id, version);
    void healIfDue();
  });
  bus.subscribe(NEW_STATUSES, (signal) => {
    const received = signal.by === name ? null : receive(signal);
    if (!received) return;
    sharedAt = nowMs();
    for (const status of received.statuses)
      if (!catchUp.statuses?.add(status)) later(status.id, status.version);
    if (received.isGap && isLoaded) void healSoon();
    else void healIfDue();
  });
  bus.subscribe(TARIFFS, prices.stale);
  bus.subscribe(PEOPLE, people.stale);
  bus.subscribe(RETAIL, () => {
    ready?.views.forget();
    if (ready) ready.epoch++;
  });
  // Whatever was missed is looked for now, not when the next search finds the index old.
  bus.onGap(() => {
    prices.stale();
    people.stale();
    if (isLoaded) void healSoon();
  });
  const loaded = keepTrying(load, (error) =>
    logger.error({ err: error }, "the search index could not be loaded; it is tried again"),
  );

  const staleEverywhere = (topic: string, { stale }: typeof prices) => {
    stale();
    bus.publish({ topic, key: "", id: "", version: 0 });
  };
  return {
    /** Resolves when it has loaded. A load that fails is tried again. */
    loaded,
    isLoaded: () => isLoaded,
    /** Null until it is loaded. */
    ready: async (): Promise<Ready | null> => {
      if (!ready || !isLoaded) return null;
      const healed = healIfDue();
      if (healed && Math.abs(nowMs() - healedAt) > TRUSTED_MS) await healed;
      await Promise.all([prices.fresh(), people.fresh()]);
      return ready;
    },
    /** Tells all replicas what was written, and waits until this one has it. Call after commit. */
    changed: async (operatorId: string, changes: readonly Change[]): Promise<void> => {
      heard(operatorId);
      const statuses = changes.flatMap((change) => change.statuses ?? []);
      // First, so that other replicas need not read what the signals below name.
      for (const signal of send(operatorId, statuses)) bus.publish(signal);
      let isBehind = false;
      for (const { id, version, statuses: only } of changes) {
        const known = only?.map((status) => catchUp.statuses?.add(status));
        if (!known?.every(Boolean)) {
          note(id, version);
          isBehind = true;
        }
        bus.publish({ topic: LOCATIONS, key: operatorId, id, version, by: name });
      }
      if (statuses.length > 0) void healIfDue();
      if (!isBehind) return;
      await settle().catch((error: unknown) =>
        logger.warn({ err: error }, "the index is behind; it heals"),
      );
    },
    /** Writes it to its file, so that the next start is short; nothing may be searched afterwards. */
    keep: async (): Promise<void> => {
      const made = await snapshotNow();
      if (file === null || !made) return;
      ready = null;
      catchUp.end();
      await writeSnapshot(db, file, { ...made.snapshot, data: made.index.sorted() });
    },
    /** Shares it with replicas that start later; requests wait while it is written to a file. */
    share: async (): Promise<void> => {
      const made = await snapshotNow();
      if (made) await snapshots.share(made.snapshot, clock.now());
    },
    /** Whether another replica wrote statuses a moment ago. */
    sharesStatuses: (): boolean => Math.abs(nowMs() - sharedAt) < SHARING_MS,
    /** Prices may have changed: they are read again before the next search, in every replica. */
    tariffsChanged: (): void => staleEverywhere(TARIFFS, prices),
    /** The same when a party became unreachable, or is so no longer. */
    partiesChanged: (): void => staleEverywhere(PEOPLE, people),
  };
}

const byId = (operators: readonly OperatorNow[]) => new Map(operators.map((o) => [o.id, o]));
