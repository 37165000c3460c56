import { databaseOn, openPool, type Database } from "@voltmarg/server/service-parts";
import type { PoolClient } from "pg";
import type { Turns } from "./turns.ts";

type Pool = ReturnType<typeof openPool>;
type Raw = PoolClient;
type Result = { command: string; rowCount: number | null; rows: unknown[] };

/** Shares of all statements that end badly. */
export type DatabaseFaults = {
  /** The connection is lost before a statement, a commit included. */
  lostBefore: number;
  /** It is lost after a commit or a write of its own: done, and nobody is told. */
  lostAfter: number;
  /** Serialization failure or deadlock. */
  conflict: number;
};

export const noFaults: DatabaseFaults = { lostBefore: 0, lostAfter: 0, conflict: 0 };

export type SimulatedDatabase = {
  database: Database;
  faults: DatabaseFaults;
  /** Statements that ended badly so far. */
  failed(): number;
  /** Commits and writes without one so far. */
  written(): number;
  /** Breaks the rule of all: a commit that never was is told as done, now and then. */
  lies: boolean;
  /** What the process held is rolled back; call between `turns.die` and the next service. */
  rollBack(): Promise<void>;
  close(): Promise<void>;
};

const CONNECTIONS = 40;
/** Share of commits that a lying database only says it made. */
const LIES = 0.2;
const failure = (code: string, message: string) => Object.assign(new Error(message), { code });
const lost = () => new Error("Connection terminated unexpectedly");
const processOf = (raw: Raw) => (raw as unknown as { processID: number }).processID;

/** A database whose every statement takes a turn, and may fail as databases and wires do. */
export function simulateDatabase(connectionString: string, turns: Turns): SimulatedDatabase {
  const real = openPool(connectionString, () => {}, CONNECTIONS);
  const idle: Raw[] = [];
  const used = new Set<Raw>();
  let failed = 0;
  let written = 0;

  const connect = async () =>
    connectionOf(idle.pop() ?? (await turns.work("connect", () => real.connect())));

  const connectionOf = (raw: Raw) => {
    used.add(raw);
    let open = false;
    let dead = false;
    let aborted = false;
    const run = async (text: string, values: readonly unknown[]): Promise<Result> => {
      if (dead) throw lost();
      const word = text.trimStart().slice(0, 8).toLowerCase();
      const ends = word === "rollback" || word.startsWith("commit");
      if (aborted && !ends) throw failure("25P02", "current transaction is aborted");
      const { draw } = turns;
      const roll = draw.fraction();
      const { lostBefore, lostAfter, conflict } = simulated.faults;
      const lose = async () => {
        if (open) await raw.query("rollback");
        open = false;
        dead = true;
        failed += 1;
        turns.trace("lost connection");
        throw lost();
      };
      if (simulated.lies && word.startsWith("commit") && draw.chance(LIES)) {
        await raw.query("rollback");
        open = false;
        return { command: "COMMIT", rowCount: null, rows: [] };
      }
      if (roll < lostBefore) await lose();
      if (roll < lostBefore + conflict && open && !ends) {
        aborted = true;
        failed += 1;
        turns.trace("conflict");
        throw draw.chance(0.5)
          ? failure("40001", "could not serialize access")
          : failure("40P01", "deadlock detected");
      }
      const result = (await raw.query(aborted ? "rollback" : text, [...values])) as Result;
      if (word.startsWith("begin") || word.startsWith("start tr")) open = true;
      const alone = !open && !word.startsWith("select");
      if (alone || word.startsWith("commit")) written += 1;
      if (ends) {
        open = false;
        aborted = false;
      }
      if ((alone || word.startsWith("commit")) && roll > 1 - lostAfter) await lose();
      return result;
    };
    return {
      processID: processOf(raw),
      query: (text: string, values: readonly unknown[] = []) =>
        turns.work(`sql ${text.replaceAll(/\s+/g, " ")} ${told(values)}`, () => run(text, values), {
          lockedAs: () => processOf(raw),
        }),
      release: () => {
        if (!used.delete(raw)) return;
        if (!open) return void idle.push(raw);
        // Given back in the middle: real pools throw such a connection away.
        void raw.query("rollback").then(() => idle.push(raw));
      },
    };
  };

  const simulated: SimulatedDatabase = {
    database: databaseOn({ connect, end: async () => {}, options: {} } as unknown as Pool),
    faults: noFaults,
    failed: () => failed,
    written: () => written,
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

const told = (values: readonly unknown[]) =>
  JSON.stringify(values, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
