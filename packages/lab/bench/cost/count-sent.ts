import type { Database } from "@voltmarg/testkit/ledger";
import { watchStatements } from "./watch-statements.ts";

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

/** Counts what a database's pool sends. Other users of the server do not count, so that tests can compare it. */
export function countSent(database: Database): () => Sent {
  let commits = 0;
  let statements = 0;
  watchStatements(database, () => {
    let open: { wrote: boolean } | null = null;
    return (sent, _values, { command = "", rowCount }) => {
      const text = sent.trim();
      if (!text.includes(LOOK)) statements += 1;
      if (/^(begin|start transaction)\b/i.test(text)) open = { wrote: false };
      const wrote = COMMANDS.has(command) ? (rowCount ?? 0) > 0 : WRITES.test(text);
      if (open) open.wrote ||= wrote;
      else if (wrote) commits += 1;
      if (/^(commit|rollback)$/i.test(text)) {
        if (open?.wrote && /^commit$/i.test(text)) commits += 1;
        open = null;
      }
    };
  });
  return () => ({ commits, statements });
}
