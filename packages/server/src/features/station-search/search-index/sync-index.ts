import {
  readOperators,
  readTariffKeys,
  readWhitelist,
  type OperatorNow,
  type WhitelistEntry,
} from "../../stations/index.ts";
import type { Tariff } from "@voltmarg/contract";
import { tariffsByKey } from "../../tariffs/index.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import { monotonicMs, type Clock } from "../../../platform/clock.ts";
import { createCachedRead } from "../../../platform/database/cached-read.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { ReplicaReads } from "../../../platform/database/read-replica.ts";
import { gather } from "../../../platform/gather.ts";
import { newSecret } from "../../../platform/ids.ts";
import { keepTrying } from "../../../platform/keep-trying.ts";
import type { Logger } from "../../../platform/observability/logger.ts";
import { followChanges } from "./follow-changes.ts";
import { followProofs } from "./follow-proofs.ts";
import { loadWhereBest, type Sources } from "./load-in-thread.ts";
import { stepsOf, type Fault } from "./load-index.ts";
import { createLocationIndex, type LocationIndex } from "./location-index.ts";
import { createViews, type Views } from "./views.ts";

/** The index of this replica, and what it is seen through. */
export type SearchIndex = ReturnType<typeof syncIndex>;
export type Ready = {
  index: LocationIndex;
  views: Views;
  operators: Map<string, OperatorNow>;
  whitelist: readonly WhitelistEntry[];
  /** Grows when prices or whitelists changed. */
  epoch: number;
};

const LOCATIONS = "location";
const TARIFFS = "tariff";
const RETAIL = "retail";
const PEOPLE = "operator";
/** After a signal of another replica this one waits so long for more of them, and looks once for all. */
const GATHER_MS = 100;
/** Without one it looks after so long, when it is asked. */
const LOOK_MS = 5_000;
/** An index that was not looked after for so long is, before it answers. */
const TRUSTED_MS = 60_000;
/** Prices, and figures of charges, of which no signal tells. */
const SLOW_MS = 60_000;

/** Loads the index in the background and keeps it as the database is. Signals only say that it is time to look. */
export function syncIndex(deps: {
  database: Database;
  clock: Clock;
  bus: Bus;
  logger: Logger;
  replicaReads: ReplicaReads;
  sources: Sources;
  /** Told how many locations the index answers from. */
  onSize?(locations: number): void;
}) {
  const { database, clock, bus, logger, replicaReads } = deps;
  const { db } = database;
  const name = newSecret().slice(0, 8);
  const nowMs = () => clock.now().getTime();
  let ready: Ready | null = null;
  let isLoaded = false;
  let tariffs: ReadonlyMap<string, Tariff> = new Map();
  let follow = async () => {};
  let lookedAt = 0;
  const readProofs = followProofs(db, clock);

  const onFaults = (faults: readonly Fault[]) => {
    for (const { id, error } of faults)
      logger.error({ err: error, location: id }, "a location cannot be indexed");
  };

  const look = async () => {
    const at = nowMs();
    await follow();
    lookedAt = at;
    const { index } = ready!;
    const { spatialOrder, count } = index;
    // Those that came later are looked at one by one.
    if (spatialOrder.late.length > Math.max(500, count / 300)) spatialOrder.renew();
    deps.onSize?.(count);
  };

  const readPrices = async () => {
    const state = ready!;
    tariffs = await tariffsByKey(db, await readTariffKeys(db));
    state.views.forget();
    state.epoch++;
  };

  const readPeople = async () => {
    const state = ready!;
    const [operators, whitelist] = await Promise.all([readOperators(db), readWhitelist(db)]);
    state.operators = new Map(operators.map((one) => [one.id, one]));
    if (JSON.stringify(whitelist) !== JSON.stringify(state.whitelist)) state.epoch++;
    state.whitelist = whitelist;
  };

  const changes = createCachedRead({ now: nowMs, freshMs: LOOK_MS, read: look });
  const proofs = createCachedRead({
    now: nowMs,
    freshMs: SLOW_MS,
    read: () => readProofs(ready!.index),
  });
  const prices = createCachedRead({ now: nowMs, freshMs: SLOW_MS, read: readPrices });
  const people = createCachedRead({ now: nowMs, freshMs: LOOK_MS, read: readPeople });

  const load = async () => {
    const began = monotonicMs();
    const { count, steps } = await stepsOf(replicaReads);
    const made = await loadWhereBest({ ...deps, db }, { count, steps, now: clock.now() });
    onFaults(made.faults);
    const index = createLocationIndex(made.data);
    const { plugKinds, hourKinds } = index;
    const views = createViews({ kinds: plugKinds, hourKinds, tariffs: () => tariffs });
    ready = { index, views, operators: new Map(), whitelist: [], epoch: 0 };
    follow = followChanges({ db, clock, onFaults }, index, made.seen);
    changes.stale();
    await changes.fresh();
    await Promise.all([proofs.fresh(), prices.fresh(), people.fresh()]);
    isLoaded = true;
    const ms = Math.round(monotonicMs() - began);
    logger.info({ locations: index.count, ms }, "search index loaded");
    return true;
  };
  const loaded = keepTrying(load, (error) =>
    logger.error({ err: error }, "the search index could not be loaded; it is tried again"),
  );

  /** Resolves when whatever was committed before is in the index, or the database does not answer. */
  const catchUp = async ({ fresh }: typeof changes) => {
    if (!isLoaded) return;
    await fresh().catch((error: unknown) =>
      logger.warn({ err: error }, "the search index is behind; it looks again"),
    );
  };
  const lookNow = () => {
    changes.stale();
    return catchUp(changes);
  };

  const lookSoon = gather(GATHER_MS, () => void lookNow());

  /** Who tells us something is not silent: known before it is read again. */
  const heard = (operatorId: string) => {
    const operator = ready?.operators.get(operatorId);
    if (operator) operator.last_contact_at = clock.now();
    else people.stale();
  };

  bus.subscribe(LOCATIONS, ({ key, by }) => {
    heard(key);
    // Our own words come back to us, and we have looked.
    if (by !== name) lookSoon();
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
    void lookNow();
  });

  const signal = (topic: string, key = "") =>
    bus.publish({ topic, key, id: "", version: 0, by: name });
  const staleEverywhere = (topic: string, { stale }: typeof prices) => {
    stale();
    signal(topic);
  };
  return {
    /** Resolves when it has loaded. A load that fails is tried again. */
    loaded,
    isLoaded: () => isLoaded,
    /** Null until it is loaded. */
    ready: async (): Promise<Ready | null> => {
      if (!ready || !isLoaded) return null;
      const isOld = Math.abs(nowMs() - lookedAt) > TRUSTED_MS;
      // One after the other: what came just now has its figures, too.
      const looks = catchUp(changes).then(() => catchUp(proofs));
      if (isOld) await looks;
      await Promise.all([prices.fresh(), people.fresh()]);
      return ready;
    },
    /** Tells all replicas that an operator's stations changed, and waits until this one has it. Call after commit. */
    changed: (operatorId: string): Promise<void> => {
      heard(operatorId);
      signal(LOCATIONS, operatorId);
      return lookNow();
    },
    /** Prices may have changed: they are read again before the next search, in every replica. */
    tariffsChanged: (): void => staleEverywhere(TARIFFS, prices),
    /** The same when a party became unreachable, or is so no longer. */
    partiesChanged: (): void => staleEverywhere(PEOPLE, people),
  };
}
