import { beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { move } from "../../wallet/index.ts";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";

// Sessions without a limit: 48 kW at ₹23.60 a kWh, which is ₹18.88 a minute, at plugs of 60 kW: a bound of ₹35.40.
let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator({
    FEE: [
      {
        price_components: [
          { type: "ENERGY", price: 20, vat: 18, step_size: 1 },
          { type: "FLAT", price: 200, vat: 18, step_size: 1 },
        ],
      },
    ],
  });
  return () => own.close();
});

/** Reports the session every minute. */
async function run(charge: OwnCharge, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    own.world.clock.advance(60_000);
    await own.tell(charge);
    await own.world.drain();
  }
}
const HELD_AT_FIRST = 15_000;

test("[S-1] a session without a limit holds ₹100 and the bound at a time, and bills what it used", async () => {
  const charge = await own.ask(await own.driver(), "EVEN-1", {});
  expect((await own.purse(charge.driver)).held_minor).toBe(HELD_AT_FIRST);
  await run(charge, 10);
  expect(own.stops(charge)).toBe(0);
  const { held_minor } = await own.purse(charge.driver);
  // 188.80 was used: the hold is never more than one step and the bound above it.
  expect(held_minor).toBeGreaterThan(18_880 + 3_540);
  expect(held_minor).toBeLessThanOrEqual(18_880 + 10_000 + 2 * 3_540);
  await own.tell(charge, { kwh: 8, status: "COMPLETED" });
  await own.send(own.record(charge, 8, 600));
  expect(await own.bills(charge.driver)).toMatchObject([{ amount_minor: 18_880, dispute: null }]);
  expect(await own.purse(charge.driver)).toMatchObject({ balance_minor: 81_120, held_minor: 0 });
});

test("[S-1] it is stopped when the wallet is used up, and the bill does not exceed it", async () => {
  const charge = await own.ask(await own.driver(20_000), "EVEN-2", {});
  await run(charge, 9);
  expect(own.stops(charge)).toBe(1);
  expect((await own.purse(charge.driver)).held_minor).toBe(20_000);
  await own.tell(charge, { kwh: 7.2, status: "COMPLETED" });
  await own.send(own.record(charge, 7.2, 540));
  expect(await own.bills(charge.driver)).toMatchObject([{ amount_minor: 16_992 }]);
});

test("[S-1] [B-2] money that a debt will take is not held while the session goes on", async () => {
  const driver = await own.driver(24_000);
  const charge = await own.ask(driver, "EVEN-2", {});
  await own.world.database.transact((tx) =>
    move(tx, {
      scope: driver.id,
      idem: "debt",
      kind: "CORRECTION",
      reason: "A debt",
      at: own.world.clock.now(),
      sessionId: null,
      cdrId: null,
      postings: [
        { source: [driver.id, "overdraft"], destination: ["system", "payments"], amount: 4_000n },
      ],
    }),
  );
  await run(charge, 9);
  expect(own.stops(charge)).toBe(1);
  // The wallet had ₹90, and a debt of ₹40 took its part at once: ₹50 was all that could still be held.
  expect((await own.purse(driver)).held_minor).toBe(20_000);
  await own.tell(charge, { status: "INVALID" });
  await own.world.drain();
});

test("[S-1] a start fee above the first hold does not stop it", async () => {
  const charge = await own.ask(await own.driver(), "FEE-1", {});
  await run(charge, 2);
  expect(own.stops(charge)).toBe(0);
  expect((await own.purse(charge.driver)).held_minor).toBeGreaterThan(23_600 + 3_776 + 3_540);
});

test("[B-7] a CDR above the hold of such a session is paid only up to the hold and the bound", async () => {
  const charge = await own.ask(await own.driver(50_000), "EVEN-3", {});
  await run(charge, 10);
  const { held_minor } = await own.purse(charge.driver);
  // For the next half hour only its end is reported.
  own.world.clock.advance(1_800_000);
  await own.tell(charge, { kwh: 36, status: "COMPLETED" });
  await own.send(own.record(charge, 36, 2_400));
  const [bill] = await own.bills(charge.driver);
  expect(bill!.amount_minor).toBe(held_minor + 3_540);
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});
