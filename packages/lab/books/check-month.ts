import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "@voltmarg/client/node";
import { GSTR1, misfits } from "./gstr1-shape.ts";

/** The exports of a month by the file's name. */
export type Exports = Record<
  "sales-register.csv" | "gstr-1.json" | "gstr-1.csv" | "tally.xml" | "ledger.journal",
  string
>;
type Sums = { taxable: number; cgst: number; sgst: number; igst: number };
const TAXES = ["taxable", "cgst", "sgst", "igst"] as const;

/** What of a month's exports does not fit together, in words; each export is read by itself, and all sums are paise. */
export async function checkMonth(month: string, exports: Exports): Promise<string[]> {
  const wrong: string[] = [];
  const same = (what: string, a: number | undefined, b: number | undefined) => {
    if ((a ?? 0) !== (b ?? 0)) wrong.push(`${month} ${what}: ${a ?? 0} and ${b ?? 0}`);
  };
  const register = readRegister(exports["sales-register.csv"]);
  const portal = readPortal(exports["gstr-1.json"], wrong);
  const table = readTable(exports["gstr-1.csv"]);
  const tally = readTally(exports["tally.xml"], wrong);
  const journal = await readJournal(exports["ledger.journal"], wrong);

  for (const tax of TAXES) {
    same(
      `register, lines and last line, ${tax}`,
      register.taxed[tax] + register.late[tax],
      register.last[tax],
    );
    same(`register and GSTR-1, ${tax}`, register.taxed[tax], portal.documents[tax]);
    same(`GSTR-1, documents and HSN, ${tax}`, portal.documents[tax], portal.hsn[tax]);
    same(`GSTR-1, JSON and table, ${tax}`, portal.documents[tax], table.documents[tax]);
    same(`GSTR-1, JSON and table of HSN, ${tax}`, portal.hsn[tax], table.hsn[tax]);
  }
  same(
    "register, total",
    register.total,
    TAXES.reduce((sum, tax) => sum + register.last[tax], 0),
  );
  same("GSTR-1, values of documents", portal.values, portal.ofItems);
  same("GSTR-1, values of JSON and table", portal.values, table.values);
  for (const tax of ["cgst", "sgst", "igst"] as const)
    same(
      `register and Tally, ${tax}`,
      register.last[tax],
      tally.get(`Output ${tax.toUpperCase()}`),
    );
  const sales = [...tally].filter(([name]) => /^(Sales|Credits) /.test(name));
  same(
    "register and Tally, sales",
    register.last.taxable,
    sales.reduce((sum, [, paise]) => sum + paise, 0),
  );
  for (const name of new Set([...tally.keys(), ...journal.keys()]))
    same(`Tally and journal, ${name}`, tally.get(name), journal.get(name));
  return wrong;
}

const paiseOf = (text: string): number => Math.round(Number(text) * 100);
const none = (): Sums => ({ taxable: 0, cgst: 0, sgst: 0, igst: 0 });
function add(to: Sums, sign: number, of: Sums): void {
  for (const tax of TAXES) to[tax] += sign * of[tax];
}
/** No cell of these exports has a line's end in it. */
const cellsOf = (csv: string): string[][] =>
  csv
    .trim()
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) => cell),
    );

function readRegister(csv: string) {
  const found = { taxed: none(), late: none(), last: none(), total: 0 };
  for (const cells of cellsOf(csv).slice(1)) {
    const [taxable = 0, cgst = 0, sgst = 0, igst = 0, total = 0] = cells.slice(10, 15).map(paiseOf);
    const sums = { taxable, cgst, sgst, igst };
    if (cells[0] !== "Sum")
      add(cells[2]?.startsWith("Financial") ? found.late : found.taxed, 1, sums);
    else Object.assign(found, { last: sums, total });
  }
  return found;
}

type Amounts = { txval: number; iamt: number; camt: number; samt: number };
type Document = { val: number; itms: { itm_det: Amounts }[] };
const sumsOf = ({ txval, camt, samt, iamt }: Amounts): Sums => ({
  taxable: paiseOf(String(txval)),
  cgst: paiseOf(String(camt)),
  sgst: paiseOf(String(samt)),
  igst: paiseOf(String(iamt)),
});

function readPortal(json: string, wrong: string[]) {
  const portal = JSON.parse(json) as {
    b2b: { inv: Document[] }[];
    b2cl: { inv: Document[] }[];
    b2cs: Amounts[];
    cdnr: { nt: Document[] }[];
    cdnur: Document[];
    hsn: Record<"hsn_b2b" | "hsn_b2c", Amounts[]>;
  };
  wrong.push(...misfits(portal, GSTR1));
  const found = { documents: none(), hsn: none(), values: 0, ofItems: 0 };
  const documents = (sign: number, of: Document[]) => {
    for (const { val, itms } of of) {
      found.values += paiseOf(String(val));
      for (const { itm_det } of itms) {
        const sums = sumsOf(itm_det);
        add(found.documents, sign, sums);
        found.ofItems += TAXES.reduce((sum, tax) => sum + sums[tax], 0);
      }
    }
  };
  for (const { inv } of [...portal.b2b, ...portal.b2cl]) documents(1, inv);
  for (const { nt } of portal.cdnr) documents(-1, nt);
  documents(-1, portal.cdnur);
  for (const each of portal.b2cs) add(found.documents, 1, sumsOf(each));
  for (const each of [...portal.hsn.hsn_b2b, ...portal.hsn.hsn_b2c])
    add(found.hsn, 1, sumsOf(each));
  return found;
}

function readTable(csv: string) {
  const found = { documents: none(), hsn: none(), values: 0 };
  const documents = new Set<string>();
  for (const [section = "", ...cells] of cellsOf(csv).slice(1)) {
    const [, number = "", , value = ""] = cells;
    // A document has a line for each rate.
    if (!documents.has(number)) found.values += paiseOf(value);
    documents.add(number);
    const [taxable = 0, igst = 0, cgst = 0, sgst = 0] = cells.slice(7, 11).map(paiseOf);
    const sums = { taxable, cgst, sgst, igst };
    if (section.startsWith("hsn")) add(found.hsn, 1, sums);
    else add(found.documents, section.startsWith("cdn") ? -1 : 1, sums);
  }
  return found;
}

/** Credits less debits of each ledger. */
function readTally(xml: string, wrong: string[]): Map<string, number> {
  const found = new Map<string, number>();
  const plain = (text: string) =>
    text
      .replaceAll("&quot;", '"')
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  const known = new Set([...xml.matchAll(/<LEDGER NAME="([^"]*)"/g)].map(([, name = ""]) => name));
  for (const voucher of xml.split("<VOUCHER ").slice(1)) {
    let sum = 0;
    const entries = voucher.matchAll(/<LEDGERNAME>(.*?)<\/LEDGERNAME>.*?<AMOUNT>(.*?)<\/AMOUNT>/g);
    for (const [, name = "", amount = ""] of entries) {
      if (!known.has(name)) wrong.push(`Tally: ${name} is no ledger of the file`);
      sum += paiseOf(amount);
      found.set(plain(name), (found.get(plain(name)) ?? 0) + paiseOf(amount));
    }
    if (sum !== 0) wrong.push(`Tally: a voucher of ${sum} paise, ${voucher.slice(0, 80)}`);
  }
  return found;
}

/** Credits less debits of each account, as hledger reads them. */
async function readJournal(text: string, wrong: string[]): Promise<Map<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), "voltmarg-books-"));
  const file = join(folder, "month.journal");
  try {
    await writeFile(file, text);
    for (const check of ["accounts", "commodities", "balancednoautoconversion", "ordereddates"])
      hledger(file, ["check", check], wrong);
    const csv = hledger(file, ["balance", "--flat", "--no-total", "-O", "csv"], wrong);
    const lines = csv.trim().split("\n").slice(1);
    return new Map(
      lines.map((line) => {
        const [, account = "", amount = ""] = /^"(.*)","(.*)"$/.exec(line) ?? [];
        const name = account.split(":").slice(2).join(":");
        return [name, -paiseOf(amount.replace("INR ", ""))] as const;
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function hledger(file: string, args: readonly string[], wrong: string[]): string {
  // It reads files in the locale's encoding, and names come in every script.
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  const run = spawnSync("hledger", ["-f", file, ...args], { encoding: "utf8", env });
  if (run.error) throw new StartError("hledger is needed: on Debian, apt-get install hledger");
  if (run.status !== 0) wrong.push(`hledger ${args.join(" ")}: ${run.stderr.trim()}`);
  return run.stdout;
}
