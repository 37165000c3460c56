import type { OutboxRun } from "../../platform/outbox/outbox.ts";
import type { Feature } from "../../platform/feature.ts";
import type { ChargingDeps } from "./change-session.ts";
import { chargingRoutes } from "./charging.routes.ts";
import { onLimitDue } from "./limits/limit.ts";
import { liveRoute } from "./live/live-stream.ts";
import { forgetMeter } from "./live/meter-retention.ts";
import { createSessionUpdates, type SessionUpdate, type UpdateTaken } from "./live/on-session.ts";
import { onCommandOutcome, type CommandUpdate } from "./start/on-command.ts";
import { unsettledAt } from "./session.store.ts";
import { sessionsToRun } from "./start/starts.store.ts";
import { endAllAt } from "./stop/end-all.ts";
import { askForMissed, watchAll, type Missed } from "./watch/watch-all.ts";
import { watchSession } from "./watch/watch-session.ts";

type At = { userId: string; sessionId: string };

type AllDeps = {
  charging: ChargingDeps;
  /** Notifies the driver of the steps of a session. */
  notifySteps(at: At, row: OutboxRun): Promise<void>;
  /** Notifies the driver that a session is near its limit. */
  notifyLimit(at: At): Promise<void>;
};

type ChargingApi = {
  onSession(operatorId: string, update: SessionUpdate): Promise<UpdateTaken>;
  onCommand(update: CommandUpdate): Promise<void>;
  /** Ends every session at an operator on our side, and returns those to stop at the operator. */
  /** What the operator's connection needs to know and do. */
  atOperator: {
    unsettled(operatorId: string): ReturnType<typeof unsettledAt>;
    mayRun(userId: string, operatorId: string): Promise<string[]>;
    endAll(operatorId: string): ReturnType<typeof endAllAt>;
  };
  /** Watches every session that is not settled. Runs at start. */
  watchAll(): Promise<void>;
  /** Deletes meter values that are older than `months`. */
  forgetMeter(months: number): Promise<void>;
};

/** Charging sessions: start, stop, live view, limits, and watching operators that send no updates. */
export function createCharging(deps: AllDeps): Feature<ChargingApi> {
  const { charging, notifySteps } = deps;
  // A session is watched whether its driver can be notified or not.
  const notifyLimit = (at: At) =>
    deps
      .notifyLimit(at)
      .catch((error: unknown) =>
        charging.logger.error(
          { err: error, session: at.sessionId },
          "a driver could not be told of a limit",
        ),
      );
  return {
    routes: (mounts) => {
      chargingRoutes(mounts, charging);
      mounts.stream(liveRoute(charging));
    },
    handlers: {
      "charging.watch": {
        queue: "watch",
        handle: async (at: At, row) => {
          const outcome = await watchSession(charging, at, row);
          await notifyLimit(at);
          return outcome;
        },
      },
      "charging.missed": {
        queue: "watch",
        handle: (missed: Missed) => askForMissed(charging, missed),
      },
      "charging.stepped": (at: At, row) => notifySteps(at, row),
      "charging.limit": async (at: At) => {
        await onLimitDue(charging, at);
        await notifyLimit(at);
      },
    },
    api: {
      onSession: createSessionUpdates(charging),
      onCommand: (update) => onCommandOutcome(charging, update),
      atOperator: {
        unsettled: (operatorId) => unsettledAt(charging.database.db, operatorId),
        mayRun: (userId, operatorId) => sessionsToRun(charging.database.db, userId, operatorId),
        endAll: (operatorId) => endAllAt(charging, operatorId),
      },
      watchAll: () => watchAll(charging),
      forgetMeter: (months) => forgetMeter(charging, months),
    },
  };
}
