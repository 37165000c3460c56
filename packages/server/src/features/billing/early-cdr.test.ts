import { provider } from "@voltmarg/contract";
import { asProvider } from "@voltmarg/testkit/company";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { beforeAll, expect, test } from "vitest";

// Plugs of 48 kW at ₹23.60 a kWh.
let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});

const MINUTE_MS = 60_000;
/** A charge told of each minute. */
async function charging(minutes: number, money = 500): Promise<OwnCharge> {
  const charge = await own.ask(await own.driver(), "EVEN-1", { selectedMoney: money });
  await goOn(charge, minutes);
  return charge;
}
async function goOn(charge: OwnCharge, minutes: number) {
  for (let n = 0; n < minutes; n++) {
    own.world.clock.advance(MINUTE_MS);
    await own.tell(charge);
    await own.world.drain();
  }
}
const kwhAfter = (minutes: number) => (48 * minutes) / 60;
const upTo = (charge: OwnCharge, minutes: number, more: object = {}) =>
  own.record(charge, kwhAfter(minutes), minutes * 60, more);
/** Of the time between two minutes. */
function between(charge: OwnCharge, from: number, until: number): object {
  const kwh = kwhAfter(until - from);
  const start = new Date(charge.start + from * MINUTE_MS).toISOString();
  const hours = Math.round(((until - from) / 60) * 10_000) / 10_000;
  const dimensions = [
    { type: "ENERGY", volume: kwh },
    { type: "TIME", volume: hours },
  ];
  return own.record(charge, kwh, until * 60, {
    start_date_time: start,
    charging_periods: [{ start_date_time: start, dimensions }],
    total_time: hours,
  });
}
const asideOf = async (record: object) =>
  (
    await own.world.call(provider.listQuarantinedCdrs, { ...asProvider, query: { page_size: 100 } })
  ).body.content.find(({ ocpi_id }) => ocpi_id === (record as { id: string }).id);
const billsOf = async ({ driver }: OwnCharge) =>
  (await own.bills(driver)).map(({ amount_minor }) => amount_minor);
const settle = async (minutes: number) => {
  own.world.clock.advance(minutes * MINUTE_MS);
  await own.world.drain();
};

test("[B-3] a CDR in the middle of a charge ends nothing: the CDR of the whole is billed, the other one waits for staff", async () => {
  const charge = await charging(3);
  const early = upTo(charge, 3);
  await own.send(early, "goesOn");
  expect(await billsOf(charge)).toEqual([]);
  expect((await own.purse(charge.driver)).held_minor).toBeGreaterThan(0);
  const { id, ...aside } = (await asideOf(early))!;
  expect(aside).toMatchObject({ reason: "the charge goes on", decision: null });
  const released = await own.world.refused(provider.decideQuarantinedCdr, {
    ...asProvider,
    params: { id },
    body: { decision: "RELEASED", reason: "Too soon" },
  });
  expect(released.body.message).toBe("It cannot be billed: the charge goes on.");
  await goOn(charge, 5);
  // Once more, as a pull would bring it.
  await own.send(early, "goesOn");
  expect(await own.show(charge)).toMatchObject({ status: "ACTIVE", kwh: kwhAfter(8) });
  await own.tell(charge, { status: "COMPLETED" });
  await settle(1);
  expect(await billsOf(charge)).toEqual([]);
  await own.send(upTo(charge, 8));
  await own.world.drain();
  expect(await billsOf(charge)).toEqual([15_104]);
  expect(await asideOf(early)).toMatchObject({
    reason: "another record of the same time was billed",
    decision: null,
  });
});

test("[B-3] a CDR that comes before the end of its session is billed at the end", async () => {
  const charge = await charging(4);
  const record = upTo(charge, 4);
  await own.send(record, "goesOn");
  await own.tell(charge, { status: "COMPLETED" });
  await settle(1);
  expect(await billsOf(charge)).toEqual([7_552]);
  expect(await asideOf(record)).toMatchObject({ decision: { decision: "RELEASED" } });
  expect(await own.purse(charge.driver)).toEqual({
    ...(await own.purse(charge.driver)),
    held_minor: 0,
    balance_minor: 100_000 - 7_552,
  });
});

test("[B-3] an operator that never tells the end: its CDR is billed after a quarter of an hour without news, and no stop is sent", async () => {
  const charge = await charging(4);
  await own.send(upTo(charge, 4), "goesOn");
  for (let n = 0; n < 14; n++) await settle(1);
  expect(await billsOf(charge)).toEqual([]);
  for (let n = 0; n < 2; n++) await settle(1);
  expect(await billsOf(charge)).toEqual([7_552]);
  expect(own.stops(charge)).toBe(0);
  expect(await own.told(charge.driver)).not.toContainEqual(expect.stringMatching(/no news/i));
});

test("[B-3] a CDR of a part is billed as it is when no other one came for a day", async () => {
  const charge = await charging(3);
  await own.send(upTo(charge, 3), "goesOn");
  await goOn(charge, 5);
  await own.tell(charge, { status: "COMPLETED" });
  await settle(23 * 60);
  expect(await billsOf(charge)).toEqual([]);
  await settle(60);
  expect(await billsOf(charge)).toEqual([5_664]);
});

test("[B-3] a CDR in the middle of a charge is settled too when staff release the one of the whole", async () => {
  const charge = await charging(3);
  const early = upTo(charge, 3);
  await own.send(early, "goesOn");
  await goOn(charge, 5);
  await own.tell(charge, { status: "COMPLETED" });
  const impossible = between(charge, -10, 8);
  await own.send(impossible);
  expect((await asideOf(impossible))?.reason).toMatch(/^it starts at/);
  await own.world.call(provider.decideQuarantinedCdr, {
    ...asProvider,
    params: { id: (await asideOf(impossible))!.id },
    body: { decision: "RELEASED", reason: "Its clock was wrong" },
  });
  await own.world.drain();
  expect(await billsOf(charge)).toHaveLength(1);
  expect((await asideOf(early))?.reason).toBe("another record of the same time was billed");
});

test("[B-3] a charge in two CDRs has two bills, and both together cost at most its limit", async () => {
  const charge = await charging(3);
  const first = upTo(charge, 3);
  await own.send(first, "goesOn");
  await goOn(charge, 5);
  await own.tell(charge, { status: "COMPLETED" });
  await settle(1);
  await own.send(between(charge, 3, 8));
  await own.world.drain();
  expect((await billsOf(charge)).toSorted((a, b) => a - b)).toEqual([5_664, 9_440]);
  expect(await own.show(charge)).toMatchObject({ cost_minor: 15_104, kwh: kwhAfter(8) });
  expect(await asideOf(first)).toMatchObject({ decision: { decision: "RELEASED" } });
  // A third one of a time that is billed.
  const third = between(charge, 2, 4);
  await own.send(third);
  expect((await asideOf(third))?.reason).toBe("the session has a bill already");

  const limited = await charging(8, 100);
  await own.tell(limited, { status: "COMPLETED" });
  await own.send(upTo(limited, 3));
  await own.send(between(limited, 3, 8));
  expect((await billsOf(limited)).toSorted((a, b) => a - b)).toEqual([4_336, 5_664]);
  expect((await own.purse(limited.driver)).balance_minor).toBe(90_000);
  expect(await ledgerFaults(own.world)).toMatchObject({ unbalanced: 0, drifted: 0 });
});
