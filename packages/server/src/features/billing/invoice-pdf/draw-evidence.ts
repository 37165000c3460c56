import { formatInr } from "@voltmarg/rules";
import { MARGIN, PAGE, QUIET, RULE, type Column, type Page } from "./page.ts";
import { pdfOf } from "./pdf-file.ts";
import { clockOf, dayOf } from "./zoned-time.ts";

/** What shows a payment provider that a disputed payment was made and used. Amounts in paise. */
export type PaymentEvidence = {
  at: Date;
  dispute: { id: string; amount: bigint; status: string; told: Date; respondBy: Date | null };
  payment: {
    id: string;
    order: string | null;
    amount: bigint;
    method: string;
    /** When the driver asked to add the money; null: not known. */
    begun: Date | null;
    credited: Date;
    /** Of the wallet. */
    balanceAfter: bigint;
  };
  account: {
    id: string;
    mobileMasked: string | null;
    created: Date;
    closed: Date | null;
    erased: Date | null;
  };
  signIns: { device: string; signedIn: Date; lastSeen: Date }[];
  /** Oldest first. */
  charges: ChargePaid[];
  /** There are more than these. */
  moreCharges: boolean;
  refunds: { at: Date; id: string; amount: bigint; status: string }[];
};
export type ChargePaid = {
  bill: string;
  amount: bigint;
  place: string;
  charger: string;
  operator: string;
  begun: Date;
  ended: Date;
  kwh: number;
  /** Energy since the beginning, in time. */
  curve: { at: Date; kwh: number; kw: number | null; percent: number | null }[];
};

const HALF = (PAGE.width - 2 * MARGIN) / 2;
const DEVICES = columns([255, "left"], [130, "left"], [130, "left"]);
const CHARGES = columns([150, "left"], [205, "left"], [70, "right"], [90, "right"]);
const REFUNDS = columns([130, "left"], [195, "left"], [90, "left"], [100, "right"]);
/** Two points of a curve beside each other. */
const POINTS = columns(
  ...[0, 1].flatMap(
    () =>
      [
        [92, "left"],
        [60, "right"],
        [52, "right"],
        [53, "right"],
      ] as const,
  ),
);

/** Draws the evidence for one dispute as a PDF on A4, in English, as payment providers want it. */
export function drawEvidence(of: PaymentEvidence, seller: string): Promise<Buffer> {
  const title = `Evidence for dispute ${of.dispute.id}`;
  return pdfOf(
    { title, author: seller, subject: of.payment.id, language: "en-IN", at: of.at },
    (page) => {
      drawHead(page, of, seller);
      drawPayment(page, of);
      drawSignIns(page, of);
      drawCharges(page, of);
      drawRefunds(page, of);
      page.eachPage((at, count) => {
        page.y = PAGE.height - MARGIN + 6;
        page.rule(page.y, RULE);
        const foot = { size: 8, color: QUIET, y: page.y + 6 };
        page.write(`${seller} · ${title}`, foot);
        page.write(`Page ${at} of ${count}`, { ...foot, align: "right" });
      });
    },
  );
}

function drawHead(page: Page, { dispute, at }: PaymentEvidence, seller: string): void {
  page.mark(MARGIN, MARGIN, 30);
  page.write(seller, { x: MARGIN + 38, y: MARGIN + 4, width: 230, size: 13, font: "semibold" });
  page.write("Payment evidence", { y: MARGIN - 4, size: 20, font: "semibold", align: "right" });
  page.write(timeOf(at), { y: MARGIN + 24, size: 9.5, color: QUIET, align: "right" });
  page.y = MARGIN + 52;
  say(
    page,
    `${seller} sells the charging of electric vehicles. The payment added money to the wallet of an account, from which charging sessions were paid. All times are Indian (IST).`,
  );
  heading(page, "Dispute");
  facts(page, [
    ["Dispute", dispute.id],
    ["Amount", formatInr(dispute.amount)],
    ["State", dispute.status.replaceAll("_", " ")],
    ["Told", timeOf(dispute.told)],
    ["Evidence until", dispute.respondBy ? timeOf(dispute.respondBy) : "not said"],
  ]);
}

function drawPayment(page: Page, { payment, account }: PaymentEvidence): void {
  heading(page, "Payment");
  facts(page, [
    ["Payment", payment.id],
    ["Amount", formatInr(payment.amount)],
    ["Order", payment.order ?? "not known"],
    ["Method", payment.method],
    ["Begun", payment.begun ? timeOf(payment.begun) : "not known"],
    ["Credited", timeOf(payment.credited)],
    ["Wallet before", formatInr(payment.balanceAfter - payment.amount)],
    ["Wallet after", formatInr(payment.balanceAfter)],
  ]);
  heading(page, "Account that was credited");
  facts(page, [
    ["Account", account.id],
    ["Mobile", account.mobileMasked ?? "erased"],
    ["Signed up", dayIn(account.created)],
    ...(account.closed ? [["Closed", dayIn(account.closed)] as const] : []),
    ...(account.erased ? [["Erased", dayIn(account.erased)] as const] : []),
  ]);
}

function drawSignIns(page: Page, { signIns, account }: PaymentEvidence): void {
  heading(page, "Devices signed in around the payment");
  if (signIns.length === 0)
    return say(page, account.erased ? "None is kept: the personal data was erased." : "None.");
  table(
    page,
    DEVICES,
    ["Device", "Signed in", "Last seen"],
    signIns.map(({ device, signedIn, lastSeen }) => [device, timeOf(signedIn), timeOf(lastSeen)]),
  );
}

function drawCharges(page: Page, { charges, moreCharges }: PaymentEvidence): void {
  heading(page, "What the money was spent on");
  if (charges.length === 0)
    return say(page, "No charging session was billed between the payment and the dispute.");
  say(
    page,
    "Charging sessions billed after the payment and before the dispute, in this order, until the wallet as it was after the payment is used up.",
  );
  const rows = charges.map((each) => [
    each.bill,
    `${each.place} · ${timeOf(each.begun)}`,
    each.kwh.toFixed(3),
    formatInr(each.amount),
  ]);
  const sum = charges.reduce((total, { amount }) => total + amount, 0n);
  const head = ["Bill", "Station and start", "kWh", "Amount"];
  table(page, CHARGES, head, [...rows, ["Together", "", "", formatInr(sum)]]);
  if (moreCharges) say(page, `These are the first ${charges.length}; there are more.`);
  for (const charge of charges) drawCharge(page, charge);
}

function drawCharge(page: Page, charge: ChargePaid): void {
  heading(page, `Charging session of bill ${charge.bill}`);
  facts(page, [
    ["Station", charge.place],
    ["Charger", charge.charger],
    ["Begun", timeOf(charge.begun)],
    ["Ended", timeOf(charge.ended)],
    ["Energy", `${charge.kwh.toFixed(3)} kWh`],
    ["Operator", charge.operator],
  ]);
  if (charge.curve.length === 0) return say(page, "Its meter values are no longer kept.");
  const points = charge.curve.map(({ at, kwh, kw, percent }) => [
    timeOf(at),
    kwh.toFixed(3),
    kw === null ? "–" : kw.toFixed(1),
    percent === null ? "–" : `${Math.round(percent)}%`,
  ]);
  const half = Math.ceil(points.length / 2);
  const head = ["Meter", "kWh so far", "kW", "Battery"];
  table(
    page,
    POINTS,
    [...head, ...head],
    points.slice(0, half).map((point, i) => point.concat(points[half + i] ?? [])),
  );
}

function drawRefunds(page: Page, { refunds }: PaymentEvidence): void {
  heading(page, "Refunds of this payment");
  if (refunds.length === 0) return say(page, "None.");
  table(
    page,
    REFUNDS,
    ["Asked for", "Refund", "State", "Amount"],
    refunds.map(({ at, id, amount, status }) => [timeOf(at), id, status, formatInr(amount)]),
  );
}

function columns(...of: readonly (readonly [number, Column["align"]])[]): readonly Column[] {
  return of.map(([width, align]) => ({ width, align }));
}

function heading(page: Page, text: string): void {
  page.y += 10;
  if (!page.fits(90)) page.next();
  page.y += page.write(text, { y: page.y, size: 10.5, font: "semibold" }) + 4;
}

function say(page: Page, text: string): void {
  page.y += page.write(text, { y: page.y, size: 9.5, color: QUIET }) + 4;
}

/** Labels and values, two beside each other. */
function facts(page: Page, of: readonly (readonly [string, string])[]): void {
  for (let i = 0; i < of.length; i += 2) {
    if (!page.fits(30)) page.next();
    const heights = of.slice(i, i + 2).map(([label, value], at) => {
      const x = MARGIN + at * HALF;
      page.write(label, { x, y: page.y, width: 80, size: 8.5, color: QUIET });
      return page.write(value, { x: x + 82, y: page.y, width: HALF - 92, size: 9.5 });
    });
    page.y += Math.max(...heights) + 3;
  }
}

/** A table; what does not fit goes on under its own head on a new page. */
function table(
  page: Page,
  of: readonly Column[],
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  page.tableHead(of, head);
  for (const row of rows) {
    if (!page.fits(page.rowHeight(of, row, null))) {
      page.next();
      page.tableHead(of, head);
    }
    page.row(of, row, null);
  }
}

const INDIA = "Asia/Kolkata";
const dayIn = (at: Date) => dayOf(at.toISOString(), INDIA, "en");
const timeOf = (at: Date) => `${dayIn(at)}, ${clockOf(at.toISOString(), INDIA)}`;
