import { invoiceNumber } from "@voltmarg/rules";
import type { Queryable } from "../../platform/database/database.ts";
import { sealOld, unsealedSeries } from "./invoice.store.ts";

const AT_ONCE = 500n;

/** Seals what was issued before there were seals, oldest first: so many documents of each series. */
export async function sealOldInvoices(on: Queryable, most = 50_000n): Promise<void> {
  for (const of of await unsealedSeries(on)) {
    const end = of.first + most - 1n < of.last ? of.first + most - 1n : of.last;
    for (let first = of.first; first <= end; first += AT_ONCE) {
      const count = Number(end - first + 1n < AT_ONCE ? end - first + 1n : AT_ONCE);
      const numbers = Array.from({ length: count }, (_, n) =>
        invoiceNumber(of.series, of.year, first + BigInt(n)),
      );
      await sealOld(on, of, first, numbers);
    }
  }
}
