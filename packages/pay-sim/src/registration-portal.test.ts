import { afterAll, beforeAll, expect, test } from "vitest";
import { start, type PaySim } from "./index.ts";

const HOUR_MS = 3_600_000;
let now = Date.parse("2026-11-20T06:30:00Z");
let sim: PaySim;
beforeAll(async () => {
  sim = await start({
    port: 0,
    keyId: "rzp_test_x",
    keySecret: "s",
    webhookUrl: "http://127.0.0.1:9",
    webhookSecret: "s",
    stateDir: null,
    clock: { now: () => now },
  });
});
afterAll(() => sim.close());

const SELLER = "27AAFCV4182M1ZS";
type Told = { Success: string; Irn: string; ErrorDetails: { error_code: string }[] };
const ask = async (path: string, body?: object) => {
  const post = body && { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${sim.url}/irp/${path}`, { ...post, headers: { gstin: SELLER } });
  return (await response.json()) as Told;
};
const codeOf = ({ ErrorDetails }: Told) => ErrorDetails[0]?.error_code;
const document = (No: string, Dt = "20/11/2026", Typ = "INV") => ({
  Version: "1.1",
  DocDtls: { Typ, No, Dt },
  SellerDtls: { Gstin: SELLER },
  BuyerDtls: { Gstin: "27AAPFU0939F1ZV", Addr1: "4 Mill Road", Pin: 411_001 },
});
const find = (No: string) =>
  ask(`Invoice/irnbydocdetails?doctype=INV&docnum=${No}&docdate=20/11/2026`);

test("a document has one number in a financial year, whatever its date", async () => {
  const first = await ask("Invoice", document("A/1"));
  expect(first).toMatchObject({ Success: "Y", Irn: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(codeOf(await ask("Invoice", document("A/1", "19/11/2026")))).toBe("2150");
  expect((await find("A/1")).Irn).toBe(first.Irn);
  const note = await ask("Invoice", document("A/1", "20/11/2026", "CRN"));
  expect(note.Irn).not.toBe(first.Irn);
  expect(codeOf(await find("A/2"))).toBe("2154");
});

test("what does not fit is refused by its code", async () => {
  const { BuyerDtls, ...same } = document("B/1");
  expect(codeOf(await ask("Invoice", { ...same, BuyerDtls: { ...BuyerDtls, Addr1: "" } }))).toBe(
    "3039",
  );
  expect(codeOf(await ask("Invoice", { ...same, BuyerDtls, SellerDtls: { Gstin: "x" } }))).toBe(
    "2143",
  );
  expect(codeOf(await ask("Invoice", { ...same, BuyerDtls, Version: "1.0" }))).toBe("5002");
  expect(codeOf(await ask("Invoice", document("B/1", "10/10/2026")))).toBe("2305");
});

test("it is cancelled within 24 hours, stays a duplicate, and is shown for two days", async () => {
  const { Irn } = await ask("Invoice", document("C/1"));
  const { Irn: late } = await ask("Invoice", document("C/2"));
  expect(await ask("Invoice/Cancel", { Irn })).toMatchObject({ Success: "Y" });
  expect(await find("C/1")).toMatchObject({ Status: "CNL" });
  expect(codeOf(await ask("Invoice", document("C/1")))).toBe("2150");
  now += 25 * HOUR_MS;
  expect(codeOf(await ask("Invoice/Cancel", { Irn: late }))).toBe("2270");
  expect(await find("C/2")).toMatchObject({ Status: "ACT" });
  now += 24 * HOUR_MS;
  expect(codeOf(await find("C/2"))).toBe("2283");
});
