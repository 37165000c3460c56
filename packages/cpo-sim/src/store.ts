import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

type Row = Record<string, string | number | null>;

/** All persistent state. One JSON document per object, with the searchable columns beside it. */
const schema = `
  CREATE TABLE IF NOT EXISTS registration (operator TEXT PRIMARY KEY, data TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS driver_token (operator TEXT, uid TEXT, type TEXT, data TEXT NOT NULL, PRIMARY KEY (operator, uid, type));
  CREATE TABLE IF NOT EXISTS evse (
    uid TEXT PRIMARY KEY, operator TEXT NOT NULL, position INTEGER NOT NULL,
    status TEXT, plugged INTEGER NOT NULL DEFAULT 0, charges INTEGER NOT NULL DEFAULT 0, updated_at INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS evse_by_change ON evse (operator, updated_at);
  CREATE INDEX IF NOT EXISTS evse_by_position ON evse (operator, position);
  CREATE TABLE IF NOT EXISTS session (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, operator TEXT NOT NULL, evse_uid TEXT NOT NULL,
    status TEXT NOT NULL, updated_at INTEGER NOT NULL, data TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS session_by_change ON session (operator, updated_at);
  CREATE INDEX IF NOT EXISTS session_by_evse ON session (evse_uid, status);
  CREATE TABLE IF NOT EXISTS cdr (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, operator TEXT NOT NULL, updated_at INTEGER NOT NULL, data TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS cdr_by_change ON cdr (operator, updated_at);
  CREATE TABLE IF NOT EXISTS command (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, operator TEXT NOT NULL, data TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS agenda (seq INTEGER PRIMARY KEY, due INTEGER NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, data TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS agenda_by_due ON agenda (due, seq);
  CREATE INDEX IF NOT EXISTS agenda_by_subject ON agenda (subject);
  CREATE TABLE IF NOT EXISTS push (seq INTEGER PRIMARY KEY AUTOINCREMENT, operator TEXT NOT NULL, lane TEXT NOT NULL, data TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS scenario (evse_uid TEXT PRIMARY KEY, name TEXT NOT NULL, remaining INTEGER);
  CREATE TABLE IF NOT EXISTS appetite (evse_uid TEXT PRIMARY KEY, data TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
`;

export type Store = {
  all(sql: string, ...values: SQLInputValue[]): Row[];
  get(sql: string, ...values: SQLInputValue[]): Row | undefined;
  run(sql: string, ...values: SQLInputValue[]): void;
  transact<T>(work: () => T): T;
  close(): void;
};

/** In memory without a directory. */
export function openStore(stateDir: string | null): Store {
  if (stateDir !== null) mkdirSync(stateDir, { recursive: true });
  const database = new DatabaseSync(stateDir === null ? ":memory:" : join(stateDir, "cpo-sim.db"));
  // Written pages survive the death of the process, which is all a simulator needs.
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;");
  database.exec(schema);

  const prepared = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const statement = (sql: string) => {
    let known = prepared.get(sql);
    if (!known) prepared.set(sql, (known = database.prepare(sql)));
    return known;
  };
  let depth = 0;
  return {
    all: (sql, ...values) => statement(sql).all(...values) as Row[],
    get: (sql, ...values) => statement(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => void statement(sql).run(...values),
    transact: (work) => {
      if (depth > 0) return work();
      database.exec("BEGIN IMMEDIATE");
      depth += 1;
      try {
        const result = work();
        database.exec("COMMIT");
        return result;
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      } finally {
        depth -= 1;
      }
    },
    close: () => database.close(),
  };
}
