import { decimalRupees } from "../../platform/csv.ts";
import { allAccounts, GROUPS, type Account, type Names } from "./chart.ts";
import type { Voucher } from "./voucher.ts";

/** A colon divides accounts, two spaces end one, and a semicolon begins a comment. */
const plain = (text: string) => text.replaceAll(/[:;|\s]+/g, " ").trim();

export const journalName = ({ group, name }: Account): string =>
  `${GROUPS[group]}:${plain(group)}:${plain(name)}`;

/** A month's vouchers as a plain-text journal of hledger's format. */
export async function* journal(
  month: string,
  vouchers: AsyncIterable<Voucher>,
  names: Names,
): AsyncIterable<string> {
  yield `; Books of ${month}\ncommodity INR 1000.00\n`;
  for (const account of allAccounts(names)) yield `account ${journalName(account)}\n`;
  for await (const { day, number, type, narration, id, entries } of vouchers) {
    yield `\n${day} (${plain(number)}) ${type} | ${plain(narration)}  ; id ${id}\n`;
    for (const { account, debit } of entries)
      yield `    ${journalName(account)}  INR ${decimalRupees(debit)}\n`;
  }
}
