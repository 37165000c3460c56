import type { Clock } from "./clock.ts";
import type { Store } from "./store.ts";

export type Due = { at: number; subject: string; data: unknown };
export type Actions = Record<string, (due: Due) => void>;

export type Schedule = {
  /** Plans an action. `subject` groups what belongs to one session or command. */
  plan(at: number, kind: string, subject: string, data?: unknown): void;
  cancel(subject: string, kind?: string): void;
  /** When the next action of a subject other than `except` is due, or null. */
  nextOf(subject: string, except: string): number | null;
  /** Runs what is due, in order of time, each in one transaction with its row. */
  runDue(): void;
  /** Starts to wake up by the clock, if the clock can do that. */
  start(): void;
  stop(): void;
};

/** The planned actions of the simulated world, as rows with a time: nothing sleeps, and a restart loses nothing. */
export function createSchedule(
  store: Store,
  clock: Clock,
  actions: Actions,
  onRan: () => void,
  onError: (error: unknown) => void,
): Schedule {
  let cancelTimer: (() => void) | undefined;
  let running = false;
  let started = false;

  function arm() {
    cancelTimer?.();
    cancelTimer = undefined;
    if (!started || !clock.setTimer) return;
    const next = store.get("SELECT min(due) AS due FROM agenda")?.due;
    if (typeof next === "number") cancelTimer = clock.setTimer(next, runDue);
  }

  function runDue() {
    if (running) return;
    running = true;
    try {
      for (;;) {
        const row = store.get(
          "SELECT * FROM agenda WHERE due <= ? ORDER BY due, seq LIMIT 1",
          clock.now(),
        );
        if (!row) break;
        const due = {
          at: Number(row.due),
          subject: String(row.subject),
          data: JSON.parse(String(row.data)) as unknown,
        };
        const forget = () => store.run("DELETE FROM agenda WHERE seq = ?", row.seq!);
        try {
          store.transact(() => {
            forget();
            actions[String(row.kind)]?.(due);
          });
        } catch (error) {
          // No retry: the same action would fail again, also after a restart.
          forget();
          onError(error);
        }
      }
    } finally {
      running = false;
      onRan();
      arm();
    }
  }

  return {
    plan: (at, kind, subject, data = null) => {
      store.run(
        "INSERT INTO agenda (due, kind, subject, data) VALUES (?, ?, ?, ?)",
        Math.round(at),
        kind,
        subject,
        JSON.stringify(data),
      );
      if (!running) arm();
    },
    cancel: (subject, kind) => {
      if (kind === undefined) store.run("DELETE FROM agenda WHERE subject = ?", subject);
      else store.run("DELETE FROM agenda WHERE subject = ? AND kind = ?", subject, kind);
    },
    nextOf: (subject, except) => {
      const due = store.get(
        "SELECT min(due) AS due FROM agenda WHERE subject = ? AND kind <> ?",
        subject,
        except,
      )?.due;
      return typeof due === "number" ? due : null;
    },
    runDue,
    start: () => {
      started = true;
      arm();
    },
    stop: () => {
      started = false;
      cancelTimer?.();
    },
  };
}
