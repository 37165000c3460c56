import { beforeAll, beforeEach, expect, test } from "vitest";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { rows, sql } from "../../../platform/database/database.ts";
import { tryLease } from "../../../platform/locks/lease.ts";

const ENERGY = [{ price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] }];
const PLUGS = ["EVEN", "B", "C"].flatMap((place) => [1, 2, 3].map((n) => `${place}-${n}`));

let own: OwnOperator;
let asked: string[] = [];
beforeAll(async () => {
  own = await openOwnOperator({ B: ENERGY, C: ENERGY });
  own.operator.onGet = (path) => void asked.push(path);
  return () => own.close();
});
beforeEach(() => {
  asked = [];
});

/** Charges that began seven seconds apart and whose operator sends nothing more; when asked, it returns all of them. */
async function silentCharges(count: number): Promise<OwnCharge[]> {
  const charges: OwnCharge[] = [];
  for (const plug of PLUGS.slice(0, count)) {
    const charge = await own.ask(await own.driver(), plug);
    own.world.clock.advance(7_000);
    await own.tell(charge);
    charges.push(charge);
  }
  own.operator.shelf.sessions = charges.map((charge) => own.session(charge));
  await own.world.pass(120, 10);
  return charges;
}
async function endAll(charges: readonly OwnCharge[]): Promise<void> {
  own.operator.shelf.sessions = [];
  for (const charge of charges) {
    await own.tell(charge, { kwh: 1, status: "COMPLETED" });
    await own.send(own.record(charge, 1, (own.world.clock.now().getTime() - charge.start) / 1000));
  }
  await own.world.pass(60, 10);
}
const pullsOf = (module: string) => asked.filter((path) => path === `/${module}`).length;
const watches = async () =>
  (
    await rows(
      own.world.database.db,
      sql<{ n: number }>`
        select count(*)::int as n from outbox where topic = 'charging.watch' and done_at is null
        group by payload ->> 'sessionId'`,
    )
  ).map(({ n }) => n);

test("[S-1] after an outage of the service, a start waits for the pull that another replica began", async () => {
  const charge = await own.ask(await own.driver(), "B-1");
  own.world.clock.advance(180_000);
  const { database } = own.world;
  await tryLease(database, `ask sessions ${own.operator.operatorId}`, () => own.world.drain());
  expect((await own.show(charge)).hold?.status).toBe("HELD");
  own.operator.shelf.sessions = [own.session(charge)];
  await own.world.pass(10, 5);
  expect((await own.show(charge)).status).toBe("ACTIVE");
  await endAll([charge]);
});

test.each([4, 8])(
  "[S-2] the sessions of a silent operator are pulled twice a minute, with %i charges",
  async (count) => {
    const charges = await silentCharges(count);
    asked = [];
    await own.world.pass(300, 10);
    expect(pullsOf("sessions")).toBeLessThanOrEqual(11);
    expect(pullsOf("sessions")).toBeGreaterThanOrEqual(9);
    await endAll(charges);
  },
);

test("[S-2] a charge has one watch, however often the service starts", async () => {
  const charges = await silentCharges(2);
  for (let starts = 0; starts < 5; starts++) {
    await own.world.service.resume();
    await own.world.pass(10, 5);
  }
  expect(await watches()).toEqual([1, 1]);
  await endAll(charges);
  expect(await watches()).toEqual([]);
});

test("[B-3] the missing CDRs of one operator are asked for together", async () => {
  const charges = await silentCharges(9);
  own.operator.shelf.sessions = [];
  for (const charge of charges) await own.tell(charge, { kwh: 1, status: "COMPLETED" });
  asked = [];
  await own.world.pass(300, 10);
  // Each alone asks eight times within five minutes.
  expect(pullsOf("cdrs")).toBeLessThanOrEqual(12);
  expect(await watches()).toEqual(charges.map(() => 1));
  own.operator.shelf.cdrs = charges.map((charge) => own.record(charge, 1, 150));
  await own.world.pass(300, 10);
  for (const charge of charges) expect((await own.show(charge)).step).toBe("BILLED");
  expect(await watches()).toEqual([]);
});
