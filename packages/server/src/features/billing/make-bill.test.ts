import { provider } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { asProvider, companyDriver, newCompany } from "@voltmarg/testkit/company";
import { accountBalances, faultsOfSums } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { captureHold, placeHold } from "../wallet/index.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator({ NONE: [] });
  return () => own.close();
});

/** A session that runs for ten minutes, of which the operator has sent 2 kWh. */
async function running(driver?: OwnCharge["driver"], at = "EVEN-1"): Promise<OwnCharge> {
  const charge = await own.ask(driver ?? (await own.driver()), at);
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 2 });
  await own.world.drain();
  return charge;
}
const disputesOf = async ({ id }: OwnCharge) =>
  (
    await own.world.call(provider.listDisputes, { ...asProvider, query: { page_size: 100 } })
  ).body.content.filter(({ session_id }) => session_id === id);

test("[B-3] a CDR ends its session: with the record's figures, and no power any more", async () => {
  const charge = await running();
  expect((await own.show(charge)).power_kw).toBeGreaterThan(0);
  await own.send(own.record(charge, 3, 590));
  const shown = await own.show(charge);
  expect(shown).toMatchObject({
    step: "BILLED",
    status: "COMPLETED",
    kwh: 3,
    power_kw: 0,
    duration_s: 590,
    cost_minor: 7_080,
    hold: { status: "CAPTURED" },
  });
  expect(shown.timeline.map(({ step }) => step).slice(-2)).toEqual(["ENDED", "BILLED"]);
  const [bill] = await own.bills(charge.driver);
  expect(bill).toMatchObject({ amount_minor: 7_080, stop_reason: "CAR", dispute: null });
  expect(await disputesOf(charge)).toEqual([]);
});

test("[B-3] the same CDR several times at once makes one bill", async () => {
  const charge = await running();
  const record = own.record(charge, 3, 600);
  await Promise.all(Array.from({ length: 6 }, () => own.send(record)));
  expect(await own.bills(charge.driver)).toHaveLength(1);
  expect((await own.purse(charge.driver)).balance_minor).toBe(92_920);
});

test("[B-3] a bill names the balance after it, with what is held and less a debt", async () => {
  const charge = await running();
  const { database, clock } = own.world;
  await database.transact((tx) =>
    placeHold(tx, {
      userId: charge.driver.id,
      sessionId: "ses_held",
      amount: 900n,
      reason: "Held",
      at: clock.now(),
    }),
  );
  await database.transact((tx) =>
    captureHold(tx, {
      userId: charge.driver.id,
      sessionId: "ses_debt",
      cdrId: "cdr_debt",
      total: 5_000n,
      gst: 0n,
      reason: "Baner Hub",
      at: clock.now(),
    }),
  );
  await own.send(own.record(charge, 3, 600));
  const [bill] = await own.bills(charge.driver);
  expect(bill).toMatchObject({ paid_by: "WALLET", balance_after_minor: 100_000 - 5_000 - 7_080 });
});

test("[B-3] a company's bill is owed by the company, and costs us what the operator asks", async () => {
  const company = await newCompany(own.world);
  const driver = await companyDriver(own.world, company);
  const owner = `operator:${own.operator.operatorId}`;
  const before = (await accountBalances(own.world, owner))["payable"] ?? 0n;
  const gst = (await accountBalances(own.world, "system"))["gst"] ?? 0n;
  const charge = await running(driver, "EVEN-3");
  await own.send(own.record(charge, 3, 600));
  expect((await own.bills(driver))[0]).toMatchObject({
    paid_by: "COMPANY",
    amount_minor: 7_080,
    balance_after_minor: null,
  });
  expect((await accountBalances(own.world, company))["receivable"]).toBe(-7_080n);
  expect(await accountBalances(own.world, driver.id)).toEqual({});
  expect(((await accountBalances(own.world, owner))["payable"] ?? 0n) - before).toBe(7_080n);
  expect(((await accountBalances(own.world, "system"))["gst"] ?? 0n) - gst).toBe(1_080n);
});

test("[B-3] [E-4] a CDR without a price, once staff released it, is billed as asked with our tax, and not disputed", async () => {
  const charge = await running(undefined, "NONE-1");
  const record = own.record(charge, 3, 600, { total_cost: { excl_vat: 40 } }) as { id: string };
  await own.send(record);
  const { content } = (
    await own.world.call(provider.listQuarantinedCdrs, { ...asProvider, query: {} })
  ).body;
  await own.world.call(provider.decideQuarantinedCdr, {
    ...asProvider,
    params: { id: content.find(({ ocpi_id }) => ocpi_id === record.id)!.id },
    body: { decision: "RELEASED", reason: "asked the driver" },
  });
  expect((await own.bills(charge.driver))[0]).toMatchObject({
    amount_minor: 4_720,
    gst_minor: 720,
  });
  expect(await disputesOf(charge)).toEqual([]);
});

test("[B-3] [E-4] a CDR that asks for more than its price is disputed with all that we reckoned", async () => {
  const charge = await running();
  await own.send(own.record(charge, 3, 600, { total_cost: { excl_vat: 900, incl_vat: 1_062 } }));
  expect((await own.purse(charge.driver)).balance_minor).toBe(92_920);
  expect(await disputesOf(charge)).toMatchObject([
    {
      state: "OPEN",
      paid_minor: 7_080,
      agreed_minor: null,
      asked: { excl_vat: "900", incl_vat: "1062" },
      checked: { excl_vat: "60", incl_vat: "70.8" },
      lines: [{ dimension: "ENERGY" }],
    },
  ]);
});

test("[B-2] the ledger balances after all of these", async () => {
  expect(await faultsOfSums(own.world)).toEqual({
    unbalanced: 0,
    drifted: 0,
    misheld: 0,
  });
});
