import { books, type BooksFile } from "@voltmarg/contract";
import { monthBounds, monthOf } from "@voltmarg/rules";
import { fetchDocument } from "@voltmarg/client/node";
import { randomOf } from "@voltmarg/testkit/random";
import { checkMonth, type Exports } from "./check-month.ts";
import { as, makeMonth, openMarket, takeBack, type Market } from "./make-month.ts";
import { resultLine, type Say } from "../report.ts";

export type BooksOptions = { months: number; seed: number; broken: boolean };
export type BooksEnd = {
  ok: boolean;
  months: number;
  differ: number;
  /** Changes of a paisa, and those that were not found. */
  broken: number;
  unnoticed: number;
  /** On which something moved. */
  accounts: string[];
};

const FILES = [
  "sales-register.csv",
  "gstr-1.json",
  "gstr-1.csv",
  "tally.xml",
  "ledger.journal",
] as const satisfies readonly BooksFile[];
const TWO_DAYS_MS = 2 * 86_400_000;

/**
 * Makes months of everything that moves money, exports each, files it, and takes a bill of it back in the next one; at last
 * one too late to reduce tax. Checks that all exports agree to the paisa, and that a filed month stays as it was. `broken`:
 * a paisa is changed in one export after the other, and each has to be found.
 */
export async function tryBooks(
  { months, seed, broken }: BooksOptions,
  say: Say,
): Promise<BooksEnd> {
  const market = await openMarket();
  const random = randomOf(seed);
  const filed = new Map<string, Exports>();
  const wrong: string[] = [];
  const changes: boolean[] = [];
  const accounts = new Set<string>();
  let clearing = 0;
  const closeMonth = async () => {
    const { clock } = market.own.world;
    const month = monthOf(clock.now());
    clock.set(new Date(monthBounds(month).until.getTime() + TWO_DAYS_MS));
    const exports = await exportsOf(market, month);
    wrong.push(...(await checkMonth(month, exports)));
    if (broken) changes.push(...(await breakEach(month, exports, say)));
    const { data } = (await market.own.world.call(books.fileBooks, { ...as, params: { month } }))
      .body;
    if (data.difference_minor !== 0) wrong.push(`${month}: sales without document`);
    for (const { name, debit_minor, credit_minor } of data.accounts) {
      accounts.add(name.split(",")[0]!);
      if (name === "Payment gateway clearing") clearing += debit_minor - credit_minor;
    }
    if (clearing !== 0) wrong.push(`${month}: ${clearing} paise of payments are not settled`);
    filed.set(month, exports);
  };
  try {
    for (let n = 0; n < months; n += 1) {
      const bill = await makeMonth(market, random);
      await closeMonth();
      if (n < months - 1) await takeBack(market.own, bill, `LATER ${n}`);
      else {
        // The year after the bill's is over, and its November.
        market.own.world.clock.set(new Date("2027-12-10T06:30:00.000Z"));
        await takeBack(market.own, bill, "TOO LATE");
        await closeMonth();
      }
    }
    for (const [month, before] of filed) {
      const now = await exportsOf(market, month);
      for (const file of FILES)
        if (now[file] !== before[file])
          wrong.push(`${month}: ${file} has changed since it was filed`);
    }
  } finally {
    await market.own.close();
  }
  for (const line of wrong) say(line);
  const end = {
    months: filed.size,
    differ: wrong.length,
    broken: changes.length,
    unnoticed: changes.filter((noticed) => !noticed).length,
  };
  const { months: tried, differ, unnoticed } = end;
  const found: Record<string, number> = broken ? { broken: end.broken, unnoticed } : {};
  say(resultLine("books", { months: tried, differ, ...found, seed }));
  return { ok: end.differ + end.unnoticed === 0, ...end, accounts: [...accounts] };
}

async function exportsOf({ own }: Market, month: string): Promise<Exports> {
  const read = async (file: BooksFile) =>
    (
      await fetchDocument(own.world.url, books.exportBooks, "*/*", {
        ...as,
        params: { month, file },
      })
    ).toString();
  const texts = await Promise.all(FILES.map(async (file) => [file, await read(file)] as const));
  return Object.fromEntries(texts) as Exports;
}

/** Where each export has its first amount. */
const AMOUNT: Record<keyof Exports, RegExp> = {
  "sales-register.csv": /,-?\d+\.\d(\d),/,
  "gstr-1.json": /"(?:iamt|camt)":-?\d+\.\d(\d)/,
  "gstr-1.csv": /,-?\d+\.\d(\d),/,
  "tally.xml": /<AMOUNT>-?\d+\.\d(\d)/,
  "ledger.journal": / {2}INR -?\d+\.\d(\d)\n/,
};

/** Changes a paisa in each export that has an amount; whether the check finds it. */
async function breakEach(month: string, exports: Exports, say: Say): Promise<boolean[]> {
  const noticed: boolean[] = [];
  for (const file of FILES) {
    const changed = exports[file].replace(AMOUNT[file], (text, digit: string) => {
      const at = text.lastIndexOf(digit);
      return text.slice(0, at) + ((Number(digit) + 1) % 10) + text.slice(at + 1);
    });
    if (changed === exports[file]) continue;
    const [first] = await checkMonth(month, { ...exports, [file]: changed });
    noticed.push(first !== undefined);
    say(`${file}: ${first?.split("\n")[0] ?? "NOT NOTICED"}`);
  }
  return noticed;
}
