import { afterEach, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "../../../test/harness.ts";
import { openOwnOperator, type OwnOperator } from "../../../test/own-operator.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});
afterEach(async () => {
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

test("[S-1] an operator that cannot be reached is said to be that, and its start costs nothing", async () => {
  const driver = await own.driver();
  await own.operator.close();
  const charge = await own.ask(driver);
  expect(await own.show(charge)).toMatchObject({
    status: "FAILED",
    failure: { code: "UNREACHABLE", not_charged: true },
    hold: { status: "RELEASED" },
  });
  expect(await own.purse(driver)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
});
