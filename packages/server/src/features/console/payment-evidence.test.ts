import { accounts, audit, backoffice, personalData, wallet } from "@voltmarg/contract";
import { newMember } from "@voltmarg/testkit/staff";
import { freePort } from "@voltmarg/testkit/free-port";
import { PROVIDER_TOKEN, type Driver } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { locationOf, evseOf, connectorOf } from "@voltmarg/testkit/partner";
import { readPdf } from "@voltmarg/testkit/read-pdf";
import { beforeAll, describe, expect, test } from "vitest";
import { rows, sql } from "../../platform/database/database.ts";

const HOUR_S = 3_600;
const bootstrap = { token: PROVIDER_TOKEN };
const why = { reason: "The bank disputes it" };
let own: OwnOperator;
let origin: string;
beforeAll(async () => {
  const energy = [{ price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] }];
  origin = `http://localhost:${await freePort()}`;
  own = await openOwnOperator({ NAMED: energy }, { CONSOLE_ORIGIN: origin });
  return () => own.close();
});

const at = (path: string, token = PROVIDER_TOKEN) =>
  fetch(`${own.world.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(why),
  });
/** What stands in the evidence, with single spaces. */
async function evidence(id: string): Promise<string> {
  const response = await at(`/provider/v1/payment-disputes/${id}/evidence`);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  const { pages } = readPdf(Buffer.from(await response.arrayBuffer()));
  return pages.join("\n");
}
let made = 0;
async function dispute(driver: Driver, event = "created", id = `disp_e${(made += 1)}`) {
  const { world } = own;
  const [paid] = await rows(
    world.database.db,
    sql<{
      payment_id: string;
    }>`select payment_id from wallet_payment where user_id = ${driver.id} order by credited_at`,
  );
  world.clock.advance(1_000);
  const body = JSON.stringify({ ...paid, id, event });
  const told = await fetch(`${world.pay.url}/control/dispute`, { method: "POST", body });
  expect(told.status).toBe(200);
  await world.drain();
  return { id, payment: paid!.payment_id };
}
/** A session of two hours with a period every five minutes, and its bill. */
async function charge(driver: Driver, place = "EVEN-1", kwh = 5) {
  const { world } = own;
  const going = await own.ask(driver, place, { selectedMoney: Math.ceil(kwh * 23.6) });
  const periods = Array.from({ length: 24 }, (_, i) => ({
    start_date_time: new Date(going.start + i * 300_000).toISOString(),
    dimensions: [
      { type: "ENERGY", volume: kwh / 24 },
      { type: "TIME", volume: 1 / 12 },
      { type: "POWER", volume: 20 - i / 2 },
      { type: "STATE_OF_CHARGE", volume: 20 + i },
    ],
  }));
  world.clock.advance(2 * HOUR_S * 1_000);
  await own.tell(going, { kwh, more: { charging_periods: periods } });
  await world.drain();
  await own.send(own.record(going, kwh, 2 * HOUR_S));
  await world.drain();
  return (await own.bills(driver))[0]!;
}

describe("[D-4] the evidence for a disputed payment", () => {
  test("has the payment, its account and devices, what it was spent on, and its refunds", async () => {
    const { world } = own;
    const driver = await own.driver(50_000);
    const bill = await charge(driver);
    const token = await own.tokenOf(driver);
    const params = { userId: driver.id };
    await world.call(wallet.createWithdrawal, { params, token, body: { amount_minor: 10_000 } });
    await world.drain();
    const { id, payment } = await dispute(driver);
    // What comes after the dispute shows nothing of the payment.
    await world.topUp(driver, 50_000);
    const later = await charge(driver);
    const text = await evidence(id);
    const [paid] = await rows(
      world.database.db,
      sql<{ order_id: string }>`select order_id from top_up where payment_id = ${payment}`,
    );
    for (const part of [id, payment, paid!.order_id, driver.id, bill.invoice!.number])
      expect(text).toContain(part);
    expect(text).toContain("₹500.00");
    expect(text).toContain(`••••${driver.mobile.slice(-5)}`);
    expect(text).not.toContain(driver.mobile);
    expect(text).not.toContain(later.invoice!.number);
    expect(text).toContain("Place EVEN, Pune");
    expect(text).toContain("5.000 kWh");
    const [, refunds = ""] = text.split("Refunds of this payment");
    expect(refunds).toContain("₹100.00");
    expect(refunds).toContain("rfnd_");
    const [, devices = ""] = text.split("Devices signed in around the payment");
    expect(devices.split("What the money")[0]).toContain("20 Nov 2026");
    // Of 24 periods at most 19 points, and the end of the bill.
    const [, curve = ""] = text.split(`Charging session of bill ${bill.invoice!.number}`);
    const percents = [...curve.matchAll(/^(\d+)%$/gm)].map(([, percent]) => Number(percent));
    expect(percents.length).toBeLessThanOrEqual(19);
    expect([Math.min(...percents), Math.max(...percents)]).toEqual([20, 43]);
    expect(curve).toContain("20.0");
  });

  test("lists charging sessions until the money is used up, and none that was taken back", async () => {
    const { world } = own;
    const driver = await own.driver(30_000);
    const bills = [await charge(driver, "EVEN-1", 8), await charge(driver, "EVEN-1", 1)];
    await world.call(backoffice.correctBill, {
      ...bootstrap,
      params: { id: bills[1]!.id },
      body: { reason: "A wrong price", reference: "CASE E1" },
    });
    await world.topUp(driver, 50_000);
    // ₹188.80 and ₹118 are more than the ₹300 of the payment: the fourth is of the next one's money.
    bills.push(await charge(driver, "EVEN-1", 5), await charge(driver, "EVEN-1", 2));
    const text = await evidence((await dispute(driver)).id);
    expect(bills.map(({ invoice }) => text.includes(`of bill ${invoice!.number}`))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test("writes places in the letters of their names, and is whole where it has none", async () => {
    const { operator } = own;
    const evses = [evseOf("NAMED-1", { connectors: [connectorOf({ tariff_ids: ["NAMED"] })] })];
    const names = ["क्षेत्र चार्जिंग", "<script>alert(1)</script>", "چارجنگ ஊர்", "充电站"];
    const texts: string[] = [];
    for (const name of names) {
      await operator.call("PUT", "/locations/IN/TST/NAMED", locationOf("NAMED", { name, evses }));
      const driver = await own.driver();
      await charge(driver, "NAMED-1", 1);
      const text = await evidence((await dispute(driver)).id);
      // Without the number of glyphs.
      texts.push(text.replaceAll(/ \[\d+\]/g, ""));
    }
    expect(names.map((name, i) => texts[i]!.includes(name))).toEqual([true, true, true, false]);
    // No font has letters of China: there the charger names the place.
    expect(texts[3]).toContain("Charger NAMED-1");
  });

  test("is there without what was erased, and the driver of before is told nothing", async () => {
    const { world } = own;
    const driver = await own.driver();
    const token = await own.tokenOf(driver);
    const person = { name: "Asha Rao", email: "asha@example.com" };
    await world.call(accounts.updateUser, { params: { id: driver.id }, body: person, token });
    const bill = await charge(driver, "EVEN-1", 3);
    const closing = { params: { id: driver.id }, token: await own.tokenOf(driver) };
    await world.call(accounts.deactivate, closing);
    await world.drain();
    const asked = { params: { mobile: driver.mobile } };
    const erasure = { reason: "They asked for it", reference: "CASE E2" };
    await world.call(personalData.eraseDriver, { ...bootstrap, ...asked, body: erasure });
    const { id, payment } = await dispute(driver);
    const text = await evidence(id);
    for (const part of [payment, bill.invoice!.number, "3.000 kWh", "None is kept"])
      expect(text).toContain(part);
    for (const part of [driver.mobile, driver.mobile.slice(-5), "Asha", "example.com", "Chrome"])
      expect(text).not.toContain(part);
    await dispute(driver, "lost", id);
    expect(
      await rows(world.database.db, sql`select 1 from notification where user_id = ${driver.id}`),
    ).toEqual([]);
  });

  test("of no dispute, or of a payment that nobody was credited for, is not there", async () => {
    const { world } = own;
    await sql`insert into payment_dispute (id, payment_id, amount, status, body, received_at)
      values ('disp_nobody', 'pay_unknown', 100, 'open', '{}', now())`.execute(world.database.db);
    for (const id of ["disp_absent", "disp_nobody"]) {
      const call = { ...bootstrap, params: { id }, body: why };
      expect((await world.refused(backoffice.savePaymentEvidence, call)).body.code).toBe(
        "NOT_FOUND",
      );
    }
  });
});

test("[B-2] taking the evidence away needs role, reason and passkey, and is in both audit logs", async () => {
  const { world } = own;
  const driver = await own.driver();
  const { id } = await dispute(driver);
  const path = backoffice.savePaymentEvidence.path.replace(":id", id);
  for (const [role, status] of [
    ["read", 403],
    ["support", 200],
    ["finance", 200],
  ] as const) {
    const body = { name: `evidence-${role}`, role };
    const { token } = (await world.call(backoffice.createCredential, { ...bootstrap, body })).body
      .data;
    expect([role, (await at(path, token)).status]).toEqual([role, status]);
  }
  const silent = { ...bootstrap, params: { id }, body: {} } as never;
  expect((await world.refused(backoffice.savePaymentEvidence, silent)).body.code).toBe(
    "INVALID_INPUT",
  );
  const stale = await newMember(world, origin, "stale-finance", "finance");
  world.clock.advance(360_000);
  const asked = await stale.ask(backoffice.savePaymentEvidence, { params: { id }, body: why });
  expect((asked.body as { code?: string }).code).toBe("PASSKEY_NEEDED");
  const query = { mobile: driver.mobile, act: "EXPORT" } as const;
  const { body } = await world.call(audit.listAccountAudit, { ...bootstrap, query });
  expect(body.content.map(({ details }) => details)).toEqual(
    ["finance", "support"].map((role) => ({
      of: "payment evidence",
      dispute: id,
      credential: `evidence-${role}`,
    })),
  );
  const log = await world.call(backoffice.listAudit, { ...bootstrap, query: { page_size: 100 } });
  const calls = log.body.content.filter(
    ({ route }) => route === backoffice.savePaymentEvidence.path,
  );
  expect(calls.map(({ credential, outcome }) => `${credential} ${outcome}`)).toEqual(
    expect.arrayContaining(["evidence-read FORBIDDEN", "evidence-finance OK"]),
  );
});

test("[D-4] what wants evidence comes first, by its deadline; then the others, newest first", async () => {
  const { world } = own;
  const driver = await own.driver();
  const ids: string[] = [];
  for (const event of ["created", "under_review", "lost", "created"])
    ids.push((await dispute(driver, event)).id);
  const due = (id: string, days: number) =>
    sql`update payment_dispute set respond_by = ${new Date(world.clock.now().getTime() + days * 86_400_000)}
      where id = ${id}`.execute(world.database.db);
  await due(ids[0]!, 9);
  await due(ids[3]!, -1);
  const page = async (cursor?: string) =>
    (
      await world.call(backoffice.listPaymentDisputes, {
        ...bootstrap,
        query: { limit: 1, ...(cursor ? { cursor } : {}) },
      })
    ).body;
  const listed: { id: string; evidence_wanted: boolean }[] = [];
  for (let next: string | null | undefined = undefined; next !== null;) {
    const { content, next_cursor }: Awaited<ReturnType<typeof page>> = await page(next);
    listed.push(...content);
    next = next_cursor;
  }
  const these = listed.filter(({ id }) => ids.includes(id));
  expect(these.map(({ id }) => ids.indexOf(id))).toEqual([3, 0, 2, 1]);
  expect(these.map(({ evidence_wanted }) => evidence_wanted)).toEqual([true, true, false, false]);
  expect(listed[0]!.id).toBe(ids[3]);
});
