import { beforeAll, expect, test } from "vitest";
import { START } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";

const priced = (restrictions?: object) => [
  { price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] },
  {
    price_components: [{ type: "PARKING_TIME", price: 60, vat: 18, step_size: 1 }],
    ...(restrictions ? { restrictions } : {}),
  },
];

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator({
    NOW: priced(),
    // From 13:00 in India on; charges begin at 12:00.
    CLOCK: priced({ start_time: "13:00", end_time: "20:00" }),
    // Half an hour after the charge began.
    GRACE: priced({ min_duration: 1_800 }),
  });
  return () => own.close();
});

/** A session whose car was full after five of ten minutes. */
async function full(place: string): Promise<OwnCharge> {
  own.world.clock.set(new Date(START));
  const charge = await own.ask(await own.driver(), `${place}-1`);
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, parked: true });
  await own.world.drain();
  return charge;
}
const pass = async (charge: OwnCharge, minutes: number) => {
  for (let i = 0; i < minutes; i++) {
    await own.world.pass(60, 30);
    await own.tell(charge, { kwh: 3, parked: true });
  }
};
const end = (charge: OwnCharge) => own.tell(charge, { kwh: 3, parked: true, status: "COMPLETED" });

test("[S-2] the driver is notified at once of a fee from the first minute", async () => {
  const charge = await full("NOW");
  expect((await own.show(charge)).parking_fee).toEqual({
    starts_at: "2026-11-20T06:35:00.000Z",
    per_minute_minor: 118,
  });
  expect(await own.told(charge.driver)).toEqual([
    "Your vehicle at Place NOW is no longer charging. A parking fee of ₹1.18 per min has been running since 12:05. Unplug to end it.",
  ]);
  await end(charge);
  expect((await own.show(charge)).parking_fee).toBeNull();
});

test("[S-2] a later fee is shown at once, and notified once, a quarter of an hour before", async () => {
  const charge = await full("CLOCK");
  const { version } = await own.show(charge);
  expect((await own.show(charge)).parking_fee?.starts_at).toBe("2026-11-20T07:30:00.000Z");
  expect(await own.told(charge.driver)).toEqual([]);
  await pass(charge, 33);
  expect(await own.told(charge.driver)).toEqual([]);
  await pass(charge, 3);
  expect(await own.told(charge.driver)).toEqual([
    "Your vehicle at Place CLOCK is no longer charging. A parking fee of ₹1.18 per min starts at 13:00. Unplug before then.",
  ]);
  await pass(charge, 20);
  expect(await own.told(charge.driver)).toHaveLength(1);
  expect((await own.show(charge)).version).toBeGreaterThan(version);
  await end(charge);
});

test("[S-2] the notice is in time even if the operator sends no more updates", async () => {
  const charge = await full("GRACE");
  expect((await own.show(charge)).parking_fee?.starts_at).toBe("2026-11-20T07:00:00.000Z");
  await own.world.pass(360, 30);
  expect((await own.told(charge.driver))[0]).toContain("starts at 12:30");
  await end(charge);
});

test("[S-2] no notice without a fee, and none for a car that charges again", async () => {
  const free = await full("EVEN");
  expect((await own.show(free)).parking_fee).toBeNull();
  await end(free);
  const again = await full("CLOCK");
  own.world.clock.advance(60_000);
  await own.tell(again, { kwh: 4 });
  expect((await own.show(again)).parking_fee).toBeNull();
  await own.world.pass(3_000, 60);
  expect((await own.told(again.driver)).join(" ")).not.toContain("arking fee");
});

test("[S-2] [B-7] no money is held for parking of which the driver was not told yet, and more with each minute after", async () => {
  own.world.clock.set(new Date(START));
  const charge = await own.ask(await own.driver(), "NOW-2");
  const held = async () => (await own.purse(charge.driver)).held_minor;
  const atFirst = await held();
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, parked: true });
  expect(await held()).toBe(atFirst);
  await pass(charge, 1);
  expect(await held()).toBe(atFirst + 649);
  await end(charge);
});
