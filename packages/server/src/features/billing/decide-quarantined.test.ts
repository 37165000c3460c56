import { provider } from "@voltmarg/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { asProvider, companyDriver, newCompany } from "@voltmarg/testkit/company";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { openPartner, type Partner } from "@voltmarg/testkit/partner";

let own: OwnOperator;
let other: Partner;
beforeAll(async () => {
  own = await openOwnOperator({ NONE: [] });
  other = await openPartner(own.world, "OTH");
  return async () => {
    await own.close();
    await other.close();
  };
});

type Raw = { id: string } & Record<string, unknown>;

/** A session of 3 kWh, ₹70.80, that has ended. */
async function ended(driver?: OwnCharge["driver"], at = "EVEN-1"): Promise<OwnCharge> {
  const charge = await own.ask(driver ?? (await own.driver()), at);
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  await own.world.drain();
  return charge;
}
const recordOf = (charge: OwnCharge, more: object = {}) => own.record(charge, 3, 600, more) as Raw;
/** More energy than the plug can give. */
const implausible = { total_energy: 3_000 };
const aside = async () =>
  (await own.world.call(provider.listQuarantinedCdrs, { ...asProvider, query: { page_size: 100 } }))
    .body.content;
const asideOf = async (record: Raw) =>
  (await aside()).find(({ ocpi_id }) => ocpi_id === record.id)!;
const deciding = (id: string, decision: "RELEASED" | "REJECTED") => ({
  ...asProvider,
  params: { id },
  body: { decision, reason: "asked the operator" },
});
const decide = async (id: string, decision: "RELEASED" | "REJECTED" = "RELEASED") =>
  (await own.world.call(provider.decideQuarantinedCdr, deciding(id, decision))).body.data;
const refusal = async (id: string, decision: "RELEASED" | "REJECTED" = "RELEASED") => {
  const { status, body } = await own.world.refused(
    provider.decideQuarantinedCdr,
    deciding(id, decision),
  );
  return { status, code: body.code, message: body.message };
};
const balanceOf = async ({ driver }: OwnCharge) => (await own.purse(driver)).balance_minor;
/** A record of an ended session that was set aside. */
async function waiting(more: object = implausible) {
  const charge = await ended();
  const record = recordOf(charge, more);
  await own.send(record);
  return { charge, record, id: (await asideOf(record)).id };
}

describe("[D-14] a quarantined CDR", () => {
  test("that is released is billed at the agreed price, once", async () => {
    const { charge, record, id } = await waiting();
    expect(await decide(id)).toEqual({ booked: true, bill_id: id });
    expect(await decide(id)).toEqual({ booked: false, bill_id: id });
    expect(await balanceOf(charge)).toBe(92_920);
    expect((await asideOf(record)).decision).toMatchObject({
      decision: "RELEASED",
      because: "asked the operator",
    });
    expect(await refusal(id, "REJECTED")).toMatchObject({
      status: 409,
      message: "It was released before.",
    });
    const { step, hold, cost_minor, kwh, power_kw, duration_s, timeline } = await own.show(charge);
    expect({ step, held: hold?.status, cost_minor, kwh, power_kw, duration_s }).toEqual({
      step: "BILLED",
      held: "CAPTURED",
      cost_minor: 7_080,
      kwh: 3_000,
      power_kw: 0,
      duration_s: 600,
    });
    expect(timeline.map((each) => each.step).slice(-2)).toEqual(["ENDED", "BILLED"]);
  });

  test("that is rejected stays without a bill", async () => {
    const { charge, record, id } = await waiting();
    expect(await decide(id, "REJECTED")).toEqual({ booked: true, bill_id: null });
    expect(await decide(id, "REJECTED")).toEqual({ booked: false, bill_id: null });
    expect(await refusal(id)).toMatchObject({ status: 409, message: "It was rejected before." });
    expect((await asideOf(record)).decision).toMatchObject({ decision: "REJECTED" });
    expect(await own.bills(charge.driver)).toEqual([]);
  });

  test("that is not there is not found", async () => {
    expect(await refusal("cdr_absent")).toEqual({
      status: 404,
      code: "NOT_FOUND",
      message: "No record of that id was set aside.",
    });
  });

  test.each<[string, object, string]>([
    [
      "of no start of ours",
      { authorization_reference: "somebody-elses", session_id: "nobody-s" },
      "it fits no start of ours",
    ],
    ["in another currency", { currency: "EUR" }, "currency EUR, expected INR"],
    [
      "without a price in its tariff's time",
      { charging_periods: [{ start_date_time: "2020-01-01T00:00:00Z", dimensions: [] }] },
      "it cannot be priced: ",
    ],
  ])("%s cannot be billed", async (_name, more, why) => {
    const { charge, record, id } = await waiting({ ...implausible, ...more });
    const { message, ...refused } = await refusal(id);
    expect(refused).toEqual({ status: 409, code: "CONFLICT" });
    expect(message).toContain(`It cannot be billed: ${why}`);
    expect((await asideOf(record)).decision).toBeNull();
    expect(await own.bills(charge.driver)).toEqual([]);
    expect(await decide(id, "REJECTED")).toMatchObject({ booked: true });
  });

  test("of another operator's session is set aside, and cannot be billed", async () => {
    const charge = await ended();
    const record = { ...recordOf(charge), ...other.party };
    expect((await other.call("POST", "/cdrs", record)).code).toBe(1000);
    const { id, reason } = await asideOf(record);
    expect(reason).toBe("the session belongs to another operator");
    expect(await refusal(id)).toMatchObject({
      message: "It cannot be billed: the session belongs to another operator.",
    });
    await own.send(recordOf(charge));
    expect(await balanceOf(charge)).toBe(92_920);
  });

  test("of a session that the operator withdrew cannot be billed", async () => {
    const { charge, id } = await waiting();
    await own.tell(charge, { kwh: 3, status: "INVALID" });
    expect(await refusal(id)).toMatchObject({
      message: "It cannot be billed: the operator withdrew the session.",
    });
  });

  test("of a start that cost nothing cannot be billed", async () => {
    own.operator.answer = { result: "REJECTED", timeout: 30 };
    const charge = await own.ask(await own.driver());
    own.operator.answer = { result: "ACCEPTED", timeout: 30 };
    own.world.clock.advance(600_000);
    const record = recordOf(charge);
    await own.send(record);
    expect(await refusal((await asideOf(record)).id)).toMatchObject({
      message: "It cannot be billed: the driver was told that this start cost nothing.",
    });
  });

  test("that is a credit cannot be billed", async () => {
    const charge = await ended();
    const credit = recordOf(charge, { credit: true });
    await own.send(credit);
    const { id, reason } = await asideOf(credit);
    expect(reason).toBe("a credit of no record");
    expect(await refusal(id)).toMatchObject({
      message:
        "It cannot be billed: it is a credit, which is booked when the record it takes back is billed.",
    });
  });

  test("of a session with a bill cannot be billed", async () => {
    const { charge, id } = await waiting();
    await own.send(recordOf(charge));
    expect(await refusal(id)).toMatchObject({
      message: "It cannot be billed: the session has a bill already.",
    });
    const driver = await companyDriver(own.world, await newCompany(own.world));
    const fleet = await ended(driver);
    await own.send(recordOf(fleet));
    const second = recordOf(fleet);
    await own.send(second);
    expect(await refusal((await asideOf(second)).id)).toMatchObject({
      message: "It cannot be billed: the session has a bill already.",
    });
  });
});

describe("[B-3] a CDR", () => {
  test("with a known id and other content is set aside once, and changes no bill", async () => {
    const charge = await ended();
    const record = recordOf(charge);
    await own.send(record);
    const before = await aside();
    const changed = { ...own.record(charge, 2, 600), id: record.id } as Raw;
    for (let again = 0; again < 2; again++)
      expect((await own.operator.call("POST", "/cdrs", changed)).code).toBe(2001);
    const added = (await aside()).filter(({ id }) => !before.some((each) => each.id === id));
    expect(added).toMatchObject([
      { ocpi_id: record.id, reason: "another record under a known id", decision: null },
    ]);
    expect(await balanceOf(charge)).toBe(92_920);
    for (let again = 0; again < 2; again++) await own.send(record);
    expect(await own.bills(charge.driver)).toHaveLength(1);
  });

  test("that ended too late, and was rejected, is not billed when it comes again", async () => {
    const charge = await own.ask(await own.driver());
    await own.tell(charge);
    own.world.clock.advance(60_000);
    const record = own.record(charge, 3, 600) as Raw;
    await own.send(record);
    const { id, reason } = await asideOf(record);
    expect(reason).toMatch(/after the charge was last seen/);
    // As long as it is too late it waits, however often it comes.
    await own.send(record);
    expect((await asideOf(record)).decision).toBeNull();
    expect(await own.bills(charge.driver)).toEqual([]);
    await decide(id, "REJECTED");
    own.world.clock.advance(540_000);
    await own.tell(charge, { kwh: 3, status: "COMPLETED" });
    await own.send(record);
    expect(await own.bills(charge.driver)).toEqual([]);
    expect((await asideOf(record)).decision).toMatchObject({ decision: "REJECTED" });
  });

  test("that ended too late is billed when it comes again after the charge was seen so long", async () => {
    const charge = await own.ask(await own.driver());
    await own.tell(charge);
    own.world.clock.advance(60_000);
    const record = own.record(charge, 3, 600) as Raw;
    await own.send(record, "goesOn");
    own.world.clock.advance(540_000);
    await own.tell(charge, { kwh: 3, status: "COMPLETED" });
    for (let again = 0; again < 2; again++) await own.send(record);
    expect((await asideOf(record)).decision).toMatchObject({
      decision: "RELEASED",
      because: "the charge was seen until its end",
    });
    expect(await balanceOf(charge)).toBe(92_920);
  });

  test("that was set aside for another reason waits for staff, however often it comes", async () => {
    const { charge, record } = await waiting();
    for (let again = 0; again < 2; again++) await own.send(record);
    expect((await asideOf(record)).decision).toBeNull();
    expect(await own.bills(charge.driver)).toEqual([]);
  });
});

test("[B-3] a bill names the balance after it, held money and debts included", async () => {
  const charge = await ended();
  const next = await own.ask(charge.driver, "EVEN-2", { selectedMoney: 100 });
  await own.send(recordOf(charge));
  const [bill] = await own.bills(charge.driver);
  expect(bill).toMatchObject({ paid_by: "WALLET", balance_after_minor: 92_920 });
  expect((await own.purse(charge.driver)).held_minor).toBeGreaterThan(0);
  expect((await own.show(next)).step).not.toBe("BILLED");
  const fleet = await ended(await companyDriver(own.world, await newCompany(own.world)), "EVEN-3");
  await own.send(recordOf(fleet));
  expect((await own.bills(fleet.driver))[0]).toMatchObject({
    paid_by: "COMPANY",
    balance_after_minor: null,
  });
});

test("[B-2] the ledger balances after all of these", async () => {
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});
