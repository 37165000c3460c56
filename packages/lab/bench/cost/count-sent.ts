import type { Database } from "@voltmarg/testkit/ledger";

type Result = { command?: string; rowCount?: number | null };

/** What answers as a SELECT and writes: `with … update`, functions of the ledger; a row that is locked is written as well. */
const WRITES =
  /\b(insert into|update \w+ (\w+ )?set|delete from|for update|ledger_move|ledger_hold_\w+)\b/i;
const COMMANDS = new Set(["INSERT", "UPDATE", "DELETE"]);

/** How `drain` looks whether anything is due. The service is rung for what it enqueues, and does not look. */
const LOOK = "due_outbox_shards(";

export type Sent = {
  /** Transactions that changed or locked a row; a statement of its own is one. */
  commits: number;
  /** `begin` and `commit` included. */
  statements: number;
};

/**
 * Counts what a database's pool sends. Other users of the server do not count, so that tests can compare it.
 */
export function countSent({ pool }: Database): () => Sent {
  let count = 0;
  let statements = 0;
  const watched = new WeakSet<object>();
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<Client>;
  Object.assign(pool, {
    connect: async (...given: unknown[]) => {
      const client = await connect(...given);
      // With a callback there is no answer.
      if (!client) return client;
      if (watched.has(client)) return client;
      watched.add(client);
      let open: { wrote: boolean } | null = null;
      const query = client.query.bind(client);
      client.query = async (...sent) => {
        const [first] = sent;
        const text = (typeof first === "string" ? first : (first as { text: string }).text).trim();
        if (!text.includes(LOOK)) statements += 1;
        if (/^(begin|start transaction)\b/i.test(text)) open = { wrote: false };
        const result = await query(...sent);
        const changed = COMMANDS.has(result.command ?? "");
        const wrote = changed ? (result.rowCount ?? 0) > 0 : WRITES.test(text);
        if (open) open.wrote ||= wrote;
        else if (wrote) count += 1;
        if (/^(commit|rollback)$/i.test(text)) {
          if (open?.wrote && /^commit$/i.test(text)) count += 1;
          open = null;
        }
        return result;
      };
      return client;
    },
  });
  return () => ({ commits: count, statements });
}

type Client = { query(...given: unknown[]): Promise<Result> };
