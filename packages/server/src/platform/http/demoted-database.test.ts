import { accounts } from "@voltmarg/contract";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, expect, test } from "vitest";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

/** All new connections are to a primary, or to a server that was demoted. */
async function demote(isDemoted: boolean): Promise<void> {
  const readOnly = isDemoted ? "on" : "off";
  const one = await world.database.pool.connect();
  try {
    await one.query("set default_transaction_read_only = off");
    const { rows } = await one.query<{ name: string }>("select current_database() as name");
    await one.query(
      `alter database "${rows[0]!.name}" set default_transaction_read_only = ${readOnly}`,
    );
    await one.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await one.query(`set default_transaction_read_only = ${readOnly}`);
  } finally {
    one.release();
  }
}

test("a write at a server that is no longer the primary is answered with 503, and a retry succeeds", async () => {
  const { id, token } = await world.signUp();
  const change = { params: { id }, token, body: { name: "Asha" } };
  await demote(true);
  const refused = await world.refused(accounts.updateUser, change);
  expect(refused).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
  expect(refused.headers.get("retry-after")).toBe("2");
  await demote(false);
  const { body } = await world.call(accounts.updateUser, change);
  expect(body.data.name).toBe("Asha");
});
