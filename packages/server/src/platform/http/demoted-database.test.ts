import { accounts } from "@voltmarg/contract";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../database/database.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

/** All new connections are to a primary, or to a server that was demoted. */
async function demote(isDemoted: boolean): Promise<void> {
  const readOnly = sql.raw(isDemoted ? "on" : "off");
  await world.database.db.connection().execute(async (one) => {
    await sql`set default_transaction_read_only = off`.execute(one);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(one);
    const database = sql.id(rows[0]!.name);
    await sql`alter database ${database} set default_transaction_read_only = ${readOnly}`.execute(
      one,
    );
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(one);
    await sql`set default_transaction_read_only = ${readOnly}`.execute(one);
  });
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
