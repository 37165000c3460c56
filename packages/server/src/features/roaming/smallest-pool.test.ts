import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { connectorOf, locationOf, openPartner, type Partner } from "@voltmarg/testkit/partner";
import { rows, sql } from "../../platform/database/database.ts";

/** The least that `DATABASE_CONNECTIONS` allows. */
const SMALLEST_POOL = 4;
const PLACES = Array.from({ length: 12 }, (_, n) => `P${n}`);

let world: Harness;
let operator: Partner;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false, connections: SMALLEST_POOL });
  operator = await openPartner(world, "TST");
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});

const path = (id: string) => `/locations/IN/TST/${id}`;

test("[house rule] with the smallest pool, changes of many locations at once are all stored", async () => {
  for (const id of PLACES)
    expect(await operator.call("PUT", path(id), locationOf(id))).toMatchObject({ code: 1000 });
  const answers = await Promise.all(
    PLACES.flatMap((id) => [
      operator.call("PATCH", path(id), { name: "new", last_updated: "2026-11-20T06:20:00Z" }),
      operator.call("PUT", `${path(id)}/${id}-1/2`, connectorOf({ id: "2" })),
    ]),
  );
  expect([...new Set(answers.map(({ code }) => code))]).toEqual([1000]);
  for (const id of PLACES) {
    const { data } = await operator.call("GET", path(id));
    expect(data).toMatchObject({ name: "new", evses: [{ connectors: [{}, { id: "2" }] }] });
  }
});

test("[house rule] while a location is fetched from its operator, no transaction is open and others are served", async () => {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  operator.onGet = async (at) => {
    if (!at.startsWith("/locations/")) return undefined;
    asked++;
    await gate.promise;
    return locationOf(at.split("/")[2]!);
  };
  const changes = ["NEW", "OTHER"].map((id) =>
    operator.call("PATCH", path(id), { name: "late", last_updated: "2026-11-20T06:20:00Z" }),
  );
  const again = operator.call("PUT", `${path("NEW")}/NEW-1/2`, connectorOf({ id: "2" }));
  await expect.poll(() => asked).toBe(2);
  const idle = await rows(
    world.database.db,
    sql`select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  expect(idle).toEqual([]);
  const others = await Promise.all(PLACES.map((id) => operator.call("GET", path(id))));
  for (const { code } of others) expect(code).toBe(1000);
  gate.resolve();
  for (const { code } of await Promise.all([...changes, again])) expect(code).toBe(1000);
  expect(asked).toBe(2);
  expect((await operator.call("GET", path("NEW"))).data).toMatchObject({ name: "late" });
});
