import type { Database } from "@voltmarg/testkit/ledger";

export type Statement = {
  text: string;
  /** Parameters of the last time it ran. */
  values: unknown[];
  /** Milliseconds of each time while the recorder was on. */
  times: number[];
};
export type Recorder = { statements: Map<string, Statement>; on: boolean };
type Query = (text: unknown, values?: unknown[], callback?: unknown) => Promise<unknown>;

/** Times every statement of a database's pool, and keeps its parameters. */
export function recordStatements({ pool }: Database): Recorder {
  const recorder: Recorder = { statements: new Map(), on: false };
  const patched = new WeakSet<object>();
  pool.on("acquire", (client) => {
    if (patched.has(client)) return;
    patched.add(client);
    const query = client.query.bind(client) as unknown as Query;
    const timed: Query = async (text, values, callback) => {
      // The pool's own `query`, which no store uses.
      if (callback) return query(text, values, callback);
      const began = performance.now();
      const result = await query(text, values);
      if (recorder.on && typeof text === "string") note(text, values ?? [], began);
      return result;
    };
    Object.assign(client, { query: timed });
  });
  const note = (text: string, values: unknown[], began: number) => {
    const kept = recorder.statements.get(text) ?? { text, values, times: [] };
    recorder.statements.set(text, kept);
    kept.values = values;
    kept.times.push(performance.now() - began);
  };
  return recorder;
}
