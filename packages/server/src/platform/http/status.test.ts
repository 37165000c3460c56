import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../database/database.ts";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { envOfProd } from "@voltmarg/testkit/production-env";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false, env: envOfProd });
});
afterAll(() => world.stop());

const ready = async () => {
  const response = await fetch(`${world.url}/readyz`);
  return { status: response.status, body: await response.json() };
};

test("a service in production is not ready before its seller and its tax rates are set", async () => {
  const checks = { database: true, search_index: true, operators: true, overdue_outbox_rows: 0 };
  expect(await ready()).toEqual({
    status: 503,
    body: { status: "not ready", checks: { ...checks, seller: false, tax_rates: false } },
  });
  await sql`update seller set example = false`.execute(world.database.db);
  expect(await ready()).toEqual({
    status: 503,
    body: { status: "not ready", checks: { ...checks, seller: true, tax_rates: false } },
  });
  await sql`update tax_rate set set_by = 'meera'`.execute(world.database.db);
  expect(await ready()).toEqual({
    status: 200,
    body: { status: "ready", checks: { ...checks, seller: true, tax_rates: true } },
  });
});
