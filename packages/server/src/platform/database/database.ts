import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { noteQuery } from "../observability/tracing.ts";
import { clientsWithPlans, planKept } from "./kept-plans.ts";
import { sqlState } from "./sql-state.ts";

// Money is bigint in the database and must stay exact: int8 is read as BigInt, numeric as text. Only in our own pool:
// the job worker's library reads its ids as text.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== "binary"
      ? BigInt
      : (pg.types.getTypeParser(oid, format) as never),
};

/** No table types: stores write SQL with the `sql` tag and declare each row's type where they read it. */
export type Db = Kysely<Record<string, never>>;
export type Tx = Transaction<Record<string, never>>;
/** Whatever can run a query: the pool or an open transaction. */
export type Queryable = Db | Tx;

export type Database = {
  db: Db;
  pool: pg.Pool;
  /**
   * Runs `work` in a transaction; repeats it after a serialisation failure or deadlock. Keep it short, without I/O
   * inside.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs one statement as its own transaction; repeats it after a serialisation failure or deadlock. */
  alone<T>(statement: (on: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const onCommit = new WeakMap<Tx, (() => void)[]>();

/** Runs `work` after the commit of a transaction that `transact` began, never after a rollback. Null: runs it now. */
export const afterCommit = (tx: Tx | null, work: () => void): void =>
  tx ? void onCommit.get(tx)?.push(work) : work();

/** How long each statement of a transaction waits for a lock before it fails. */
export const waitAtMost = (tx: Tx, ms: number) =>
  sql`select set_config('lock_timeout', ${String(ms)}, true) as ms ${planKept}`.execute(tx);

// The last two: plans were kept where there is a pooler; the next try names no statement.
const RETRYABLE = new Set(["40001", "40P01", "26000", "42P05"]);

async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= 5 || !RETRYABLE.has(sqlState(error) ?? "")) throw error;
    }
  }
}

/**
 * A pool configured as our SQL expects. `onError` receives errors of idle connections. `keepsPlans`: of statements that
 * ask for it; not through a pooler.
 */
export function openPool(
  connectionString: string,
  onError: (error: Error) => void,
  max: number,
  keepsPlans = false,
): pg.Pool {
  const settings = { connectionString, max, types, connectionTimeoutMillis: 2500 };
  const pool = new pg.Pool({ ...settings, ...(keepsPlans && { Client: clientsWithPlans() }) });
  pool.on("error", onError);
  // A checked-out client can break too; an unhandled error event would end the process.
  pool.on("connect", (client) => {
    client.on("error", onError);
  });
  return pool;
}

/** Opens a database. `onError` receives errors of idle connections, which are replaced. */
export function openDatabase(
  connectionString: string,
  onError: (error: Error) => void,
  max = 16,
  keepsPlans = false,
): Database {
  return databaseOn(openPool(connectionString, onError, max, keepsPlans));
}

/** A database on an existing pool. */
export function databaseOn(pool: pg.Pool): Database {
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query, queryDurationMillis }) =>
      noteQuery(query.sql, queryDurationMillis, level === "error"),
  });
  return {
    db,
    pool,
    transact: (work) =>
      retrying(async () => {
        const after: (() => void)[] = [];
        const result = await db.transaction().execute((tx) => {
          onCommit.set(tx, after);
          return work(tx);
        });
        for (const each of after) each();
        return result;
      }),
    alone: (statement) => retrying(() => statement(db)),
    close: () => db.destroy(),
  };
}

/** All rows of a query. */
export async function rows<Row>(on: Queryable, query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(on)).rows;
}

/** The first row, or null. */
export async function one<Row>(
  on: Queryable,
  query: ReturnType<typeof sql<Row>>,
): Promise<Row | null> {
  return (await query.execute(on)).rows[0] ?? null;
}

/** The columns of a row, as they are listed in a statement; the compiler names one that is missing. */
export const columnsOf = <Row>(columns: Record<keyof Row & string, true>) =>
  sql.raw(Object.keys(columns).join(", "));

export { planKept } from "./kept-plans.ts";
export { sql };
