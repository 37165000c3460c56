import type { Database } from "@voltmarg/testkit/ledger";
import { watchStatements } from "../cost/watch-statements.ts";

export type Statement = {
  text: string;
  /** Parameters of the last time it ran. */
  values: unknown[];
  /** Milliseconds of each time while the recorder was on. */
  times: number[];
};
export type Recorder = { statements: Map<string, Statement>; on: boolean };

/** Times every statement of a database's pool, and keeps its parameters. */
export function recordStatements(database: Database): Recorder {
  const recorder: Recorder = { statements: new Map(), on: false };
  watchStatements(database, () => (text, values, _result, ms) => {
    if (!recorder.on) return;
    const kept = recorder.statements.get(text) ?? { text, values, times: [] };
    recorder.statements.set(text, kept);
    kept.values = values;
    kept.times.push(ms);
  });
  return recorder;
}
