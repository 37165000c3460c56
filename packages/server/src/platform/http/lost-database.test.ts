import { support } from "@voltmarg/contract";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, expect, test } from "vitest";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

test("while no connection to the database can be made, callers get 503 and Retry-After; then the same process answers", async () => {
  const { pool } = world.database;
  const { options } = pool;
  const { connectionString } = options;
  const driver = await world.signUp();
  const ask = { token: driver.token };
  const one = await pool.connect();
  options.connectionString = "postgresql://127.0.0.1:1/nowhere";
  await one.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  one.release(true);
  for (let nth = 0; nth < 5; nth++) {
    const { status, headers, body } = await world.refused(support.findSupportInformation, ask);
    expect([status, headers.get("retry-after"), body.code]).toEqual([503, "2", "UNAVAILABLE"]);
  }
  options.connectionString = connectionString;
  expect((await world.call(support.findSupportInformation, ask)).status).toBe(200);
});
