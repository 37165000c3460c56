import { openDatabase } from "@voltmarg/testkit/service-parts";

/** Lock waits in a database server. */
export type Locks = {
  /** The processes that this one waits for. */
  blockersOf(pid: number): Promise<readonly number[]>;
  /** Cancels the current statement of a process, which then fails. */
  cancel(pid: number): Promise<void>;
  close(): Promise<void>;
};

/** Connects to another database of the same server, which stays when the databases of the seeds are dropped. */
export function openLocks(connectionString: string): Locks {
  const there = new URL(connectionString);
  there.pathname = "/postgres";
  const { pool } = openDatabase(there.href, () => {}, 1);
  pool.options.connectionTimeoutMillis = 0;
  return {
    blockersOf: async (pid) => {
      const { rows } = await pool.query<{ pids: number[] }>({
        name: "blockers",
        text: "select pg_blocking_pids($1) as pids",
        values: [pid],
      });
      return rows[0]!.pids;
    },
    cancel: async (pid) => {
      await pool.query("select pg_cancel_backend($1)", [pid]);
    },
    close: () => pool.end(),
  };
}
