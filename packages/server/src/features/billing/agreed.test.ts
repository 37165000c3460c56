import { charging, backoffice, provider, wallet } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { companyDriver, asProvider, newCompany } from "@voltmarg/testkit/company";
import { accountBalances, ledgerFaults } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";

// A registered operator that asks for more than was agreed.
let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator({
    NONE: [],
    FREE: [{ price_components: [{ type: "ENERGY", price: 0, vat: 18, step_size: 1 }] }],
    PARK: [
      { price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] },
      { price_components: [{ type: "PARKING_TIME", price: 120, vat: 18, step_size: 60 }] },
    ],
  });
  return () => own.close();
});

const HOUR_S = 3_600;
const asideOf = async (record: object) =>
  (
    await own.world.call(provider.listQuarantinedCdrs, { ...asProvider, query: { page_size: 100 } })
  ).body.content.find(({ ocpi_id }) => ocpi_id === (record as { id: string }).id);
const disputeOf = async ({ id }: OwnCharge) =>
  (
    await own.world.call(provider.listDisputes, { ...asProvider, query: { page_size: 100 } })
  ).body.content.find(({ session_id }) => session_id === id);

/** A session of which the operator never sends the end. */
async function running(seconds: number, at = "EVEN-1", info?: object): Promise<OwnCharge> {
  const charge = await own.ask(await own.driver(), at, info);
  await own.tell(charge);
  own.world.clock.advance(seconds * 1000);
  return charge;
}

test("[B-7] a plug without a price: a CDR of lakhs is quarantined, and the wallet does not change", async () => {
  const charge = await running(60, "NONE-1");
  const record = own.record(charge, 0.5, 60, { total_cost: { excl_vat: 800_000 } });
  await own.send(record);
  expect(await own.bills(charge.driver)).toEqual([]);
  expect((await asideOf(record))?.reason).toBe("no price was agreed for this charge");
  expect((await own.purse(charge.driver)).balance_minor).toBe(100_000);
});

test.each([
  ["from a day before its start", -86_000, 60, /before it was asked for/],
  ["into the future", 0, 86_000, /after the charge was last seen/],
])("[B-7] a record %s is set aside", async (_what, from, until, why) => {
  const charge = await running(60);
  const iso = (second: number) => new Date(charge.start + second * 1000).toISOString();
  const record = own.record(charge, 0.5, 60, {
    start_date_time: iso(from),
    end_date_time: iso(until),
  });
  await own.send(record);
  expect((await asideOf(record))?.reason).toMatch(why);
  expect(await own.bills(charge.driver)).toEqual([]);
});

test("[B-7] a CDR that ends later than the operator's session is quarantined", async () => {
  const charge = await running(60);
  await own.tell(charge, { kwh: 0.5, status: "COMPLETED" });
  own.world.clock.advance(HOUR_S * 1000);
  const record = own.record(charge, 30, HOUR_S);
  await own.send(record);
  expect((await asideOf(record))?.reason).toMatch(/after the charge was last seen/);
});

test('[B-7] a refused start, for which the app said "not charged", is never billed', async () => {
  own.operator.answer = { result: "REJECTED", timeout: 30 };
  const charge = await own.ask(await own.driver());
  own.operator.answer = { result: "ACCEPTED", timeout: 30 };
  expect(await own.show(charge)).toMatchObject({ failure: { not_charged: true } });
  own.world.clock.advance(60_000);
  const record = own.record(charge, 0.5, 60);
  await own.send(record);
  expect((await asideOf(record))?.reason).toBe("the driver was told that this start cost nothing");
  expect(await own.purse(charge.driver)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
});

test("[B-7] [S-7] a limit in rupees is a promise: an overrun within the bound is the provider's cost", async () => {
  const charge = await running(600, "EVEN-1", { selectedMoney: 150 });
  // 6.4 kWh cost ₹151.04; the operator's price is right.
  await own.send(own.record(charge, 6.4, 600));
  const [bill] = await own.bills(charge.driver);
  expect(bill).toMatchObject({ amount_minor: 15_000, net_minor: 12_712, dispute: null });
  expect(bill!.lines.at(-1)).toMatchObject({ dimension: "ABOVE_AGREED", incl_vat_minor: -104 });
  const parts = bill!.lines.reduce((sum, line) => sum + line.excl_vat_minor, 0);
  expect(parts).toBe(bill!.net_minor);
  expect(await own.purse(charge.driver)).toMatchObject({ balance_minor: 85_000, held_minor: 0 });
  expect(await disputeOf(charge)).toBeUndefined();
});

test("[B-7] the part of a CDR above hold and bound is disputed, and not owed until staff decide", async () => {
  const charge = await running(HOUR_S, "EVEN-1", { selectedMoney: 100 });
  const { hold } = await own.show(charge);
  await own.send(own.record(charge, 50, HOUR_S));
  expect((await own.bills(charge.driver))[0]).toMatchObject({ amount_minor: 10_000 });
  const dispute = await disputeOf(charge);
  expect(dispute).toMatchObject({ paid_minor: 10_000, checked: { incl_vat: "1180" } });
  expect(dispute!.agreed_minor).toBeGreaterThan(hold!.amount_minor);
  const owner = `operator:${own.operator.operatorId}`;
  const owed = async () => {
    const { payable = 0n, disputed = 0n } = await accountBalances(own.world, owner);
    return { payable, disputed };
  };
  const before = await owed();
  expect(before.disputed).toBe(118_000n - BigInt(dispute!.agreed_minor!));
  const decide = (owed_minor: number) => ({
    ...asProvider,
    params: { id: dispute!.cdr_id },
    body: { owed_minor, reason: "The meter was right" },
  });
  const tooMuch = await own.world.refused(provider.decideDispute, decide(118_000));
  expect(tooMuch.body.code).toBe("CONFLICT");
  const { body } = await own.world.call(provider.decideDispute, decide(10_000));
  expect(body.data).toEqual({ booked: true, owed_minor: 10_000 });
  const again = await own.world.call(provider.decideDispute, decide(10_000));
  expect(again.body.data.booked).toBe(false);
  expect(await owed()).toEqual({ payable: before.payable + 10_000n, disputed: 0n });
  expect((await disputeOf(charge))!.state).toBe("CLOSED");
});

test("[B-7] a bill above its hold leaves a debt of at most the bound", async () => {
  // ₹500 are held, and ₹50 as the bound; the limit is in minutes, so the price may be higher.
  const charge = await running(HOUR_S, "EVEN-1", { selectedTime: 10 });
  const { hold } = await own.show(charge);
  await own.send(own.record(charge, 60, HOUR_S));
  const [bill] = await own.bills(charge.driver);
  const { agreed_minor: agreed } = (await disputeOf(charge))!;
  expect(bill!.amount_minor).toBe(agreed);
  expect(agreed! - hold!.amount_minor).toBeLessThan(hold!.amount_minor);
  expect((await own.purse(charge.driver)).balance_minor).toBe(100_000 - agreed!);
});

test("[B-7] [S-7] a parking fee that the driver was notified of is agreed: the hold grows with it, as far as the wallet allows", async () => {
  const charge = await own.ask(await own.driver(40_000), "PARK-1", { selectedMoney: 100 });
  await own.tell(charge);
  const start = charge.start;
  const at = (second: number) => new Date(start + second * 1000).toISOString();
  /** 3 kWh in five minutes; then the car is parked. */
  const parked = (seconds: number, more: object = {}) => ({
    kwh: 3,
    more: {
      charging_periods: [
        { start_date_time: at(0), dimensions: [{ type: "ENERGY", volume: 3 }] },
        {
          start_date_time: at(300),
          dimensions: [{ type: "PARKING_TIME", volume: (seconds - 300) / HOUR_S }],
        },
      ],
      ...more,
    },
  });
  const before = (await own.show(charge)).hold!.amount_minor;
  for (const seconds of [360, 900, 1_800, 2_700]) {
    own.world.clock.set(new Date(start + seconds * 1000));
    await own.tell(charge, parked(seconds));
    await own.world.drain();
  }
  const { hold } = await own.show(charge);
  // 40 minutes at ₹2 and 18 %.
  expect(hold!.amount_minor).toBe(before + 9_440);
  const { body } = await own.world.call(wallet.listMovements, {
    params: { userId: charge.driver.id },
    token: await own.tokenOf(charge.driver),
  });
  expect(body.content[0]).toMatchObject({
    kind: "HOLD",
    reason: expect.stringContaining("parking"),
  });
  await own.tell(charge, { ...parked(2_700, { end_date_time: at(2_700) }), status: "COMPLETED" });
  await own.send(
    own.record(charge, 3, 2_700, {
      charging_periods: parked(2_700).more.charging_periods,
      total_parking_time: 0.6667,
      total_cost: { excl_vat: 140, incl_vat: 165.2 },
    }),
  );
  // ₹70.80 and ₹94.40 of parking: above the limit of ₹100 by parking alone.
  expect((await own.bills(charge.driver))[0]).toMatchObject({ amount_minor: 16_520 });
});

test("[S-1] [B-3] an ended session that is invalidated before its bill costs nothing", async () => {
  const charge = await running(600);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  own.world.clock.advance(60_000);
  await own.tell(charge, { kwh: 3, status: "INVALID" });
  expect(await own.show(charge)).toMatchObject({ status: "INVALID", hold: { status: "RELEASED" } });
  await own.world.pass(25 * HOUR_S, HOUR_S);
  expect(await own.bills(charge.driver)).toEqual([]);
  const record = own.record(charge, 3, 600);
  await own.send(record);
  expect((await asideOf(record))?.reason).toBe("the operator withdrew the session");
  expect(await own.purse(charge.driver)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
});

test("[B-7] a bill that replaces a provisional one after the money was spent leaves a debt of at most the bound", async () => {
  const charge = await running(600, "EVEN-1", { selectedTime: 20 });
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  await own.world.pass(25 * HOUR_S, HOUR_S);
  expect((await own.bills(charge.driver))[0]).toMatchObject({ amount_minor: 7_080 });
  // The rest of the hold, after the provisional bill, was spent on another session.
  const next = await own.ask(charge.driver, "EVEN-2", { selectedMoney: 800 });
  await own.send(own.record(charge, 10, 600));
  const [bill] = await own.bills(charge.driver);
  expect(bill!.amount_minor).toBeLessThan(23_600);
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
  await own.world.call(charging.stopSession, {
    body: { session_id: next.id },
    token: await own.tokenOf(charge.driver),
  });
});

test("[B-7] a second CDR for a bill that the back office credited is not billed, but waits for staff", async () => {
  const charge = await running(600);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  await own.send(own.record(charge, 3, 600));
  const [bill] = await own.bills(charge.driver);
  await own.world.call(backoffice.correctBill, {
    ...asProvider,
    params: { id: bill!.id },
    body: { reason: "The charger was broken", reference: "CASE 9" },
  });
  const second = own.record(charge, 3, 600);
  await own.send(second);
  expect((await asideOf(second))?.reason).toBe("the back office took the bill of this charge back");
  expect((await own.purse(charge.driver)).balance_minor).toBe(100_000);
});

test("[B-7] an operator that ignores the stop and keeps sending updates does not hold the money for ever", async () => {
  const charge = await running(60);
  await own.world.call(charging.stopSession, {
    body: { session_id: charge.id },
    token: await own.tokenOf(charge.driver),
  });
  for (let minutes = 0; minutes < 90; minutes += 10) {
    await own.world.pass(600, 120);
    await own.tell(charge, { kwh: 1 });
  }
  expect((await own.show(charge)).step).toBe("ENDED");
  await own.world.pass(25 * HOUR_S, HOUR_S);
  expect((await own.show(charge)).hold?.status).toBe("CAPTURED");
});

test("[B-7] a CDR that came before the end of its session is billed when it comes again", async () => {
  const charge = await running(60);
  await own.world.call(charging.stopSession, {
    body: { session_id: charge.id },
    token: await own.tokenOf(charge.driver),
  });
  await own.world.pass(2 * HOUR_S, 600);
  expect((await own.show(charge)).step).toBe("ENDED");
  const record = own.record(charge, 4, 7_000);
  await own.send(record, "goesOn");
  expect((await asideOf(record))?.reason).toMatch(/after the charge was last seen/);
  await own.tell(charge, { kwh: 4, status: "COMPLETED" });
  await own.send(record);
  expect((await own.bills(charge.driver))[0]).toMatchObject({ amount_minor: 9_440 });
  expect((await asideOf(record))?.decision).toMatchObject({ decision: "RELEASED" });
});

test("[B-7] a limit below ten rupees is refused: no stop could be in time", async () => {
  const { body } = await own.world.refused(charging.startSession, {
    body: {
      location_id: own.places.get("EVEN")!,
      evse_uid: "EVEN-1",
      connector_id: "1",
      estimation_info: { selectedMoney: 0.01 },
    },
    token: (await own.driver()).token,
  });
  expect(body).toMatchObject({ code: "AMOUNT_TOO_SMALL", least_minor: 1_000 });
});

test("[B-7] a company pays for what was metered until the stop, plus the bound", async () => {
  const id = await newCompany(own.world);
  const charge = await own.ask(await companyDriver(own.world, id), "EVEN-1", { selectedTime: 10 });
  await own.tell(charge, { kwh: 0 });
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 8 });
  await own.world.call(charging.stopSession, {
    body: { session_id: charge.id },
    token: await own.tokenOf(charge.driver),
  });
  // Ten minutes in which the stop is sent again and again: the first one counts.
  await own.world.pass(600, 30);
  expect(own.stops(charge)).toBeGreaterThan(5);
  await own.tell(charge, { kwh: 20, status: "COMPLETED" });
  await own.send(own.record(charge, 20, 1_200));
  const [bill] = await own.bills(charge.driver);
  // 10 kWh at most in ten minutes of 60 kW, and some minutes beside; ₹472 are asked.
  expect(bill!.amount_minor).toBeLessThan(35_000);
  expect(await disputeOf(charge)).toMatchObject({ checked: { incl_vat: "472" } });
});

test("[B-2] the ledger balances after all of these", async () => {
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

test("[E-4] [S-1] a charge that is free of charge holds nothing, is billed ₹0, and what its operator asks is disputed", async () => {
  for (const info of [undefined, { selectedMoney: 150 }, { selectedPower: 20 }]) {
    const charge = await running(600, "FREE-1", info);
    expect((await own.show(charge)).hold?.amount_minor ?? 0).toBe(0);
    expect(await own.purse(charge.driver)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
    await own.tell(charge, { kwh: 6.4 });
    await own.send(own.record(charge, 6.4, 600));
    expect((await own.bills(charge.driver))[0]).toMatchObject({ amount_minor: 0 });
    expect(await own.purse(charge.driver)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
    expect(await disputeOf(charge)).toMatchObject({ paid_minor: 0 });
  }
});
