import type { Books } from "@voltmarg/contract";
import type { Queryable } from "../../platform/database/database.ts";
import { findFiled } from "./books.store.ts";
import { CHART, type Account } from "./chart.ts";
import { NOTHING, plus, taxOf } from "./document.ts";
import { basisOf, FILES } from "./export-month.ts";
import { documentsOf, vouchersOf } from "./read-month.ts";

/** The sums of a month's documents, and what its vouchers moved on each account. */
export async function readBooks(on: Queryable, month: string): Promise<Books> {
  const filed = await findFiled(on, month);
  const { names } = await basisOf(on, month);
  const counts = { INVOICE: 0, CREDIT_NOTE: 0, FINANCIAL: 0 };
  let sums = NOTHING;
  for await (const document of documentsOf(on, month)) {
    counts[document.kind] += 1;
    sums = plus(sums, document.sums);
  }
  const moved = new Map<string, { account: Account; debit: bigint; credit: bigint }>();
  for await (const { entries } of vouchersOf(on, month, names))
    for (const { account, debit } of entries) {
      const at = moved.get(account.name) ?? { account, debit: 0n, credit: 0n };
      if (debit > 0n) at.debit += debit;
      else at.credit -= debit;
      moved.set(account.name, at);
    }
  const unsplit = [CHART.sales.system!, CHART.gst.system!].map(({ name }) => {
    const { debit = 0n, credit = 0n } = moved.get(name) ?? {};
    return debit > credit ? debit - credit : credit - debit;
  });
  return {
    month,
    state: filed ? "FILED" : "OPEN",
    filed_at: filed?.filed_at.toISOString() ?? null,
    filed_by: filed?.filed_by ?? null,
    documents: {
      invoices: counts.INVOICE,
      credit_notes: counts.CREDIT_NOTE,
      financial_credit_notes: counts.FINANCIAL,
    },
    sums: {
      taxable_minor: Number(sums.taxable),
      cgst_minor: Number(sums.cgst),
      sgst_minor: Number(sums.sgst),
      igst_minor: Number(sums.igst),
      total_minor: Number(sums.taxable + taxOf(sums)),
    },
    accounts: [...moved.values()]
      .toSorted((a, b) => (order(a.account) < order(b.account) ? -1 : 1))
      .map(({ account: { name, group }, debit, credit }) => ({
        name,
        group,
        debit_minor: Number(debit),
        credit_minor: Number(credit),
      })),
    difference_minor: Number(unsplit.reduce((sum, minor) => sum + minor, 0n)),
    files: FILES.map((file) => ({ file, sha256: filed?.digests[file] ?? null })),
  };
}

const order = ({ group, name }: Account) => `${group} ${name}`;
