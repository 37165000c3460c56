import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "@voltmarg/testkit/random";
import { until } from "@voltmarg/world/until";
import type { ReplicasBed } from "../../test-bed.ts";
import type { Say } from "../../report.ts";

export type Blow = "kill" | "drain" | "nats" | "database";
export type Blows = Record<Blow, number>;

/** Percent of all failures. */
const OFTEN: readonly [Blow, number][] = [
  ["kill", 45],
  ["drain", 35],
  ["nats", 12],
  ["database", 8],
];

/** The time the balancer's health checks need to see that a replica is back and to send it its share. */
const BREATH_MS = 500;

/**
 * Injects one failure after another, each once the previous is recovered from: at least two replicas are ready when
 * one fails.
 */
export async function strike(
  testBed: ReplicasBed,
  random: Random,
  plan: { first: readonly Blow[]; pauseMs: readonly [number, number]; goesOn(): boolean },
  say: Say,
): Promise<Blows> {
  const blows: Blows = { kill: 0, drain: 0, nats: 0, database: 0 };
  const queue = [...plan.first];
  while (plan.goesOn()) {
    await wait(random.int(...plan.pauseMs));
    if (!plan.goesOn()) break;
    const blow = queue.shift() ?? choose(random);
    if (blow === "nats" && !testBed.nats) continue;
    await until("two replicas stand", async () => testBed.balancer.ready >= 2, 120_000);
    say(`  ${blow}`);
    await hit(testBed, random, blow);
    blows[blow] += 1;
  }
  return blows;
}

function choose(random: Random): Blow {
  let left = random.int(1, 100);
  for (const [blow, share] of OFTEN) if ((left -= share) <= 0) return blow;
  return "kill";
}

async function hit(testBed: ReplicasBed, random: Random, blow: Blow): Promise<void> {
  const replica = random.pick(testBed.replicas);
  switch (blow) {
    case "kill":
      replica.kill("SIGKILL");
      break;
    case "drain": {
      const { pid, port } = replica;
      testBed.balancer.leaving(port, true);
      replica.kill("SIGTERM");
      await until("a replica has left", async () => replica.pid !== pid, 60_000);
      testBed.balancer.leaving(port, false);
      break;
    }
    case "nats":
      await testBed.nats?.restart();
      break;
    case "database":
      await testBed.killDatabase();
      break;
  }
  await wait(BREATH_MS);
}
