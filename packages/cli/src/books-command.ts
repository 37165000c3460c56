import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { books, type Books } from "@voltmarg/contract";
import { formatInr } from "@voltmarg/rules";
import { callRoute, saveDocument } from "@voltmarg/client/node";
import { fields, moment, paiseOf, table, type Subcommand } from "./backoffice-command.ts";
import { pageFrom, withNext } from "./cursor-page.ts";

/** The provider's books of a month, for its accountant. */
export const booksCommands: readonly Subcommand[] = [
  {
    usage: "books show <YYYY-MM>",
    does: "the sums of a month's invoices and credit notes, and what moved on each account",
    run: async ([month], _options, { url, token }) => {
      const input = { token, params: { month: month! } };
      const { data } = await callRoute(url, books.getBooks, input);
      return { answer: data, text: shown(data), failed: data.difference_minor !== 0 };
    },
  },
  {
    usage: "books export <YYYY-MM> [--folder <folder>]",
    does: "save the sales register, GSTR-1, vouchers for Tally and a journal for hledger; exit code 1 if one differs from what was filed",
    run: async ([month = ""], { folder = "." }, { url, token }) => {
      const { data } = await callRoute(url, books.getBooks, { token, params: { month } });
      await mkdir(folder, { recursive: true });
      const saved = await Promise.all(
        data.files.map(async ({ file, sha256 }) => {
          const path = join(folder, `${month}-${file}`);
          const input = { token, params: { month, file } };
          const bytes = await saveDocument(url, books.exportBooks, path, input);
          const isAsFiled = sha256 === null ? null : sha256 === (await digestOf(path));
          return { file: path, bytes, as_filed: isAsFiled };
        }),
      );
      const said = new Map([
        [null, "open"],
        [true, "as filed"],
        [false, "DIFFERS from what was filed"],
      ]);
      const rows = saved.map((each) => [each.file, String(each.bytes), said.get(each.as_filed)!]);
      return {
        answer: { files: saved },
        text: table(["File", "Bytes", "State"], rows),
        failed: saved.some(({ as_filed }) => as_filed === false),
      };
    },
  },
  {
    usage: "books file <YYYY-MM>",
    does: "mark a month as filed, for good: its exports never change, and corrections go into the open month",
    run: async ([month], _options, { url, token }) => {
      const input = { token, params: { month: month! } };
      const { data } = await callRoute(url, books.fileBooks, input);
      return { answer: data, text: shown(data) };
    },
  },
  {
    usage: "books settlements [--cursor <cursor>]",
    does: "what the payment provider paid out to the bank, with UTR, fees and their GST, newest first",
    run: async (_args, options, { url, token }) => {
      const query = pageFrom(options);
      const answer = await callRoute(url, books.listGatewaySettlements, { token, query });
      const head = ["Id", "UTR", "At (IST)", "Bank", "Lines", "Fees", "GST", "Not matched"];
      const rows = answer.content.map((each) => [
        each.id,
        each.utr ?? "-",
        moment(each.settled_at),
        formatInr(each.amount_minor),
        formatInr(each.lines_minor),
        formatInr(each.fees_minor),
        formatInr(each.tax_minor),
        String(each.unmatched),
      ]);
      return withNext(answer, head, rows);
    },
  },
  {
    usage: "books money [--cursor <cursor>]",
    does: "customers' money at the end of each day against the bank account, newest first; exit code 1 if a day is not entered or differs",
    run: async (_args, options, { url, token }) => {
      const query = pageFrom(options);
      const answer = await callRoute(url, books.listCustomerMoney, { token, query });
      const head = ["Day", "Owed", "At provider", "Expected", "Bank", "Difference"];
      const rows = answer.content.map((each) => [
        each.day,
        formatInr(each.owed_minor),
        formatInr(each.at_provider_minor),
        formatInr(each.expected_minor),
        each.bank_minor === null ? "-" : formatInr(each.bank_minor),
        each.difference_minor === null ? "-" : formatInr(each.difference_minor),
      ]);
      const failed = answer.content.some(({ difference_minor }) => difference_minor !== 0);
      return { ...withNext(answer, head, rows), failed };
    },
  },
  {
    usage: "books bank-balance <YYYY-MM-DD> <rupees>",
    does: "enter the bank account's balance at the end of a day from the statement; again replaces it; exit code 1 if it differs from customers' money",
    run: async ([day, rupees], _options, { url, token }) => {
      const input = { token, params: { day: day! }, body: { balance_minor: paiseOf(rupees!) } };
      const { data } = await callRoute(url, books.enterBankBalance, input);
      return { answer: data, text: fields(data), failed: data.difference_minor !== 0 };
    },
  },
  {
    usage: "books mismatches [--cursor <cursor>]",
    does: "what does not match of settlements, with the reason; exit code 1 if there is any",
    run: async (_args, options, { url, token }) => {
      const query = pageFrom(options);
      const answer = await callRoute(url, books.listSettlementMismatches, { token, query });
      const head = ["At (IST)", "Reason", "What", "Settlement", "UTR", "Amount"];
      const rows = answer.content.map((each) => [
        moment(each.at),
        each.reason.toLowerCase().replaceAll("_", " "),
        each.entity_id,
        each.settlement_id ?? "-",
        each.utr ?? "-",
        each.currency === "INR"
          ? formatInr(each.amount_minor)
          : `${each.amount_minor / 100} ${each.currency}`,
      ]);
      return { ...withNext(answer, head, rows), failed: rows.length > 0 };
    },
  },
];

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest("hex");
}

function shown({ month, state, filed_at, filed_by, documents, sums, ...rest }: Books): string {
  const filed = filed_at === null ? "-" : `${moment(filed_at)} by ${filed_by}`;
  const { difference_minor, accounts } = rest;
  const rows = accounts.map(({ group, name, debit_minor, credit_minor }) => [
    group,
    name,
    formatInr(debit_minor),
    formatInr(credit_minor),
  ]);
  return [
    fields({ month, state, filed, ...documents, ...sums, difference_minor }),
    table(["Group", "Account", "Debit", "Credit"], rows),
  ].join("\n\n");
}
