import { accounts, provider, type Cdr } from "@voltmarg/contract";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { byTwo } from "@voltmarg/testkit/by-two";
import { asProvider } from "@voltmarg/testkit/company";
import { BENGALURU, IN_BENGALURU, IN_PUNE, MUMBAI } from "@voltmarg/testkit/fixtures/business";
import type { Driver } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { readPdf } from "@voltmarg/testkit/read-pdf";
import { sql } from "../../../platform/database/database.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});

type Document = { Irn: string; AckNo: number; Status: string };
const portal = async () =>
  (await (await fetch(`${own.world.pay.url}/control/portal`)).json()) as {
    calls: number;
    documents: Document[];
  };
const post = (path: string, body: object) =>
  fetch(`${own.world.pay.url}${path}`, { method: "POST", body: JSON.stringify(body) });
const be = (name: string) => post("/control/portal-scenario", { name });
afterEach(() => be("registers"));

const tell = async (driver: Driver, body: object) =>
  own.world.call(accounts.updateUser, {
    params: { id: driver.id },
    body,
    token: await own.tokenOf(driver),
  });

async function billed(change: object = { gst_in: MUMBAI, ...IN_PUNE }) {
  const driver = await own.driver();
  await tell(driver, { name: "Asha", ...change });
  const charge = await own.ask(driver);
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  const record = own.record(charge, 3, 600);
  await own.send(record);
  own.world.clock.advance(60_000);
  const [bill] = await own.bills(driver);
  return { driver, record, bill: bill!, number: bill!.invoice!.number };
}
const creditOf = (record: object) => {
  const { id, total_cost, ...same } = record as {
    id: string;
    total_cost: { excl_vat: number; incl_vat: number };
  };
  return {
    ...same,
    id: `${id}-credit`,
    credit: true,
    credit_reference_id: id,
    total_cost: { excl_vat: -total_cost.excl_vat, incl_vat: -total_cost.incl_vat },
  };
};

/** What the service does every minute. */
async function minute(): Promise<void> {
  await own.world.service.registerDocuments();
  await own.world.drain();
}
/** As many minutes. */
async function minutes(count: number, step = 1): Promise<void> {
  for (let passed = 0; passed < count; passed += step) {
    own.world.clock.advance(step * 60_000);
    await minute();
  }
}
const listed = async (query: object = {}) =>
  (
    await own.world.call(provider.listGstDocuments, {
      ...asProvider,
      query: { page_size: 100, ...query },
    })
  ).body.content;
const documentOf = async ({ id }: Pick<Cdr, "id">) =>
  (await listed()).find(({ cdr_id }) => cdr_id === id);
async function pdfOf(driver: Driver, { id }: Pick<Cdr, "id">): Promise<string> {
  const token = await own.tokenOf(driver);
  const answer = await fetch(`${own.world.url}/api/ocpi/v1/cdrs/${id}`, {
    headers: { authorization: `Bearer ${token}`, accept: "application/pdf" },
  });
  return JSON.stringify(readPdf(Buffer.from(await answer.arrayBuffer())));
}
const age = async () =>
  Number(
    /^invoice_unregistered_seconds (\S+)$/m.exec(
      await (await fetch(`${own.world.url}/metrics`)).text(),
    )?.[1],
  );

test("[B-3] an invoice to a GSTIN is registered, and its PDF has the number and the signed QR code", async () => {
  const { driver, bill, number } = await billed();
  expect(await documentOf(bill)).toMatchObject({ number, state: "PENDING", lacks_address: false });
  expect(await pdfOf(driver, bill)).toContain("Registration Portal is pending");
  await minute();
  const document = await documentOf(bill);
  expect(document).toMatchObject({ state: "REGISTERED", irn: expect.stringMatching(/^\w{64}$/) });
  const pdf = await pdfOf(driver, bill);
  expect(pdf).toContain("Registered with the Invoice Registration Portal");
  expect(pdf).not.toContain("pending");
  expect(await age()).toBe(0);

  const other = await billed({});
  await minute();
  expect(await documentOf(other.bill)).toBeUndefined();
  expect(await pdfOf(other.driver, other.bill)).not.toContain("Portal");
});

describe("[B-3] every document has one IRN", () => {
  test("where the answer is lost, and where the portal is slower than the service waits", async () => {
    for (const scenario of ["loses_answers", "slow"]) {
      await be(scenario);
      const before = (await portal()).documents.length;
      const { bill } = await billed();
      await minute();
      expect((await portal()).documents).toHaveLength(before + 1);
      expect(await documentOf(bill)).toMatchObject({ state: "PENDING", irn: null });
      await be("registers");
      await minutes(2);
      const { documents } = await portal();
      expect(documents).toHaveLength(before + 1);
      expect(await documentOf(bill)).toMatchObject({
        state: "REGISTERED",
        irn: documents.at(-1)!.Irn,
      });
    }
  }, 60_000);

  test("over a restart between the portal's answer and what is written of it", async () => {
    await be("loses_answers");
    const before = (await portal()).documents.length;
    const { bill } = await billed();
    await minute();
    await own.world.restart();
    await be("registers");
    await minutes(2);
    expect((await portal()).documents).toHaveLength(before + 1);
    expect(await documentOf(bill)).toMatchObject({ state: "REGISTERED" });
    await minutes(2);
    expect((await portal()).documents).toHaveLength(before + 1);
  });
});

test("[B-3] while the portal is away for a day nothing is lost, and it is asked seldom", async () => {
  await be("away");
  const before = await portal();
  const { bill } = await billed();
  await minutes(24 * 60, 5);
  const after = await portal();
  expect(after.documents).toHaveLength(before.documents.length);
  expect(after.calls - before.calls).toBeLessThan(24 * 4 + 12);
  expect(await documentOf(bill)).toMatchObject({ state: "PENDING", irn: null });
  expect(await age()).toBeGreaterThan(86_000);
  await be("registers");
  await minutes(20);
  expect(await documentOf(bill)).toMatchObject({ state: "REGISTERED" });
}, 60_000);

test("[B-3] what the portal refuses is listed with the reason, and is sent again after a correction", async () => {
  const again = (number: string) => ({ ...asProvider, body: { number } });
  await be("refuses");
  const { driver, bill, number } = await billed();
  await minutes(3);
  expect(await documentOf(bill)).toMatchObject({
    state: "REFUSED",
    reason: expect.stringContaining("3028"),
  });
  expect((await listed({ state: "REFUSED" })).map((each) => each.number)).toEqual([number]);
  expect(await pdfOf(driver, bill)).toContain("is pending");
  await be("registers");
  await minutes(3);
  expect(await documentOf(bill)).toMatchObject({ state: "REFUSED" });
  await own.world.call(provider.registerAgain, again(number));
  await minute();
  expect(await documentOf(bill)).toMatchObject({ state: "REGISTERED", reason: null });
  const refused = await own.world.refused(provider.registerAgain, again(number));
  expect(refused.body.code).toBe("CONFLICT");
});

test("[B-3] an invoice without the buyer's address waits for it in the accountant's list, and is registered with it", async () => {
  const driver = await own.driver();
  await sql`update app_user set name = 'Asha', gst_in = ${MUMBAI} where id = ${driver.id}`.execute(
    own.world.database.db,
  );
  const charge = await own.ask(driver);
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  await own.send(own.record(charge, 3, 600));
  const [bill] = await own.bills(driver);
  expect(bill?.invoice?.buyer).toMatchObject({ gst_in: MUMBAI, address: null });
  await minute();
  const [document] = await listed({ lacks_address: "yes" });
  expect(document).toMatchObject({ cdr_id: bill!.id, state: "REFUSED" });
  expect(document?.reason).toContain("address is not known");
  await tell(driver, IN_PUNE);
  const number = document!.number;
  await own.world.call(provider.registerAgain, { ...asProvider, body: { number } });
  await minute();
  expect(await documentOf(bill!)).toMatchObject({ state: "REGISTERED", lacks_address: true });
});

test("[B-3] a credit note waits until its invoice is registered", async () => {
  await be("away");
  const { driver, record, bill } = await billed();
  // By now it is tried every quarter of an hour.
  await minutes(31);
  await own.send(creditOf(record));
  const [credited] = await own.bills(driver);
  const note = { id: credited!.credited_by!.cdr_id };
  await be("registers");
  await minute();
  expect(await documentOf(bill)).toMatchObject({ state: "PENDING" });
  expect(await documentOf(note)).toMatchObject({ state: "PENDING" });
  await minutes(30, 5);
  expect(await documentOf(bill)).toMatchObject({ state: "REGISTERED" });
  expect(await documentOf(note)).toMatchObject({ kind: "CREDIT_NOTE", state: "REGISTERED" });
  const { documents } = await portal();
  const [last, one] = documents.toReversed();
  expect([one!.Irn, last!.Irn]).toEqual([
    (await documentOf(bill))!.irn,
    (await documentOf(note))!.irn,
  ]);
});

test("[B-3] an invoice to a wrong GSTIN that the portal refused is withdrawn with its credit note; the right one is registered", async () => {
  await be("refuses");
  const { driver, bill } = await billed();
  await minute();
  await be("registers");
  await tell(driver, { gst_in: BENGALURU, ...IN_BENGALURU });
  await byTwo(own.world, provider.correctBuyer, {
    params: { id: bill.id },
    body: { reason: "A wrong GSTIN" },
  });
  await minute();
  const [now, before] = await own.bills(driver);
  expect(await documentOf(before!)).toMatchObject({ state: "WITHDRAWN", gst_in: MUMBAI });
  const note = { id: before!.credited_by!.cdr_id };
  expect(await documentOf(note)).toMatchObject({ state: "WITHDRAWN" });
  expect(await documentOf(now!)).toMatchObject({ state: "REGISTERED", gst_in: BENGALURU });
});

test("[B-3] a document that was cancelled at the portal is not called registered", async () => {
  await be("loses_answers");
  const { bill } = await billed();
  await minute();
  await be("registers");
  const { documents } = await portal();
  await post("/irp/Invoice/Cancel", { Irn: documents.at(-1)!.Irn, CnlRsn: "1", CnlRem: "test" });
  await minutes(2);
  expect(await documentOf(bill)).toMatchObject({
    state: "REFUSED",
    irn: null,
    reason: expect.stringContaining("cancelled"),
  });
});
