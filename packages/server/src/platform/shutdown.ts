import { setTimeout as wait } from "node:timers/promises";
import { withTimeout } from "./deadline.ts";

/** Whether this replica is shutting down, and what must end before it does. */
export type Shutdown = {
  /** True from the beginning of the shutdown on. */
  readonly begun: boolean;
  /** Called once, when the shutdown begins. */
  onBegin(listener: () => void): void;
  begin(): void;
};

export function createShutdown(): Shutdown {
  const listeners: (() => void)[] = [];
  let begun = false;
  return {
    get begun() {
      return begun;
    },
    onBegin: (listener) => void listeners.push(listener),
    begin: () => {
      if (begun) return;
      begun = true;
      for (const listener of listeners) listener();
    },
  };
}

/** A step of the shutdown with its time limit in milliseconds, so that a hanging step does not block the exit. */
export type ShutdownStep = { name: string; atMost: number; run(): Promise<unknown> };

/**
 * Shuts down in order: reports not ready, waits until balancers have noticed, then runs each step. Returns the steps
 * that did not end in time.
 */
export async function leave(
  draining: Shutdown,
  noticeSeconds: number,
  steps: readonly ShutdownStep[],
): Promise<string[]> {
  draining.begin();
  await wait(noticeSeconds * 1000);
  const cut: string[] = [];
  for (const { name, atMost, run } of steps) {
    const done = run().then(
      () => true,
      () => false,
    );
    if (!(await withTimeout(atMost, done, false))) cut.push(name);
  }
  return cut;
}
