import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import {
  connectorOf,
  evseOf,
  locationOf,
  openPartner,
  sessionOf,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";

let world: Harness;
let operator: Partner;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});

test.each([
  ["a tariff", "/tariffs/IN/TST/T1", tariffOf("T1")],
  ["a location", "/locations/IN/TST/L", locationOf("L")],
  ["an EVSE", "/locations/IN/TST/L/L-2", evseOf("L-2")],
  ["a connector", "/locations/IN/TST/L/L-2/2", connectorOf({ id: "2" })],
  ["a session", "/sessions/IN/TST/S", sessionOf("S")],
])("the PUT of %s that is new is answered 201, and 200 from then on", async (_what, path, body) => {
  expect(await operator.call("PUT", path, body)).toMatchObject({ status: 201, code: 1000 });
  expect(await operator.call("PUT", path, body)).toMatchObject({ status: 200, code: 1000 });
  const stale = { ...body, last_updated: "2026-10-01T00:00:00Z" };
  expect(await operator.call("PUT", path, stale)).toMatchObject({ status: 200, code: 1000 });
});

test("a refused PUT is not answered 201", async () => {
  const strange = evseOf("N-1");
  const answer = await operator.call("PUT", "/locations/IN/TST/NOWHERE/N-1", strange);
  expect(answer).toMatchObject({ status: 200, code: 2003 });
});
