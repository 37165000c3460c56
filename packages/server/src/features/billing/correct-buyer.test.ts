import { accounts, companies, provider, type Cdr } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { byTwo } from "@voltmarg/testkit/by-two";
import { asProvider, companyDriver, newCompany } from "@voltmarg/testkit/company";
import { BENGALURU, IN_BENGALURU, IN_PUNE, MUMBAI } from "@voltmarg/testkit/fixtures/business";
import { accountBalances, ledgerFaults, type Driver } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});

const tell = async (driver: Driver, body: object) =>
  own.world.call(accounts.updateUser, {
    params: { id: driver.id },
    body,
    token: await own.tokenOf(driver),
  });

/** A bill of 3 kWh, ₹70.80, and the operator's record. */
async function billed(driver: Driver) {
  const charge = await own.ask(driver);
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  const record = own.record(charge, 3, 600);
  await own.send(record);
  const [bill] = await own.bills(driver);
  own.world.clock.advance(60_000);
  return { driver, record, bill: bill! };
}
const correctBuyer = (id: string, reason = "A wrong GSTIN") => ({
  params: { id },
  body: { reason },
});
const refused = async (id: string) => {
  const asked = correctBuyer(id, "Only proposed");
  const { body } = await own.world.refused(provider.correctBuyer, { ...asProvider, ...asked });
  return body.code;
};
const named = ({ invoice }: Cdr) => ({
  gst_in: invoice?.buyer.gst_in,
  address: invoice?.buyer.address,
  at: invoice?.place_of_supply,
});

test("[B-3] a wrong GSTIN is corrected by a credit note and a new invoice, and the wallet stays as it is", async () => {
  const driver = await own.driver();
  await tell(driver, { name: "Asha", gst_in: MUMBAI, ...IN_PUNE });
  const { bill } = await billed(driver);
  const wallet = await own.purse(driver);
  expect(await refused(bill.id)).toBe("CONFLICT");

  await tell(driver, { gst_in: BENGALURU, ...IN_BENGALURU });
  expect(await refused(bill.id)).toBe("SECOND_MEMBER_NEEDED");
  expect(await own.bills(driver)).toHaveLength(1);
  await byTwo(own.world, provider.correctBuyer, correctBuyer(bill.id));

  const [now, before] = await own.bills(driver);
  expect(before).toMatchObject({ id: bill.id, credited_by: { number: expect.anything() } });
  expect(named(before!)).toEqual({ gst_in: MUMBAI, address: "4 Mill Road", at: "27" });
  expect(now).toMatchObject({
    session_id: bill.session_id,
    credited_by: null,
    amount_minor: 7_080,
    cgst_minor: 0,
    sgst_minor: 0,
    igst_minor: 1_080,
  });
  expect(named(now!)).toEqual({ gst_in: BENGALURU, address: "4 Mill Road", at: "29" });
  expect((await own.purse(driver)).balance_minor).toBe(wallet.balance_minor);
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
  expect(await refused(bill.id)).toBe("CONFLICT");
  expect(await refused("cdr_absent")).toBe("CDR_NOT_FOUND");
});

test("[B-3] a credit of the operator for a bill with a corrected buyer returns the money once", async () => {
  const payable = async () =>
    (await accountBalances(own.world, `operator:${own.operator.operatorId}`))["payable"];
  const before = await payable();
  const driver = await own.driver();
  const { record, bill } = await billed(driver);
  await tell(driver, { name: "Asha", gst_in: MUMBAI, ...IN_PUNE });
  await byTwo(own.world, provider.correctBuyer, correctBuyer(bill.id));
  await tell(driver, { gst_in: BENGALURU, ...IN_BENGALURU });
  const [second] = await own.bills(driver);
  own.world.clock.advance(60_000);
  await byTwo(own.world, provider.correctBuyer, correctBuyer(second!.id));

  const { id, total_cost, ...same } = record as {
    id: string;
    total_cost: { excl_vat: number; incl_vat: number };
  };
  const credit = {
    ...same,
    id: `${id}-credit`,
    credit: true,
    credit_reference_id: id,
    total_cost: { excl_vat: -total_cost.excl_vat, incl_vat: -total_cost.incl_vat },
  };
  await own.send(credit);
  await own.send(credit);
  expect((await own.purse(driver)).balance_minor).toBe(100_000);
  expect((await own.bills(driver)).every(({ credited_by }) => credited_by)).toBe(true);
  expect(await payable()).toBe(before);
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

test("[B-2] [B-3] a company's bill counts once, in its month, and its statement names both invoices", async () => {
  const company = await newCompany(own.world);
  const driver = await companyDriver(own.world, company);
  const { bill } = await billed(driver);
  const account = async () => {
    const { data } = (
      await own.world.call(companies.getCompany, { ...asProvider, params: { id: company } })
    ).body;
    return { billed: data.billed_minor, owed: data.owed_minor };
  };
  const before = await account();
  await own.world.call(companies.updateCompany, {
    ...asProvider,
    params: { id: company },
    body: { gst_in: MUMBAI, address: "7 Link Road", city: "Mumbai", postal_code: "400001" },
  });
  await byTwo(own.world, provider.correctBuyer, correctBuyer(bill.id));
  const [now] = await own.bills(driver);
  expect(now?.invoice?.buyer).toMatchObject({ gst_in: MUMBAI, address: "7 Link Road" });
  expect(await account()).toEqual(before);
  const statement = await own.world.call(companies.getCompanyStatement, {
    ...asProvider,
    params: { id: company, month: "2026-11" },
  });
  const { bills, closing_minor } = statement.body.data;
  expect(bills.map(({ invoice_number }) => invoice_number)).toEqual(
    expect.arrayContaining([bill.invoice?.number, now?.invoice?.number]),
  );
  expect(closing_minor).toBe(before.owed);
});
