import { openDatabase, sql, type Database } from "@voltmarg/testkit/ledger";
import { countSent } from "./count-sent.ts";
import { databaseMs } from "../../proc.ts";

/** What a piece of work cost. */
export type Cost = {
  /** Transactions that write; each waits for its commit. */
  commits: number;
  /** Statements sent, `begin` and `commit` included. */
  statements: number;
  /** Rows inserted, updated and deleted, by functions too. */
  rows: number;
  walBytes: number;
  /** Processor milliseconds of this process: the service and what stands in for operators and provider. */
  service: number;
  /** Processor milliseconds of PostgreSQL. */
  database: number;
};

export const NOTHING: Cost = {
  commits: 0,
  statements: 0,
  rows: 0,
  walBytes: 0,
  service: 0,
  database: 0,
};

const combine = (one: Cost, other: Cost, how: (a: number, b: number) => number): Cost => ({
  commits: how(one.commits, other.commits),
  statements: how(one.statements, other.statements),
  rows: how(one.rows, other.rows),
  walBytes: how(one.walBytes, other.walBytes),
  service: how(one.service, other.service),
  database: how(one.database, other.database),
});

export const plus = (one: Cost, other: Cost) => combine(one, other, (a, b) => a + b);
export const times = (cost: Cost, factor: number) => combine(cost, NOTHING, (a) => a * factor);
export const processorOf = ({ service, database }: Cost) => service + database;

export type Meter = {
  measure(work: () => Promise<unknown>): Promise<Cost>;
  close(): Promise<void>;
};

/**
 * Measures what `database` does, on a server that has pg_stat_statements loaded. One piece of work at a time; WAL and
 * processor are those of the whole server.
 */
export async function openMeter(connectionString: string, database: Database): Promise<Meter> {
  const { db, close } = openDatabase(connectionString, () => {}, 1);
  const sent = countSent(database);
  await sql`create extension if not exists pg_stat_statements`.execute(db);
  await sql`set pg_stat_statements.track = 'none'`.execute(db);
  const pid = await sql<{ pid: string }>`
    select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`.execute(db);
  const postmaster = Number(pid.rows[0]?.pid);

  const counted = async () => {
    const { rows } = await sql<Record<"rows" | "walBytes", string>>`
      select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as "walBytes",
        coalesce(sum(rows) filter (where query ~* '^\\s*(insert|update|delete|with\\M.*\\m(insert|update|delete))\\M'), 0)::text as rows
      from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`.execute(
      db,
    );
    const { rows: changed, walBytes } = rows[0]!;
    return {
      ...sent(),
      rows: Number(changed),
      walBytes: Number(walBytes),
    };
  };
  // The counting itself takes processor time, which belongs to no work.
  const processor = () => {
    const { user, system } = process.cpuUsage();
    return { service: (user + system) / 1_000, database: databaseMs(postmaster) };
  };

  return {
    measure: async (work) => {
      const before = await counted();
      const from = processor();
      await work();
      const until = processor();
      const after = await counted();
      return combine({ ...after, ...until }, { ...before, ...from }, (a, b) => a - b);
    },
    close,
  };
}
