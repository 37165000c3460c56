import { setTimeout as wait } from "node:timers/promises";
import { within } from "./deadline.ts";

/** What knows that this replica is leaving, and what must be over before it does. */
export type Draining = {
  /** True from the first word of the end on. */
  readonly begun: boolean;
  /** Called once, when it begins. */
  onBegin(listener: () => void): void;
  begin(): void;
};

export function createDraining(): Draining {
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

/** A step of the end, which may take so many milliseconds; what hangs must not keep the process. */
export type Farewell = { name: string; atMost: number; run(): Promise<unknown> };

/**
 * Leaves in order: says so, waits until whoever sends us requests has seen it, then takes each step. Answers the steps
 * that did not end in their time.
 */
export async function leave(
  draining: Draining,
  noticeSeconds: number,
  steps: readonly Farewell[],
): Promise<string[]> {
  draining.begin();
  await wait(noticeSeconds * 1000);
  const cut: string[] = [];
  for (const { name, atMost, run } of steps) {
    const done = run().then(
      () => true,
      () => false,
    );
    if (!(await within(atMost, done, false))) cut.push(name);
  }
  return cut;
}
