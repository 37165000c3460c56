import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../database/database.ts";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { envOfProd } from "@voltmarg/testkit/production-env";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false, env: envOfProd });
});
afterAll(() => world.stop());

type Ready = { status: string; checks: Record<string, unknown> };
const ready = async () => {
  const response = await fetch(`${world.url}/readyz`);
  return { status: response.status, body: (await response.json()) as Ready };
};

test("a service in production is not ready before its seller, its grievance officer and its tax rates are set", async () => {
  const waitsFor = async () => {
    const { status, body } = await ready();
    const others = { database: true, search_index: true, operators: true, overdue_outbox_rows: 0 };
    expect(body.checks).toMatchObject(others);
    const lacking = Object.keys(body.checks).filter((each) => body.checks[each] === false);
    expect([status, body.status]).toEqual(lacking.length > 0 ? [503, "not ready"] : [200, "ready"]);
    return lacking;
  };
  const { db } = world.database;
  expect(await waitsFor()).toEqual(["seller", "grievance_officer", "tax_rates"]);
  await sql`update seller set example = false`.execute(db);
  expect(await waitsFor()).toEqual(["grievance_officer", "tax_rates"]);
  await sql`update seller set officer_name = 'Asha Menon', officer_designation = 'Grievance Officer',
    officer_phone = '+912026120001'`.execute(db);
  expect(await waitsFor()).toEqual(["grievance_officer", "tax_rates"]);
  await sql`update seller set officer_email = 'grievance@voltmarg.example'`.execute(db);
  expect(await waitsFor()).toEqual(["tax_rates"]);
  await sql`update tax_rate set set_by = 'meera'`.execute(db);
  expect(await waitsFor()).toEqual([]);
});
