import { readdirSync } from "node:fs";
import type { Database } from "@voltmarg/testkit/ledger";
import { residentMb } from "../../proc.ts";
import type { Heap } from "./heap.ts";

/** Resources of a process at one moment. */
export type Sample = {
  /** Seconds since the run began. */
  second: number;
  /** Memory after garbage collection, and the reachable part of it. */
  rssMb: number;
  reachedMb: number;
  files: number;
  /** Connections of this service to the database. */
  connections: number;
  timers: number;
  /** Rows that should have run more than a minute ago. */
  stuck: number;
};

const STUCK_SECONDS = 60;

export async function takeSample(at: {
  pid: number;
  heap: Heap;
  url: string;
  database: Database;
  began: number;
}): Promise<Sample> {
  const reachedMb = await at.heap.reachedMb();
  const { rows } = await at.database.pool.query<{ connections: number; stuck: number }>(
    `select (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid())
         as connections,
       (select count(*)::int from outbox where done_at is null
         and greatest(due_at, leased_until) < now() - make_interval(secs => $1)) as stuck`,
    [STUCK_SECONDS],
  );
  const figures = await (await fetch(`${at.url}/metrics`)).text();
  const timers = /nodejs_active_resources\{type="Timeout"\} (\d+)/.exec(figures)?.[1];
  return {
    second: Math.round((performance.now() - at.began) / 1000),
    reachedMb,
    rssMb: residentMb(at.pid),
    files: readdirSync(`/proc/${at.pid}/fd`).length,
    timers: Number(timers ?? 0),
    ...rows[0]!,
  };
}

/** MB per minute by linear regression over the samples (least squares). */
export function slopeOf(looks: readonly Sample[], which: "rssMb" | "reachedMb"): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const minutes = looks.map(({ second }) => second / 60);
  const sizes = looks.map((look) => look[which]);
  const [x, y] = [mean(minutes), mean(sizes)];
  const spread = minutes.reduce((sum, minute) => sum + (minute - x) ** 2, 0);
  const together = minutes.reduce((sum, minute, nth) => sum + (minute - x) * (sizes[nth]! - y), 0);
  return spread === 0 ? 0 : together / spread;
}
