import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "@voltmarg/testkit/random";
import { until } from "@voltmarg/world/until";
import type { Cluster } from "./cluster.ts";
import type { Machine } from "./machine.ts";
import type { Say } from "../../report.ts";

/** kill: the machine dies; isolate: it loses etcd; freeze: its Patroni hangs while PostgreSQL runs on. */
export type Blow = "kill" | "isolate" | "freeze";
export type Blows = Record<Blow, number>;
const BLOWS: readonly Blow[] = ["kill", "isolate", "freeze"];

/** How far the standbys are behind when a primary dies: what it confirmed alone in this time is lost with it. */
const BEHIND_MS = 2_500;
const WITHIN_MS = 180_000;
/** The old primary goes on for a while beside the new one before it learns of it. */
const SIDE_BY_SIDE_MS = 3_000;

/** Strikes one primary after the other, each once all machines are back; each comes back and follows the next. */
export async function strike(
  cluster: Cluster,
  random: Random,
  plan: { pauseMs: number; goesOn(): boolean },
  say: Say,
): Promise<Blows> {
  const blows: Blows = { kill: 0, isolate: 0, freeze: 0 };
  const queue = [...BLOWS];
  while (plan.goesOn()) {
    await until("all machines are back", () => cluster.isWhole(), WITHIN_MS);
    await wait(plan.pauseMs);
    if (!plan.goesOn()) break;
    const primary = await until("there is a primary", () => cluster.primary());
    const blow = queue.shift() ?? random.pick(BLOWS);
    const began = performance.now();
    const next = await hit(cluster, primary, blow);
    blows[blow] += 1;
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    say(`  ${blow} ${primary.name}: ${next.name} is the primary ${seconds} s later`);
  }
  await until("all machines are back", () => cluster.isWhole(), WITHIN_MS);
  return blows;
}

async function hit(cluster: Cluster, primary: Machine, blow: Blow): Promise<Machine> {
  const another = () =>
    until(
      `another primary than ${primary.name}`,
      async () => {
        const now = await cluster.primary();
        return now && now !== primary && now;
      },
      WITHIN_MS,
    );
  switch (blow) {
    case "kill": {
      primary.fromOthers.silence();
      await wait(BEHIND_MS);
      await primary.kill();
      primary.fromOthers.mend();
      const next = await another();
      primary.boot();
      return next;
    }
    case "isolate": {
      primary.toEtcd.silence();
      const next = await another();
      await wait(SIDE_BY_SIDE_MS);
      primary.toEtcd.mend();
      return next;
    }
    case "freeze": {
      primary.freeze(true);
      const next = await another();
      await wait(SIDE_BY_SIDE_MS);
      primary.freeze(false);
      return next;
    }
  }
}
