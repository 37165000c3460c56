import type { CompanyStatement } from "@voltmarg/contract";
import { formatInr, monthBounds } from "@voltmarg/rules";
import { INK, MARGIN, PAGE, QUIET, RULE, type Page } from "./page.ts";
import { pdfOf } from "./pdf-file.ts";

const COLUMNS = [
  { width: 64, align: "left" },
  { width: 126, align: "left" },
  { width: 86, align: "left" },
  { width: 43, align: "right" },
  { width: 66, align: "right" },
  { width: 62, align: "right" },
  { width: 68, align: "right" },
] as const;
const HEAD = ["Date", "Driver, vehicle and place", "Invoice", "kWh", "Net", "GST", "Total"];

/** Draws a company's month as a PDF on A4. A month that is over gives the same bytes whenever it is drawn. */
export function drawStatement(statement: CompanyStatement, seller: string): Promise<Buffer> {
  const { company, month } = statement;
  const { from, until } = monthBounds(month);
  const named = new Intl.DateTimeFormat("en-IN", {
    month: "long",
    year: "numeric",
    timeZone: "Asia/Kolkata",
  }).format(from);
  return pdfOf(
    {
      title: `Statement ${company.name} ${month}`,
      author: seller,
      subject: `Charging sessions of ${named}`,
      language: "en-IN",
      at: until,
    },
    (page) => {
      drawHead(page, seller, company.name, named);
      drawBalances(page, statement);
      drawBills(page, statement);
      drawPayments(page, statement);
      page.eachPage((at, of) => {
        page.y = PAGE.height - MARGIN + 6;
        page.rule(page.y, RULE);
        const foot = { size: 8, color: QUIET, y: page.y + 6 };
        page.write(`${seller} · Statement ${month} · ${company.name}`, foot);
        page.write(`Page ${at} of ${of}`, { ...foot, align: "right" });
      });
    },
  );
}

function drawHead(page: Page, seller: string, company: string, named: string): void {
  page.mark(MARGIN, MARGIN, 30);
  page.write(seller, { x: MARGIN + 38, y: MARGIN + 4, width: 230, size: 13, font: "semibold" });
  page.write("Statement", { y: MARGIN - 4, size: 20, font: "semibold", align: "right" });
  page.write(named, { y: MARGIN + 24, size: 9.5, color: QUIET, align: "right" });
  page.y = MARGIN + 58;
  page.write("For", { y: page.y, size: 8.5, color: QUIET });
  page.y += 13;
  page.y += page.write(company, { y: page.y, size: 13, font: "semibold" }) + 12;
}

function drawBalances(page: Page, statement: CompanyStatement): void {
  const lines: [string, number][] = [
    ["Opening balance", statement.opening_minor],
    ["Charging of the month, GST included", statement.sums.total_minor],
    ["Payments and credits", -statement.paid_minor],
  ];
  for (const [label, minor] of lines) {
    page.write(label, { y: page.y, size: 9.5 });
    page.write(formatInr(minor), { y: page.y, size: 9.5, align: "right" });
    page.y += 16;
  }
  page.rule(page.y, INK, PAGE.width - MARGIN - 220);
  page.y += 5;
  const owed = { y: page.y, size: 13, font: "semibold" } as const;
  page.write("Closing balance", owed);
  page.write(formatInr(statement.closing_minor), { ...owed, align: "right" });
  page.y += 32;
}

function drawBills(page: Page, { bills, sums }: CompanyStatement): void {
  page.write("Charging sessions", { y: page.y, size: 10.5, font: "semibold" });
  page.y += 17;
  page.tableHead(COLUMNS, HEAD);
  for (const bill of bills) {
    const cells = [
      dayOf(bill.at),
      bill.driver_name ?? bill.driver_mobile,
      bill.invoice_number ?? "",
      bill.kwh.toFixed(2),
      formatInr(bill.net_minor),
      formatInr(bill.gst_minor),
      formatInr(bill.total_minor),
    ];
    const what = [bill.vehicle, bill.place].filter(Boolean).join(" · ");
    drawRow(page, cells, what);
  }
  const { kwh, net_minor, gst_minor, total_minor } = sums;
  drawRow(page, [
    "Total",
    sums.bills === 1 ? "1 charging session" : `${sums.bills} charging sessions`,
    "",
    kwh.toFixed(2),
    formatInr(net_minor),
    formatInr(gst_minor),
    formatInr(total_minor),
  ]);
}

function drawPayments(page: Page, { payments }: CompanyStatement): void {
  if (payments.length === 0) return;
  page.y += 14;
  if (!page.fits(64)) page.next();
  page.write("Payments and credits", { y: page.y, size: 10.5, font: "semibold" });
  page.y += 17;
  for (const { at, kind, reference, amount_minor } of payments) {
    const name = kind === "PAYMENT" ? `Payment, ${reference}` : `Credit, ${reference}`;
    drawRow(page, [dayOf(at), name, "", "", "", "", formatInr(-amount_minor)]);
  }
}

/** A row, on a new page under its own heading when it does not fit. The note stands below the driver. */
function drawRow(page: Page, cells: readonly string[], note = ""): void {
  const [day = "", who = "", ...rest] = cells;
  const text = note === "" ? who : `${who}, ${note}`;
  const row = [day, text, ...rest];
  if (!page.fits(page.rowHeight(COLUMNS, row, null))) {
    page.next();
    page.tableHead(COLUMNS, HEAD);
  }
  page.row(COLUMNS, row, null);
}

const day = new Intl.DateTimeFormat("en-IN", {
  day: "2-digit",
  month: "short",
  year: "numeric",
  timeZone: "Asia/Kolkata",
});
const dayOf = (at: string) => day.format(new Date(at));
