import { decimalRupees } from "../../platform/csv.ts";
import { allAccounts, type Names } from "./chart.ts";
import type { Voucher } from "./voucher.ts";

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Control characters cannot stand in XML 1.0. */
const text = (of: string) =>
  of.replaceAll(/\p{Cc}/gu, " ").replaceAll(/[&<>"]/g, (char) => ESCAPED[char]!);
const tag = (name: string, of: string) => `<${name}>${text(of)}</${name}>`;
const message = (of: string) => `<TALLYMESSAGE xmlns:UDF="TallyUDF">${of}</TALLYMESSAGE>\n`;

/** A month's vouchers as XML that Tally imports, the accounts that they need first. A debit is negative there. */
export async function* tally(
  vouchers: AsyncIterable<Voucher>,
  names: Names,
): AsyncIterable<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<ENVELOPE><HEADER>${tag("TALLYREQUEST", "Import Data")}</HEADER>
<BODY><IMPORTDATA><REQUESTDESC>${tag("REPORTNAME", "All Masters")}</REQUESTDESC><REQUESTDATA>\n`;
  for (const { name, group } of allAccounts(names))
    yield message(
      `<LEDGER NAME="${text(name)}" ACTION="Create">${tag("NAME", name)}${tag("PARENT", group)}</LEDGER>`,
    );
  for await (const { id, type, number, day, narration, entries } of vouchers)
    yield message(
      `<VOUCHER REMOTEID="${text(id)}" VCHTYPE="${type}" ACTION="Create">${[
        tag("DATE", day.replaceAll("-", "")),
        tag("VOUCHERTYPENAME", type),
        tag("VOUCHERNUMBER", number),
        tag("NARRATION", narration),
      ].join("")}${entries
        .map(
          ({ account, debit }) =>
            `\n<ALLLEDGERENTRIES.LIST>${[
              tag("LEDGERNAME", account.name),
              tag("ISDEEMEDPOSITIVE", debit > 0n ? "Yes" : "No"),
              tag("AMOUNT", decimalRupees(-debit)),
            ].join("")}</ALLLEDGERENTRIES.LIST>`,
        )
        .join("")}</VOUCHER>`,
    );
  yield "</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n";
}
