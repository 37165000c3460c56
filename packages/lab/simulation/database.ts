import { databaseOn, openPool, type Database } from "@voltmarg/testkit/service-parts";
import type { PoolClient } from "pg";
import type { Scheduler } from "./scheduler.ts";
import { Yielded, type LockMode } from "./task.ts";

type Pool = ReturnType<typeof openPool>;
type Raw = PoolClient;
type Result = { command: string; rowCount: number | null; rows: unknown[] };

/** Shares of all statements that fail. */
export type DatabaseFaults = {
  /** The connection is lost before a statement, a commit included. */
  lostBefore: number;
  /** The connection is lost after a commit or an autocommitted write: it took effect, and the caller gets an error. */
  lostAfter: number;
  /** Serialization failure or deadlock. */
  conflict: number;
};

export const noFaults: DatabaseFaults = { lostBefore: 0, lostAfter: 0, conflict: 0 };

export type SimulatedDatabase = {
  database: Database;
  faults: DatabaseFaults;
  /** Failed statements so far. */
  failed(): number;
  /** Commits and autocommitted writes so far. */
  written(): number;
  /** Work outside the scheduler's turns, which ends by itself. */
  underWay(): number;
  /** Violates durability: sometimes a lost commit is confirmed as done. */
  lies: boolean;
  /** Rolls back what the process held open; call between `scheduler.die` and the next service. */
  rollBack(): Promise<void>;
  close(): Promise<void>;
};

const CONNECTIONS = 40;
/** Each connection prepares each statement once: otherwise planning would be half of the database's work. */
const SETTINGS = "-c plan_cache_mode=force_generic_plan -c jit=off";
/** Share of commits that a broken database only pretends to make. */
const LIES = 0.2;
const failure = (code: string, message: string) => Object.assign(new Error(message), { code });
const deadlock = () => failure("40P01", "deadlock detected");
const lost = () => new Error("Connection terminated unexpectedly");
/** The error of a cancelled statement. */
const CANCELED = "57014";
/** Other statements need no savepoint: they wait for no lock. */
const CAN_WAIT = /^\s*(select|insert|update|delete|with|lock)\b/i;
const processOf = (raw: Raw) => (raw as unknown as { processID: number }).processID;

/**
 * A database whose every statement takes a turn, gets the simulated time, and may fail as databases and networks do.
 */
export function simulateDatabase(
  connectionString: string,
  scheduler: Scheduler,
  nowMs: () => number,
): SimulatedDatabase {
  const real = openPool(connectionString, () => {}, CONNECTIONS);
  // A busy machine may take longer.
  real.options.connectionTimeoutMillis = 0;
  real.options.options = SETTINGS;
  const idle: Raw[] = [];
  const used = new Set<Raw>();
  let failed = 0;
  let written = 0;
  let returning = 0;

  const connectionOf = () => {
    /** The real connection, held during a transaction or a single statement: few connections keep prepared plans. */
    let raw: Raw | null = null;
    let open = false;
    let dead = false;
    let aborted = false;
    const take = async (): Promise<Raw> => {
      if (raw) return raw;
      const taken = idle.pop() ?? (await real.connect());
      used.add(taken);
      return (raw = taken);
    };
    const giveBack = () => {
      if (raw && used.delete(raw)) idle.push(raw);
      raw = null;
    };
    /** Runs it in the given lock mode; a statement that fails because it was cancelled has waited for a lock. */
    const send = async (text: string, values: readonly unknown[], manner: LockMode) => {
      const on = await take();
      if (manner === "victim") {
        aborted = open;
        throw deadlock();
      }
      const givesWay = manner === "gives way" && CAN_WAIT.test(text);
      if (givesWay && open) await on.query("savepoint before_it");
      try {
        const result = (await on.query(queryOf(text, values, nowMs()))) as Result;
        if (givesWay && open) await on.query("release savepoint before_it");
        return result;
      } catch (error) {
        if ((error as { code?: string }).code !== CANCELED) throw error;
        if (!givesWay) throw deadlock();
        if (open) await on.query("rollback to savepoint before_it");
        throw new Yielded();
      }
    };
    const run = async (
      text: string,
      values: readonly unknown[],
      manner: LockMode,
    ): Promise<Result> => {
      if (dead) throw lost();
      const word = text.trimStart().slice(0, 8).toLowerCase();
      const ends = word === "rollback" || word.startsWith("commit");
      if (aborted && !ends) throw failure("25P02", "current transaction is aborted");
      const { draw } = scheduler;
      const roll = draw.fraction();
      const { lostBefore, lostAfter, conflict } = simulated.faults;
      const lose = async () => {
        if (open) await raw!.query("rollback");
        scheduler.released();
        open = false;
        dead = true;
        failed += 1;
        scheduler.trace("lost connection");
        throw lost();
      };
      if (simulated.lies && word.startsWith("commit") && draw.chance(LIES)) {
        if (open) await raw!.query("rollback");
        scheduler.released();
        open = false;
        return { command: "COMMIT", rowCount: null, rows: [] };
      }
      if (roll < lostBefore) await lose();
      if (roll < lostBefore + conflict && open && !ends) {
        aborted = true;
        failed += 1;
        scheduler.trace("conflict");
        throw draw.chance(0.5) ? failure("40001", "could not serialize access") : deadlock();
      }
      const result = await send(aborted ? "rollback" : text, values, manner);
      if (word.startsWith("begin") || word.startsWith("start tr")) open = true;
      const alone = !open && !word.startsWith("select");
      if (alone || word.startsWith("commit")) written += 1;
      if (ends) scheduler.released();
      if (ends) {
        open = false;
        aborted = false;
      }
      if ((alone || word.startsWith("commit")) && roll > 1 - lostAfter) await lose();
      return result;
    };
    const breakOff = async () => {
      open = false;
      dead = true;
      returning += 1;
      await raw!.query("rollback");
      returning -= 1;
      scheduler.released();
      giveBack();
    };
    return {
      query: (text: string, values: readonly unknown[] = []) =>
        scheduler.work(
          `sql ${squeezed(text)} ${told(values)}`,
          (manner) =>
            run(text, values, manner).finally(() => {
              if (!open) giveBack();
            }),
          { pid: () => raw && processOf(raw) },
        ),
      // In the middle of a transaction: real pools discard such a connection.
      release: () => void (open && breakOff()),
    };
  };

  const simulated: SimulatedDatabase = {
    database: databaseOn({
      connect: async () => connectionOf(),
      end: async () => {},
      options: {},
    } as unknown as Pool),
    faults: noFaults,
    failed: () => failed,
    written: () => written,
    underWay: () => returning,
    lies: false,
    rollBack: async () => {
      for (const raw of [...used].toSorted((a, b) => processOf(a) - processOf(b))) {
        await raw.query("rollback");
        idle.push(raw);
      }
      used.clear();
    },
    close: async () => {
      for (const raw of [...idle, ...used]) raw.release(true);
      await real.end();
    },
  };
  return simulated;
}

const names = new Map<string, string>();
/** A name makes the connection keep the plan. */
function queryOf(asked: string, known: readonly unknown[], nowMs: number) {
  const text = certain(asked).replaceAll("now()", `$${known.length + 1}::timestamptz`);
  // The database's time is the simulated one.
  const values = asked.includes("now()") ? [...known, new Date(nowMs)] : [...known];
  if (values.length === 0) return { text };
  const name = names.get(text) ?? `q${names.size}`;
  names.set(text, name);
  return { name, text, values };
}
/** Of outbox rows due at the same instant PostgreSQL may take any; here it is the oldest. */
const certain = (text: string) =>
  text.replace("order by due_at limit 1", "order by due_at, id limit 1");

const squeezes = new Map<string, string>();
function squeezed(text: string): string {
  const known = squeezes.get(text) ?? text.replaceAll(/\s+/g, " ");
  squeezes.set(text, known);
  return known;
}

const told = (values: readonly unknown[]) =>
  JSON.stringify(values, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
