import type { Bus } from "../../platform/bus/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import { LOOK, lookAt } from "./begin-trip.ts";
import { watchedStations } from "./stop-watches.store.ts";

const TOPIC = "trip-stop";

/**
 * The stations at which trips under way stop, in memory: a status of any other station costs no statement. What a
 * replica did not hear of, or did not live to see through, is found within a minute by `refresh`.
 */
export function createWatchedStations(deps: {
  database: Database;
  clock: Clock;
  bus: Bus;
  logger: Logger;
  outbox: Outbox;
}) {
  const { database, clock, bus, logger, outbox } = deps;
  /** Until when, in ms since 1970, by location. */
  const until = new Map<string, number>();
  const note = (id: string, ms: number) => void until.set(id, Math.max(ms, until.get(id) ?? 0));
  bus.subscribe(TOPIC, ({ id, version }) => note(id, version));

  const look = async (ids: readonly string[]) => {
    const only = ids.map(lookAt);
    const when = { at: clock.now(), sooner: true };
    await database.transact((tx) => outbox.enqueueOnce(tx, LOOK, only, when));
  };

  return {
    /** Call after commit: stops of a trip that was begun or planned anew. */
    added: (stops: readonly { location_id: string; until_at: Date }[]) => {
      for (const { location_id: id, until_at } of stops) {
        note(id, until_at.getTime());
        bus.publish({ topic: TOPIC, key: "", id, version: until_at.getTime() });
      }
    },

    /** Stations that changed. */
    changed: async (ids: readonly string[]): Promise<void> => {
      const now = clock.now().getTime();
      const watched = [...new Set(ids)].filter((id) => (until.get(id) ?? 0) > now);
      if (watched.length === 0) return;
      await look(watched).catch((error: unknown) =>
        logger.warn({ err: error }, "stops of trips are looked at later"),
      );
    },

    /** Reads what is watched, and has what changed unseen looked at; every minute, and at the start. */
    refresh: async (): Promise<void> => {
      try {
        const stations = await watchedStations(database.db, clock.now());
        for (const { location_id, until_at } of stations) note(location_id, until_at.getTime());
        const now = clock.now().getTime();
        for (const [id, ms] of until) if (ms <= now) until.delete(id);
        const behind = stations.filter(({ is_behind }) => is_behind);
        if (behind.length > 0) await look(behind.map(({ location_id }) => location_id));
      } catch (error) {
        logger.warn({ err: error }, "the stops of trips could not be read");
      }
    },
  };
}

export type WatchedStations = ReturnType<typeof createWatchedStations>;
