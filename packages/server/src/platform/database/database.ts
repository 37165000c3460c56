import pg from "pg";
import { isTraced, noteQuery } from "../observability/tracing.ts";
import { planKept, sql, type Queryable, type Result, type Sent, type Sql } from "./sql.ts";
import { isTaken, sqlState } from "./sql-state.ts";

// Money is bigint in the database and must stay exact: int8 is read as BigInt, numeric as text.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== "binary"
      ? BigInt
      : (pg.types.getTypeParser(oid, format) as never),
};

/** An open transaction. */
export type Tx = Queryable & {
  /** What runs as its last part. */
  readonly before: (() => Promise<unknown>)[];
  /** What runs after its commit. */
  readonly after: (() => void)[];
};

export type Database = {
  db: Queryable;
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

/**
 * Runs `work` as the last part of a transaction: for what takes a lock that everybody needs, so that it is held for as
 * short as can be. What it writes cannot be read in the transaction before.
 */
export const beforeCommit = (tx: Tx, work: () => Promise<unknown>): void =>
  void tx.before.push(work);

/** Runs `work` after the commit of a transaction, never after a rollback. Null: runs it now. */
export const afterCommit = (tx: Tx | null, work: () => void): void =>
  tx ? void tx.after.push(work) : work();

/** How long each statement of a transaction waits for a lock before it fails. */
export const waitAtMost = (tx: Tx, ms: number) =>
  sql`select set_config('lock_timeout', ${String(ms)}, true) as ms ${planKept}`.execute(tx);

const BEGIN = sql`begin`;
const COMMIT = sql`commit`;
const ROLLBACK = sql`rollback`;

/** A name that is missing or taken: a pooler hands statements to another connection than the one that has their plans. */
const LOST_PLAN = new Set(["26000", "42P05"]);
const RETRYABLE = new Set(["40001", "40P01", ...LOST_PLAN]);

const ATTEMPTS = 5;

async function repeating<T>(
  work: () => Promise<T>,
  isPassing: (error: unknown) => boolean,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isPassing(error)) throw error;
    }
  }
}

const retrying = <T>(work: () => Promise<T>): Promise<T> =>
  repeating(work, (error) => RETRYABLE.has(sqlState(error) ?? ""));

/**
 * Runs `work` again when it collided with a row written at the same moment. With two unique indexes, ON CONFLICT waits at
 * one of them only, and several writers can collide more than once.
 */
export const againIfTaken = <T>(work: () => Promise<T>): Promise<T> => repeating(work, isTaken);

/** A pool configured as our SQL expects. `onError` receives errors of idle connections. */
export function openPool(
  connectionString: string,
  onError: (error: Error) => void,
  max: number,
): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, types, connectionTimeoutMillis: 2500 });
  pool.on("error", onError);
  // A checked-out client can break too; an unhandled error event would end the process.
  pool.on("connect", (client) => {
    client.on("error", onError);
  });
  return pool;
}

/**
 * Opens a database. `onError` receives errors of idle connections, which are replaced. `keepsPlans`: of statements that
 * ask for it; not through a pooler.
 */
export function openDatabase(
  connectionString: string,
  onError: (error: Error) => void,
  max = 16,
  keepsPlans = false,
): Database {
  return databaseOn(openPool(connectionString, onError, max), keepsPlans);
}

/** Runs a statement whose rows are taken one by one as they arrive. */
const stream = ({ text, values }: Sent, client: pg.PoolClient, each: (row: never) => void) =>
  new Promise<Result<never>>((resolve, reject) => {
    let failure: { error: unknown } | null = null;
    // A callback, not the events `error` and `end`: with `query_timeout` in the URL there would be none after an error.
    const query = new pg.Query(text, values, (error, result) => {
      const failed = failure ?? (error && { error });
      if (failed) reject(failed.error);
      else resolve(result as never);
    });
    query.on("row", (row, result) => {
      // Because of the callback it keeps them.
      result!.rows.length = 0;
      try {
        if (!failure) each(row as never);
      } catch (error) {
        // Thrown on, it would end the process.
        failure = { error };
      }
    });
    client.query(query);
  });

/** A database on an existing pool. */
export function databaseOn(pool: pg.Pool, keepsPlans = false): Database {
  let names = keepsPlans;

  const send = async (sent: Sent, client: pg.PoolClient) => {
    const { text, values, name, each } = sent;
    if (each) return stream(sent, client, each);
    try {
      const result = (await (name && names
        ? client.query({ name, text, values })
        : client.query(text, values))) as pg.QueryResult<never> | pg.QueryResult<never>[];
      // Several statements in one text have as many results.
      return Array.isArray(result) ? result.at(-1)! : result;
    } catch (error) {
      if (LOST_PLAN.has(sqlState(error) ?? "")) names = false;
      throw error;
    }
  };
  const run = async (sent: Sent, client: pg.PoolClient): Promise<Result<never>> => {
    if (!isTraced()) return send(sent, client);
    const began = performance.now();
    let failed = true;
    try {
      const result = await send(sent, client);
      failed = false;
      return result;
    } finally {
      noteQuery(sent.text, performance.now() - began, failed);
    }
  };
  const db: Queryable = {
    run: async (sent) => {
      const client = await pool.connect();
      try {
        return await run(sent, client);
      } finally {
        client.release();
      }
    },
  };
  const transactOnce = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let isBroken = false;
    const tx: Tx = { run: (sent) => run(sent, client), before: [], after: [] };
    let result: T;
    try {
      await BEGIN.execute(tx);
      result = await work(tx);
      for (const each of tx.before) await each();
      const { command } = await COMMIT.execute(tx);
      // A statement has failed, and `work` went on: PostgreSQL rolls back then, and reports no error.
      if (command !== "COMMIT") throw new Error("the transaction was rolled back");
    } catch (error) {
      await ROLLBACK.execute(tx).catch(() => void (isBroken = true));
      throw error;
    } finally {
      client.release(isBroken);
    }
    for (const each of tx.after) each();
    return result;
  };
  return {
    db,
    pool,
    transact: (work) => retrying(() => transactOnce(work)),
    alone: (statement) => retrying(() => statement(db)),
    close: () => pool.end(),
  };
}

/** All rows of a query. */
export async function rows<Row>(on: Queryable, query: Sql<Row>): Promise<Row[]> {
  return (await query.execute(on)).rows;
}

/** The first row, or null. */
export async function one<Row>(on: Queryable, query: Sql<Row>): Promise<Row | null> {
  return (await query.execute(on)).rows[0] ?? null;
}

/** The columns of a row, as they are listed in a statement; the compiler names one that is missing. */
export const columnsOf = <Row>(columns: Record<keyof Row & string, true>) =>
  sql.raw(Object.keys(columns).join(", "));

export { planKept, sql, type Queryable, type Sql } from "./sql.ts";
