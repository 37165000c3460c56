import { readPdf } from "@voltmarg/testkit/read-pdf";
import { expect, test } from "vitest";
import { drawEvidence, type PaymentEvidence } from "./draw-evidence.ts";

const SELLER = "Voltmarg Mobility Private Limited";
const at = (minutes: number) => new Date(Date.parse("2026-11-20T06:30:00.000Z") + minutes * 60_000);

const charge = (nth: number): PaymentEvidence["charges"][number] => ({
  bill: `VM/26-27/${String(nth).padStart(6, "0")}`,
  amount: 23_600n,
  place: "क्षेत्र चार्जिंग, श्री चौक, Pune",
  charger: "KS-2",
  operator: "Zephyr Grid",
  begun: at(nth * 100),
  ended: at(nth * 100 + 60),
  kwh: 10,
  curve: Array.from({ length: 20 }, (_, i) => ({
    at: at(nth * 100 + i * 3),
    kwh: i / 2,
    kw: i === 19 ? null : 40 - i,
    percent: i === 19 ? null : 20 + i * 2,
  })),
});

function evidence(charges: number): PaymentEvidence {
  return {
    at: at(50_000),
    dispute: {
      id: "disp_QkT4mV7sY2hXw9",
      amount: 50_000n,
      status: "under_review",
      told: at(40_000),
      respondBy: at(60_000),
    },
    payment: {
      id: "pay_QkT4mV7sY2hXw9",
      order: "order_QkT4mV7sY2hXw9",
      amount: 50_000n,
      method: "UPI, GOOGLE PAY",
      begun: at(-1),
      credited: at(0),
      balanceAfter: 40_000n,
    },
    account: {
      id: "usr_01jd3q8z5m2v7k4x9c6b1n0trw",
      mobileMasked: "••••43210",
      created: at(-100_000),
      closed: null,
      erased: null,
    },
    signIns: [{ device: "android, Chrome, Android", signedIn: at(-500), lastSeen: at(2_000) }],
    charges: Array.from({ length: charges }, (_, nth) => charge(nth)),
    moreCharges: charges > 30,
    refunds: [{ at: at(3_000), id: "rfnd_Rk3x2UoCa9", amount: 10_000n, status: "done" }],
  };
}

test("[D-4] evidence is drawn as stored in layouts", async () => {
  const { drawn } = readPdf(await drawEvidence(evidence(3), SELLER));
  await expect(drawn).toMatchFileSnapshot("layouts/evidence.txt");
});

test.each([
  [0, 1],
  [40, 20],
])("of %i charging sessions it has at most %i pages, and can be sent", async (n, most) => {
  const pdf = await drawEvidence(evidence(n), SELLER);
  const { pages } = readPdf(pdf);
  expect(pages.length).toBeLessThanOrEqual(most);
  expect(pdf.length).toBeLessThan(500_000);
  expect(pages.join("\n").includes("there are more")).toBe(n > 30);
});
