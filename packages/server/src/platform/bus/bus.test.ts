import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { createBacklog, unpacked, type Bus, type Signal } from "./bus.ts";
import { sql } from "../database/database.ts";
import { createLogger } from "../observability/logger.ts";
import { createPgBus } from "./pg-bus.ts";

let world: Harness;
const open: Bus[] = [];
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(async () => {
  for (const bus of open) await bus.close();
  await world.stop();
});

/** One replica's bus on the shared database, with the signals it received. */
function replica() {
  const bus = createPgBus(world.database.pool, world.config.databaseUrl, createLogger("silent"));
  open.push(bus);
  const received: Signal[] = [];
  const gaps = { count: 0 };
  bus.subscribe("session", (signal) => received.push(signal));
  bus.onGap(() => void gaps.count++);
  return { bus, received, gaps };
}

const signal = (n: number, key = "driver"): Signal => ({
  topic: "session",
  key,
  id: `ses_${n}`,
  version: n,
});
/** Publishes a signal until it is received: the listener connects in the background. */
const publishUntilReceived = async (from: Bus, who: { received: Signal[] }, n: number) => {
  await expect
    .poll(() => {
      from.publish(signal(n));
      return who.received.some(({ version }) => version === n);
    })
    .toBe(true);
};

test("a signal reaches every replica, many at once in one message", async () => {
  const [one, other] = [replica(), replica()];
  await publishUntilReceived(one.bus, one, 1);
  await publishUntilReceived(one.bus, other, 2);
  for (let n = 10; n < 400; n++) one.bus.publish(signal(n, "käyttäjä".repeat(5)));
  await expect.poll(() => other.received.filter(({ version }) => version >= 10).length).toBe(390);
  expect(other.received.at(-1)).toEqual(signal(399, "käyttäjä".repeat(5)));
});

test("a replica whose listening connection broke is informed of the gap, and then gets new signals", async () => {
  const [one, other] = [replica(), replica()];
  await publishUntilReceived(one.bus, other, 1);
  expect(other.gaps.count).toBe(0);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'listen%' and datname = current_database()`.execute(world.database.db);
  await expect.poll(() => other.gaps.count, { timeout: 10_000 }).toBeGreaterThan(0);
  await publishUntilReceived(one.bus, other, 2);
});

test("when too many signals wait, they are replaced by one gap signal", () => {
  const backlog = createBacklog(3);
  for (let n = 1; n <= 5; n++) backlog.add(signal(n));
  const topics = backlog
    .head(10_000)
    .flatMap((each) => unpacked(`[${each}]`))
    .map(({ topic }) => topic);
  expect(topics).toEqual(["gap", "session", "session"]);
  expect(unpacked("nonsense")).toEqual([]);
});
