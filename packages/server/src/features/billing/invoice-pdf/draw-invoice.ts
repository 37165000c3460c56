import type { Language } from "@voltmarg/contract";
import { encode } from "uqr";
import type { InvoiceLanguage } from "./invoice-copy.ts";
import { invoiceText, type InvoicedBill, type InvoiceText } from "./invoice-text.ts";
import { INK, MARGIN, PAGE, QUIET, RULE, TINT, type Page } from "./page.ts";
import { pdfOf } from "./pdf-file.ts";

/**
 * Draws the invoice or credit note of a stored bill as a PDF on A4. The same bill and language give the same bytes: every
 * date is the bill's own. It says in which language it is where another was asked for.
 */
export function drawInvoice(
  bill: InvoicedBill,
  language: InvoiceLanguage,
  asked: Language = language,
): Promise<Buffer> {
  const text = invoiceText(bill, language, asked);
  const issued = new Date(bill.invoice.issued_at);
  return pdfOf(
    {
      title: `${text.title} ${bill.invoice.number}`,
      author: bill.invoice.seller.name,
      subject: bill.location.name,
      language: language === "hi" ? "hi-IN" : "en-IN",
      at: issued,
    },
    (page) => draw(page, text, bill.invoice.seller.name, bill.invoice.number),
  );
}

function draw(page: Page, text: InvoiceText, seller: string, number: string): void {
  drawHead(page, text, seller);
  drawParties(page, text);
  drawFacts(page, text);
  drawLines(page, text);
  drawTotals(page, text);
  drawRates(page, text);
  drawRegistration(page, text);
  drawEnd(page, text);
  page.eachPage((at, of) => {
    page.y = PAGE.height - MARGIN + 6;
    page.rule(page.y, RULE);
    page.write(`${seller} · ${number}`, { size: 8, color: QUIET, y: page.y + 6 });
    page.write(text.page(at, of), { size: 8, color: QUIET, y: page.y + 6, align: "right" });
  });
}

function drawHead(page: Page, text: InvoiceText, seller: string): void {
  page.mark(MARGIN, MARGIN, 30);
  page.write(seller, { x: MARGIN + 38, y: MARGIN + 4, width: 230, size: 13, font: "semibold" });
  page.write(text.title, { y: MARGIN - 4, size: 20, font: "semibold", align: "right" });
  let y = MARGIN + 24;
  for (const { label, value } of text.head) {
    page.write(`${label}  ${value}`, { y, size: 9.5, color: QUIET, align: "right" });
    y += 14;
  }
  page.y = Math.max(y, MARGIN + 52) + 6;
  if (text.specimen) {
    page.box(page.y, 22, TINT);
    page.write(text.specimen, { x: MARGIN + 10, y: page.y + 5, size: 9.5, font: "semibold" });
    page.y += 30;
  }
}

function drawParties(page: Page, { seller, buyer }: InvoiceText): void {
  const width = (PAGE.width - 2 * MARGIN - 24) / 2;
  const top = page.y + 4;
  let bottom = top;
  for (const [at, { label, lines }] of [seller, buyer].entries()) {
    const x = MARGIN + at * (width + 24);
    let y = top;
    page.write(label, { x, y, width, size: 8.5, color: QUIET });
    y += 13;
    for (const [i, line] of lines.entries()) {
      const font = i === 0 ? "semibold" : "regular";
      y += page.write(line, { x, y, width, size: i === 0 ? 10.5 : 9.5, font });
    }
    bottom = Math.max(bottom, y);
  }
  page.y = bottom + 12;
}

function drawFacts(page: Page, { facts }: InvoiceText): void {
  const width = (PAGE.width - 2 * MARGIN - 24) / 2;
  page.rule(page.y, RULE);
  page.y += 8;
  for (let i = 0; i < facts.length; i += 2) {
    let height = 0;
    for (const [at, fact] of facts.slice(i, i + 2).entries()) {
      const x = MARGIN + at * (width + 24);
      page.write(fact.label, { x, y: page.y, width: 84, size: 8.5, color: QUIET });
      const value = { x: x + 86, y: page.y, width: width - 86, size: 9.5 };
      height = Math.max(height, page.write(fact.value, value));
    }
    page.y += height + 3;
  }
  page.y += 8;
}

const LINE_COLUMNS = [
  { width: 215, align: "left" },
  { width: 46, align: "left" },
  { width: 74, align: "right" },
  { width: 74, align: "right" },
  { width: 36, align: "right" },
  { width: 70, align: "right" },
] as const;

function drawLines(page: Page, { lines }: InvoiceText): void {
  page.tableHead(LINE_COLUMNS, lines.head);
  for (const { cells, note } of lines.rows) {
    const height = page.rowHeight(LINE_COLUMNS, cells, note);
    if (!page.fits(height)) {
      page.next();
      page.tableHead(LINE_COLUMNS, lines.head);
    }
    page.row(LINE_COLUMNS, cells, note);
  }
}

function drawTotals(page: Page, { totals }: InvoiceText): void {
  // The sums and the amount in words stay together on one page.
  if (!page.fits(totals.length * 16 + 30)) page.next();
  page.y += 6;
  for (const { label, value, strong } of totals) {
    const size = strong ? 13 : 9.5;
    const font = strong ? "semibold" : "regular";
    if (strong) {
      page.rule(page.y, INK, PAGE.width - MARGIN - 220);
      page.y += 5;
    }
    const x = PAGE.width - MARGIN - 220;
    page.write(label, { x, y: page.y, width: 110, size, font });
    page.write(value, { x, y: page.y, width: 220, size, font, align: "right" });
    page.y += strong ? 22 : 15;
  }
}

function drawRates(page: Page, { rates, words }: InvoiceText): void {
  const rest = rates.head.length - 2;
  const columns = [
    { width: 60, align: "left" },
    { width: 75, align: "left" },
    ...Array.from({ length: rest }, () => ({ width: 380 / rest, align: "right" }) as const),
  ] as const;
  if (!page.fits(54 + rates.rows.length * 18)) page.next();
  page.write(words.label, { y: page.y, width: 84, size: 8.5, color: QUIET });
  page.y += page.write(words.value, { x: MARGIN + 86, y: page.y, width: 429, size: 9.5 }) + 14;
  page.write(rates.title, { y: page.y, size: 10.5, font: "semibold" });
  page.y += 17;
  page.tableHead(columns, rates.head);
  for (const row of rates.rows) page.row(columns, row, null);
}

/** Of the signed QR code: every dot of some 120 in a row is wider than a third of a millimetre. */
const QR_SIZE = 130;

function drawRegistration(page: Page, { registration }: InvoiceText): void {
  if (!registration) return;
  page.y += 12;
  if (!page.fits(QR_SIZE + 8)) page.next();
  page.squares(encode(registration.qr, { ecc: "L", border: 0 }).data, MARGIN, page.y, QR_SIZE);
  const x = MARGIN + QR_SIZE + 16;
  let { y } = page;
  y += page.write(registration.title, { x, y, size: 10.5, font: "semibold" }) + 6;
  for (const { label, value } of registration.facts) {
    y += page.write(label, { x, y, size: 8.5, color: QUIET });
    y += page.write(value, { x, y, size: 9.5 }) + 4;
  }
  page.y += QR_SIZE + 8;
}

function drawEnd(page: Page, { notes }: InvoiceText): void {
  page.y += 10;
  for (const note of notes) {
    if (!page.fits(26)) page.next();
    page.y += page.write(note, { y: page.y, width: 515, size: 9, color: QUIET }) + 2;
  }
}
