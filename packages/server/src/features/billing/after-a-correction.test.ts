import { companies, backoffice, provider } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { companyDriver, asProvider, newCompany } from "@voltmarg/testkit/company";
import { accountBalances, ledgerFaults } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";

const HOUR_S = 3_600;
let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});

/** A session of 3 kWh, ₹70.80, and its CDR. */
async function billed(more: object = {}): Promise<{ charge: OwnCharge; record: object }> {
  const charge = await own.ask(await own.driver());
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  const record = own.record(charge, 3, 600, more);
  await own.send(record);
  return { charge, record };
}
let credits = 0;
const creditOf = (record: object) => {
  const { id, total_cost, ...same } = record as {
    id: string;
    total_cost: { excl_vat: number; incl_vat: number };
  };
  const { excl_vat, incl_vat } = total_cost;
  return {
    ...same,
    id: `credit-${credits++}`,
    credit: true,
    credit_reference_id: id,
    total_cost: { excl_vat: -excl_vat, incl_vat: -incl_vat },
  };
};
const correct = async (charge: OwnCharge, reference: string) =>
  own.world.call(backoffice.correctBill, {
    ...asProvider,
    params: { id: (await own.bills(charge.driver))[0]!.id },
    body: { reason: "The charger was broken", reference },
  });
const settlement = async () =>
  (
    await own.world.call(backoffice.getSettlement, {
      ...asProvider,
      params: { month: "2026-11" },
      query: { operator: "TST" },
    })
  ).body.data;
const disputes = async ({ id }: OwnCharge) =>
  (
    await own.world.call(provider.listDisputes, { ...asProvider, query: { page_size: 100 } })
  ).body.content.filter(({ session_id }) => session_id === id);
const asideOf = async (record: object) =>
  (
    await own.world.call(provider.listQuarantinedCdrs, { ...asProvider, query: { page_size: 100 } })
  ).body.content.find(({ ocpi_id }) => ocpi_id === (record as { id: string }).id);

test("[B-3] after a correction by the back office the settlement shows no payer, and the operator's credit CDR cancels the cost", async () => {
  const before = (await settlement()).sums;
  const { charge, record } = await billed();
  await correct(charge, "CASE 1");
  const corrected = (await settlement()).sums;
  expect(corrected.paid_minor - before.paid_minor).toBe(0);
  expect(corrected.payable_minor - before.payable_minor).toBe(7_080);
  const credit = creditOf(record);
  await own.send(credit);
  await own.send(credit);
  expect(await asideOf(credit)).toBeUndefined();
  expect((await settlement()).sums).toMatchObject({
    paid_minor: before.paid_minor,
    payable_minor: before.payable_minor,
    asked_minor: before.asked_minor,
  });
  // The driver is refunded once.
  expect((await own.purse(charge.driver)).balance_minor).toBe(100_000);
  const second = creditOf(record);
  await own.send(second);
  expect((await asideOf(second))?.reason).toBe("its record was taken back before");
  const books = await accountBalances(own.world, `operator:${own.operator.operatorId}`);
  expect(books["payable"] ?? 0n).toBe(BigInt(before.payable_minor));
});

test("[B-3] a dispute is closed when the operator credits its CDR", async () => {
  const { charge, record } = await billed({ total_cost: { excl_vat: 900, incl_vat: 1_062 } });
  expect(await disputes(charge)).toMatchObject([{ state: "OPEN" }]);
  await own.send(creditOf(record));
  expect(await disputes(charge)).toMatchObject([{ state: "CLOSED" }]);
});

test("[B-2] a company's monthly statement counts a replaced bill once", async () => {
  const id = await newCompany(own.world);
  const driver = await companyDriver(own.world, id);
  const charge = await own.ask(driver);
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  await own.world.pass(25 * HOUR_S, HOUR_S);
  await own.send(own.record(charge, 2, 600));
  const { body } = await own.world.call(companies.getCompanyStatement, {
    ...asProvider,
    params: { id, month: "2026-11" },
  });
  expect(body.data).toMatchObject({
    sums: { bills: 1, kwh: 2, total_minor: 4_720 },
    payments: [],
    closing_minor: 4_720,
  });
});

test("[B-2] the ledger balances after all of these", async () => {
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});
