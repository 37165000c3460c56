import { backoffice, companies, provider, wallet, type Cdr } from "@voltmarg/contract";
import { indianDayOf, monthOf } from "@voltmarg/rules";
import { byTwo } from "@voltmarg/testkit/by-two";
import { companyDriver, newCompany } from "@voltmarg/testkit/company";
import { rows, sql } from "@voltmarg/testkit/ledger";
import type { Random } from "@voltmarg/testkit/random";
import {
  connectorOf,
  evseOf,
  locationOf,
  openOwnOperator,
  PROVIDER_TOKEN,
  type Driver,
  type OwnOperator,
} from "@voltmarg/testkit/test-bed";

export const as = { token: PROVIDER_TOKEN };
const HOUR_MS = 3_600_000;
const component = (type: string, price: number) => ({ type, price, vat: 18, step_size: 1 });
const OF_ALL = [
  { price_components: [component("FLAT", 10), component("ENERGY", 20), component("TIME", 30)] },
];
const ENERGY = [{ price_components: [component("ENERGY", 20)] }];
const KARNATAKA = { state: "Karnataka", postal_code: "560001" };

export type Market = { own: OwnOperator; fleets: string[] };

/** An operator with stations in two states, and companies with a GSTIN of each. */
export async function openMarket(): Promise<Market> {
  const own = await openOwnOperator(
    { FAR: ENERGY, ALL: OF_ALL },
    { FOUR_EYES_FROM: "100000", WRITE_OFF_AFTER_DAYS: "0" },
  );
  const { operator, world } = own;
  const connectors = [connectorOf({ tariff_ids: ["FAR"] })];
  const evses = ["1", "2", "3"].map((n) => evseOf(`FAR-${n}`, { connectors }));
  await operator.call("PUT", "/locations/IN/TST/FAR", locationOf("FAR", { evses, ...KARNATAKA }));
  await world.service.readSettlements();
  await byTwo(world, provider.putTaxRate, { body: { kind: "FLAT", percent: 5, sac: "998599" } });
  const fleets: string[] = [];
  for (const [gst_in, postal_code] of [
    ["29AAPFU0939F1ZR", "560001"],
    ["27AAPFU0939F1ZV", "411001"],
  ] as const) {
    const id = await newCompany(world);
    fleets.push(id);
    await world.call(companies.updateCompany, {
      ...as,
      params: { id },
      body: { gst_in, address: "4 Mill Road", city: "Pune", postal_code },
    });
  }
  return { own, fleets };
}

/** A month of everything that moves money. Returns a bill that can be taken back later. */
export async function makeMonth(market: Market, random: Random): Promise<Cdr> {
  const { own, fleets } = market;
  const { world } = own;
  const later = () => world.clock.advance(random.int(1, 5) * HOUR_MS);
  const kwh = () => random.int(100, 1_400) / 100;
  const reference = () => `CASE ${random.int(1, 1_000_000_000)}`;
  const driver = await own.driver(500_000);
  const near = await charge(own, driver, "EVEN-1", kwh());
  await charge(own, driver, "EVEN-2", kwh());
  const far = await charge(own, driver, "FAR-1", kwh());
  await charge(own, driver, "ALL-1", kwh());
  for (const [n, id] of fleets.entries()) {
    const each = await companyDriver(world, id);
    // Its token is renewed from now on.
    await own.tokenOf(each);
    await charge(own, each, `EVEN-${n + 1}`, kwh());
    const bill = await charge(own, each, `FAR-${n + 1}`, kwh());
    later();
    await takeBack(own, bill, reference());
  }
  later();
  await takeBack(own, far, reference());
  // The operator takes a record back.
  await charge(own, driver, "EVEN-3", kwh(), { credited: true });
  // It asks for more than was agreed, and gets a part of it.
  const asked = await charge(own, driver, "EVEN-1", 60);
  await world.call(provider.decideDispute, {
    ...as,
    params: { id: asked.id },
    body: { owed_minor: 1_234, reason: "The meter was right" },
  });
  // A payment that was spent and taken back: a debt, which is written off.
  const debtor = await own.driver(20_000);
  await charge(own, debtor, "EVEN-1", 5, { limited: false });
  await disputePayment(own, debtor, "lost");
  later();
  await byTwo(world, backoffice.writeOffDebt, {
    params: { mobile: debtor.mobile },
    body: { reason: "Nobody answers" },
  });
  await byTwo(world, backoffice.giveGoodwill, {
    params: { mobile: driver.mobile },
    body: { amount_minor: random.int(100, 9_000), reason: "A long wait", reference: reference() },
  });
  for (const event of ["won", "lost"]) {
    const payer = await own.driver(random.int(10_000, 90_000));
    await disputePayment(own, payer, event);
  }
  const leaver = await own.driver(random.int(10_000, 90_000));
  await world.call(wallet.createWithdrawal, {
    params: { userId: leaver.id },
    token: await own.tokenOf(leaver),
    body: {},
  });
  await world.drain();
  for (const id of fleets) {
    const [amount_minor, tds_minor] = [random.int(1_000, 50_000), random.int(0, 1_000)];
    const body = { amount_minor, tds_minor, reference: reference() };
    await world.call(companies.recordCompanyPayment, { ...as, params: { id }, body });
    if (id !== fleets[0]) continue;
    await byTwo(world, companies.reverseCompanyPayment, {
      params: { id },
      body: { reference: body.reference, reason: "Another company's" },
    });
  }
  const params = { month: monthOf(world.clock.now()) };
  const paid = { operator: "Operator TST", utr: `HDFC${random.int(10_000_000, 99_999_999)}` };
  await world.call(backoffice.payOperator, {
    ...as,
    params,
    body: {
      ...paid,
      amount_minor: random.int(1_000, 20_000),
      paid_on: indianDayOf(world.clock.now()),
    },
  });
  if (random.int(0, 1) === 1)
    await byTwo(world, backoffice.reverseOperatorPayment, {
      params,
      body: { ...paid, reason: "A digit too many" },
    });
  await settlePayments(own, random);
  return near;
}

/** A payment by card, of which the payment provider keeps a fee; then it pays out everything, and a payment nobody has. */
async function settlePayments(own: OwnOperator, random: Random): Promise<void> {
  const { world } = own;
  const driver = await own.driver(20_000);
  const { body } = await world.call(wallet.createTopUp, {
    params: { userId: driver.id },
    body: { amount_minor: random.int(10_000, 90_000) },
    token: await own.tokenOf(driver),
  });
  await control(own, "pay", { order_id: body.data.order_id, method: "card" });
  await world.drain();
  await control(own, "settle", { traps: ["unknown_payment"] });
  await world.service.readSettlements();
}

const control = ({ world }: OwnOperator, path: string, body: object) =>
  fetch(`${world.pay.url}/control/${path}`, { method: "POST", body: JSON.stringify(body) });

async function charge(
  own: OwnOperator,
  driver: Driver,
  place: string,
  kwh: number,
  { limited = true, credited = false } = {},
): Promise<Cdr> {
  const { world } = own;
  world.clock.advance(HOUR_MS);
  const started = await own.ask(driver, place, limited ? { selectedMoney: 1_000 } : {});
  // At 48 kW.
  const seconds = Math.ceil(kwh * 75);
  world.clock.advance(seconds * 1_000);
  await own.tell(started, { kwh, status: "COMPLETED" });
  const record = own.record(started, kwh, seconds) as { id: string };
  await own.send(record);
  await world.drain();
  const [bill] = await own.bills(driver);
  if (credited) {
    world.clock.advance(HOUR_MS);
    await own.send({
      ...record,
      id: `${record.id}-c`,
      credit: true,
      credit_reference_id: record.id,
      total_cost: { excl_vat: -kwh * 20, incl_vat: -Math.round(kwh * 20 * 118) / 100 },
    });
    await world.drain();
  }
  if (!bill) throw new Error(`no bill for ${kwh} kWh at ${place}`);
  return bill;
}

export const takeBack = (own: OwnOperator, bill: Cdr, reference: string) =>
  own.world.call(backoffice.correctBill, {
    ...as,
    params: { id: bill.id },
    body: { reason: "A wrong price", reference },
  });

async function disputePayment(own: OwnOperator, driver: Driver, end: string): Promise<void> {
  const { world } = own;
  const [payment] = await rows(
    world.database.db,
    sql<{ payment_id: string }>`select payment_id from wallet_payment where user_id = ${driver.id}`,
  );
  for (const event of ["created", end]) {
    world.clock.advance(HOUR_MS);
    await control(own, "dispute", { id: `disp_${driver.id.slice(-12)}`, ...payment, event });
    await world.drain();
  }
}
