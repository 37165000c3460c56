import { addressOf } from "@voltmarg/client";
import {
  accounts,
  backoffice,
  stations,
  support,
  wallet,
  type RouteSpec,
} from "@voltmarg/contract";
import { operations } from "@voltmarg/contract/openapi";
import { IN_PUNE, MUMBAI } from "@voltmarg/testkit/fixtures/business";
import { PROVIDER_TOKEN, type Driver } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { beforeAll, expect, test } from "vitest";

let own: OwnOperator;
let driver: Driver;
/** A driver and staff, of whom each list has some entries. */
beforeAll(async () => {
  const price = [{ price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] }];
  own = await openOwnOperator({ OTHER: price, THIRD: price });
  const { world } = own;
  await world.service.readSettlements();
  await world.service.closeMoneyDays();
  await world.database.pool.query(
    `insert into customer_money_day select day - 1, wallets, held, on_way_back, disputed, unassigned, goodwill, at_provider, made_at
     from customer_money_day`,
  );
  driver = await own.driver(200_000);
  await world.call(accounts.updateUser, {
    params: { id: driver.id },
    body: { name: "Asha Rao", gst_in: MUMBAI, ...IN_PUNE },
    token: driver.token,
  });
  const records: string[] = [];
  const send = (record: object) => {
    records.push((record as { id: string }).id);
    return own.send(record);
  };
  for (const kwh of [4, 5, 6]) {
    const charge = await own.ask(driver);
    world.clock.advance(600_000);
    await own.tell(charge, { kwh, status: "COMPLETED" });
    await send(own.record(charge, kwh, 600));
    // The same energy for other money, which is set aside.
    await own.send(own.record(charge, kwh, 600, { total_cost: { excl_vat: 1 } }));
    await world.drain();
  }
  // Agreed prices, and more is asked.
  for (const kwh of [4, 5]) {
    const charge = await own.ask(driver);
    world.clock.advance(600_000);
    await own.tell(charge, { kwh, status: "COMPLETED" });
    await send(own.record(charge, kwh, 600, { total_cost: { excl_vat: kwh * 21 } }));
    await world.drain();
  }
  // Its invoices name the first and the last of them, and none between.
  own.operator.version = "2.3.0";
  for (const id of [records.at(0)!, records.at(-1)!]) {
    const party = own.operator.party;
    const last_updated = world.clock.now().toISOString();
    const path = `/invoicereconciliation/${party.country_code}/${party.party_id}/${id}`;
    const invoice = { ...party, id, invoice_id: `I-${id}`, cdrs: [id], last_updated };
    await own.operator.call("PUT", path, invoice);
  }
  own.operator.version = "2.2.1";
  await own.tokenOf(driver);
  for (const minor of [5_000, 6_000, 7_000]) {
    await world.topUp(driver, minor);
    world.clock.advance(1_000);
  }
  const token = await own.tokenOf(driver);
  for (const location_id of own.places.values())
    await world.call(stations.reportStationProblem, {
      params: { userId: driver.id },
      body: { location_id, kind: "BLOCKED", text: "A van stands there." },
      token,
    });
  for (const amount_minor of [1_000, 2_000, 3_000]) {
    await world.call(wallet.createWithdrawal, {
      params: { userId: driver.id },
      body: { amount_minor },
      token,
    });
    world.clock.advance(1_000);
    await world.call(support.createTicket, {
      body: { category: "APP", text: `About ${amount_minor}`, file_ids: [] },
      token,
    });
    await world.call(backoffice.giveGoodwill, {
      params: { mobile: driver.mobile },
      body: {
        amount_minor: amount_minor * 100,
        reason: "Sorry",
        reference: `CASE ${amount_minor}`,
      },
      token: PROVIDER_TOKEN,
    });
    await world.drain();
  }
  const { rows: paid } = await world.database.pool.query<{ payment_id: string }>(
    "select payment_id from wallet_payment limit 2",
  );
  for (const { payment_id } of paid) {
    const body = JSON.stringify({ payment_id });
    await fetch(`${world.pay.url}/control/dispute`, { method: "POST", body });
    await world.drain();
    world.clock.advance(1_000);
  }
  for (const minor of [8_000, 9_000]) {
    await world.topUp(driver, minor);
    const body = JSON.stringify({ traps: ["unknown_payment"] });
    await fetch(`${world.pay.url}/control/settle`, { method: "POST", body });
    await world.service.readSettlements();
    world.clock.advance(1_000);
  }
  return () => own.close();
});

/** Of each list so many entries. */
const counts = new Map<string, number>();
/** What identifies an entry, whatever list it is in. */
const idOf = (entry: object) => JSON.stringify(entry);
const isDrivers = (path: string) => path.includes("/accounts/:id/");
async function read(route: RouteSpec, query: Record<string, unknown>) {
  const params = { userId: driver.id, ...(isDrivers(route.path) ? { id: driver.id } : {}) };
  const ask = { longitude: 73.85, latitude: 18.52, vehicleType: "FOUR_WHEELER", ...query };
  // The only list that needs its operator named.
  if (route.path.endsWith("/not-invoiced-cdrs"))
    Object.assign(ask, { operator: own.operator.operatorId });
  const known = Object.keys((route.query as { shape?: object } | undefined)?.shape ?? {});
  const asked = Object.fromEntries(Object.entries(ask).filter(([name]) => known.includes(name)));
  const { rule } = route.access;
  const token = rule === "provider" ? PROVIDER_TOKEN : await own.tokenOf(driver);
  const address = addressOf(route.path, { params, query: asked });
  const response = await fetch(`${own.world.url}${address}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([route.path, response.status]).toEqual([route.path, 200]);
  type Listed = { content: object[]; total_elements?: number; next_cursor?: string | null };
  const body = (await response.json()) as Listed & { data?: Listed };
  return body.data && "content" in body.data ? body.data : body;
}

const lists = operations
  .map(({ id, route }) => ({ id, route: route as RouteSpec }))
  // Reading the audit log adds to it.
  .filter(
    ({ id, route: { path } }) => id !== "listAudit" && (!path.includes("/:id/") || isDrivers(path)),
  );
const withQuery = (name: string) =>
  lists.filter(
    ({ route }) =>
      route.method === "GET" &&
      name in ((route.query as { shape?: object } | undefined)?.shape ?? {}),
  );

test.each(withQuery("page_no"))(
  "[D-24] $id: pages of one are the pages of all, in order",
  async ({ id, route }) => {
    const all = await read(route, { page_no: 0, page_size: 100 });
    counts.set(id, all.content.length);
    const { total_elements: total = all.content.length } = all;
    expect(Math.min(total, 100)).toBe(all.content.length);
    const few = all.content.slice(0, 3);
    for (const [page_no, entry] of few.entries()) {
      const page = await read(route, { page_no, page_size: 1 });
      expect(page.content.map(idOf)).toEqual([idOf(entry)]);
      expect(page.total_elements).toBe(all.total_elements);
    }
    const after = await read(route, { page_no: total, page_size: 1 });
    expect(after.content).toEqual([]);
  },
);

test.each(withQuery("cursor"))(
  "[D-24] $id: one entry after the other is the whole list, in order",
  async ({ id, route }) => {
    const all = await read(route, { limit: 100 });
    counts.set(id, all.content.length);
    const walked: object[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await read(route, { limit: 1, ...(cursor ? { cursor } : {}) });
      walked.push(...page.content);
      cursor = page.next_cursor;
    } while (cursor && walked.length < 5);
    expect(walked.map(idOf)).toEqual(all.content.slice(0, 5).map(idOf));
  },
);

test("most of these lists had several entries", () => {
  const few = [...counts].filter(([, count]) => count < 2).map(([id]) => id);
  expect(few).toEqual(["listReportedCheckIns"]);
});
