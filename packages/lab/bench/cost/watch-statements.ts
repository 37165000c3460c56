import type { Database } from "@voltmarg/testkit/ledger";

export type Result = { command?: string; rowCount?: number | null };
type Named = { text: string; values?: unknown[] | undefined };
type Query = (text: unknown, values?: unknown[], callback?: unknown) => Promise<Result>;

/** Sees every statement that a database's pool sends, on whatever connection: its text, parameters, result and ms. */
export function watchStatements(
  { pool }: Pick<Database, "pool">,
  watcher: () => (text: string, values: unknown[], result: Result, ms: number) => void,
): void {
  const watched = new WeakSet<object>();
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const sent = watcher();
    const query = client.query.bind(client) as unknown as Query;
    const seen: Query = async (first, values, callback) => {
      // The pool's own `query`, which no store uses.
      if (callback) return query(first, values, callback);
      const began = performance.now();
      const result = await query(first, values);
      const named = typeof first === "string" ? { text: first, values } : (first as Named);
      sent(named.text, named.values ?? [], result, performance.now() - began);
      return result;
    };
    Object.assign(client, { query: seen });
  });
}
