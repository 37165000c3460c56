import { charging } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { one, openDatabase, sql, type Queryable } from "./database.ts";
import { createLogger } from "../observability/logger.ts";
import { createReplicaReads } from "./read-replica.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const nameOf = async (on: Queryable) =>
  (await one(on, sql<{ name: string }>`select current_setting('application_name') as name`))!.name;

test("reads that may be late use the read replica, and the primary while the replica is down", async () => {
  const url = `${world.config.databaseUrl}&application_name=standby`;
  const standby = openDatabase(url, () => {}, 2);
  const replicaReads = createReplicaReads(world.database, standby, createLogger("silent"));
  expect(await replicaReads(nameOf)).toBe("standby");
  await standby.close();
  expect(await replicaReads(nameOf)).not.toBe("standby");
  const alone = createReplicaReads(world.database, null, createLogger("silent"));
  expect(await alone(nameOf)).not.toBe("standby");
});

test("a history is read from the first page to the last without a read replica too", async () => {
  const { id, token } = await world.signUp();
  for (const page_no of [0, 1]) {
    const { body } = await world.call(charging.searchCdrs, {
      params: { userId: id },
      query: { page_no, page_size: 5 },
      token,
    });
    expect(body).toMatchObject({ content: [], page_no, total_elements: 0 });
  }
});
