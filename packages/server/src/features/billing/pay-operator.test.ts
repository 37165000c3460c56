import { backoffice, books } from "@voltmarg/contract";
import { byTwo } from "@voltmarg/testkit/by-two";
import { accountBalances, ledgerFaults, PROVIDER_TOKEN } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { afterAll, beforeAll, expect, test } from "vitest";

const MONTH = "2026-11";
const as = { token: PROVIDER_TOKEN, params: { month: MONTH } };

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  const charge = await own.ask(await own.driver());
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 5, status: "COMPLETED" });
  // ₹118 with tax.
  await own.send(own.record(charge, 5, 600));
  await own.world.drain();
});
afterAll(() => own.close());

const payment = (amount_minor: number, utr: string, more = {}) => ({
  ...as,
  body: { operator: "Operator TST", amount_minor, utr, paid_on: "2026-11-20", ...more },
});
const pay = async (...of: Parameters<typeof payment>) =>
  (await own.world.call(backoffice.payOperator, payment(...of))).body.data;
const refused = async (...of: Parameters<typeof payment>) =>
  (await own.world.refused(backoffice.payOperator, payment(...of))).body.code;

test("[B-7] what an operator is owed is paid in parts, each once, and never more than that", async () => {
  expect(await pay(5_000, "HDFC00000001")).toEqual({ booked: true, owed_minor: 6_800 });
  expect(await pay(5_000, "hdfc00000001")).toEqual({ booked: false, owed_minor: 6_800 });
  expect(await refused(4_000, "HDFC00000001")).toBe("REFERENCE_REUSED");
  expect(await refused(6_801, "HDFC00000002")).toBe("CONFLICT");
  expect(await refused(6_800, "HDFC00000002", { paid_on: "2026-11-21" })).toBe("CONFLICT");
  expect(await refused(6_800, "HDFC00000002", { operator: "nobody" })).toBe("NOT_FOUND");
  // Bookings of one instant have no order.
  own.world.clock.advance(1_000);
  expect(await pay(6_800, "HDFC00000002")).toEqual({ booked: true, owed_minor: 0 });
  const owner = `operator:${own.operator.operatorId}`;
  expect(await accountBalances(own.world, owner)).toMatchObject({ payable: 0n });
  expect(await ledgerFaults(own.world)).toMatchObject({ unbalanced: 0, drifted: 0 });
});

test("[B-7] payments stand in the month's settlement, and in the books", async () => {
  const query = { operator: "Operator TST" };
  const { data } = (await own.world.call(backoffice.getSettlement, { ...as, query })).body;
  expect(data.payments).toMatchObject([
    { utr: "HDFC00000001", paid_on: "2026-11-20", amount_minor: 5_000 },
    { utr: "HDFC00000002", paid_on: "2026-11-20", amount_minor: 6_800 },
  ]);
  expect(data.sums).toMatchObject({ payable_minor: 11_800, settled_minor: 11_800 });
  const accounts = (await own.world.call(books.getBooks, as)).body.data.accounts;
  expect(accounts).toContainEqual({
    name: "Payable, Operator TST",
    group: "Sundry Creditors",
    debit_minor: 11_800,
    credit_minor: 11_800,
  });
  expect(accounts.find(({ name }) => name === "Bank")).toMatchObject({ credit_minor: 11_800 });
});

test("[B-7] a payment booked by mistake is taken back by two, and the right one has its UTR", async () => {
  const owner = `operator:${own.operator.operatorId}`;
  const utr = "HDFC00000002";
  const takeBack = {
    params: { month: MONTH },
    body: { operator: "Operator TST", utr, reason: "A digit too many" },
  };
  own.world.clock.advance(1_000);
  const alone = await own.world.refused(backoffice.reverseOperatorPayment, {
    ...as,
    body: { ...takeBack.body, reason: "I alone say so" },
  });
  expect(alone.body.code).toBe("SECOND_MEMBER_NEEDED");
  await byTwo(own.world, backoffice.reverseOperatorPayment, takeBack);
  expect(await accountBalances(own.world, owner)).toMatchObject({ payable: 6_800n });
  own.world.clock.advance(1_000);
  expect(await pay(600, utr)).toEqual({ booked: true, owed_minor: 6_200 });
  expect(await pay(600, utr)).toEqual({ booked: false, owed_minor: 6_200 });
  own.world.clock.advance(1_000);
  await byTwo(own.world, backoffice.reverseOperatorPayment, takeBack);
  expect(await pay(6_800, utr)).toEqual({ booked: true, owed_minor: 0 });
  const query = { operator: "Operator TST" };
  const { data } = (await own.world.call(backoffice.getSettlement, { ...as, query })).body;
  expect(data.payments.map((each) => [each.utr, each.amount_minor])).toEqual([
    ["HDFC00000001", 5_000],
    [utr, 6_800],
  ]);
  expect(data.sums.settled_minor).toBe(11_800);
  for (const absent of ["HDFC00000003", "HDFC0000000"])
    expect(
      (
        await own.world.refused(backoffice.reverseOperatorPayment, {
          ...as,
          body: { ...takeBack.body, utr: absent },
        })
      ).body.code,
    ).toBe("NOT_FOUND");
  expect(await ledgerFaults(own.world)).toMatchObject({ unbalanced: 0, drifted: 0 });
});
