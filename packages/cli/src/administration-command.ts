import { writeFile } from "node:fs/promises";
import { backoffice, provider, type Settlement, type TaxRate } from "@voltmarg/contract";
import { formatInr } from "@voltmarg/rules";
import { callRoute, fetchDocument } from "@voltmarg/client/node";
import { companyId } from "./company-command.ts";
import {
  fields,
  moment,
  paiseOf,
  table,
  Usage,
  type Subcommand,
  whole,
  numberIn,
} from "./backoffice-command.ts";
import { onOneLine } from "./escape-terminal.ts";
import { required } from "./driver-command.ts";
import { roleIn } from "./staff-command.ts";

/** Back office administration: credentials, the audit log, the whitelist, the seller, settlements, the ledger check. */
export const officeCommands: readonly Subcommand[] = [
  {
    usage: "credential create <name> --role read|support|finance|admin",
    does: "create a personal credential; its token is shown once",
    run: async ([name], options, { url, token }) => {
      const body = { name: name!, role: roleIn(options) };
      return whole((await callRoute(url, backoffice.createCredential, { token, body })).data);
    },
  },
  {
    usage: "credential list",
    does: "list all credentials, revoked ones included",
    run: async (_args, _options, { url, token }) => {
      const { data: answer } = await callRoute(url, backoffice.listCredentials, { token });
      const rows = answer.credentials.map((c) => [
        c.name,
        c.role,
        moment(c.created_at),
        c.created_by,
        c.revoked_at ? moment(c.revoked_at) : "-",
      ]);
      return { answer, text: table(["Name", "Role", "Since (IST)", "By", "Revoked"], rows) };
    },
  },
  {
    usage: "credential revoke <name>",
    does: "revoke it; the name cannot be used again",
    run: async ([name], _options, { url, token }) =>
      whole(
        (await callRoute(url, backoffice.revokeCredential, { token, params: { name: name! } }))
          .data,
      ),
  },
  {
    usage: "audit [--credential <name>] [--page <n>]",
    does: "the audit log: caller, call, input and result, newest first",
    run: async (_args, { credential, page = "1" }, { url, token }) => {
      if (!/^[1-9]\d{0,4}$/.test(page)) throw new Usage(`--page is 1 or more, not "${page}"`);
      const query = { credential, page_no: Number(page) - 1, page_size: 50 };
      const answer = await callRoute(url, backoffice.listAudit, { token, query });
      const rows = answer.content.map((e) => [
        moment(e.at),
        e.credential,
        `${e.method} ${e.route.replace("/provider/v1", "")}`,
        e.outcome,
        JSON.stringify(e.parameters),
      ]);
      const head = ["When (IST)", "Who", "What", "Outcome", "With"];
      return { answer, text: rows.length > 0 ? table(head, rows) : "None." };
    },
  },
  {
    usage: "whitelist list",
    does: "who may charge at restricted locations",
    run: async (_args, _options, { url, token }) => {
      const { data: answer } = await callRoute(url, backoffice.listWhitelist, { token });
      const rows = answer.entries.map((e) => [
        e.id,
        e.driver?.mobile ?? e.company?.name ?? "-",
        e.location_id ?? "every location",
        e.operator_id ?? "-",
        moment(e.created_at),
      ]);
      const head = ["Id", "Who", "Location", "Operator", "Since (IST)"];
      return { answer, text: rows.length > 0 ? table(head, rows) : "Nobody." };
    },
  },
  {
    usage:
      "whitelist add [--mobile <number>] [--company <company>] [--location <id>] [--operator <id|name>]",
    does: "allow a driver or a company to charge at a location, or at all locations of an operator",
    run: async (_args, { mobile, company, location: location_id, operator }, backOffice) => {
      const company_id = company === undefined ? undefined : await companyId(company, backOffice);
      const body = { mobile, company_id, location_id, operator };
      const { data } = await callRoute(backOffice.url, backoffice.addToWhitelist, {
        token: backOffice.token,
        body,
      });
      const { driver, company: listed, ...rest } = data;
      return { answer: data, text: fields({ who: driver?.mobile ?? listed?.name, ...rest }) };
    },
  },
  {
    usage: "whitelist remove <id>",
    does: "remove an entry from the list",
    run: async ([id], _options, { url, token }) =>
      whole(
        (await callRoute(url, backoffice.removeFromWhitelist, { token, params: { id: id! } })).data,
      ),
  },
  {
    usage: "seller show",
    does: "the seller's details on invoices",
    run: async (_args, _options, { url, token }) =>
      whole((await callRoute(url, backoffice.getSeller, { token })).data),
  },
  {
    usage:
      "seller set [--name <name>] [--gstin <gstin>] [--address <text>] [--city <city>] [--pin <pin>] [--email <e-mail>] [--phone <phone>] [--invoice-series <AA>] [--credit-series <AA>] [--website <url>] [--branches <text>] [--officer-name <name>] [--officer-designation <text>] [--officer-phone <phone>] [--officer-email <e-mail>]",
    does: "change given fields, for invoices and the app's legal page from now on; the tax state follows from the GSTIN",
    run: async (_args, options, { url, token }) => {
      const { name, address, city, email, phone, website, branches } = options;
      const body = {
        name,
        address,
        city,
        email,
        phone,
        gst_in: options["gstin"],
        postal_code: options["pin"],
        invoice_series: options["invoice-series"],
        credit_series: options["credit-series"],
        website,
        branches,
        officer_name: options["officer-name"],
        officer_designation: options["officer-designation"],
        officer_phone: options["officer-phone"],
        officer_email: options["officer-email"],
      };
      if (Object.values(body).every((value) => value === undefined))
        throw new Usage("seller set needs at least one part");
      return whole((await callRoute(url, backoffice.updateSeller, { token, body })).data);
    },
  },
  {
    usage: "tax list",
    does: "the seller's GST and Services Accounting Code by what is sold, with those that are planned and those that ended",
    run: async (_args, _options, { url, token }) => {
      const { data: answer } = await callRoute(url, provider.listTaxRates, { token });
      return { answer, text: taxRates(answer.rates) };
    },
  },
  {
    usage:
      "tax set --percent <percent> --sac <code> [--kind ENERGY|TIME|FLAT|PARKING_TIME|RESERVATION] [--from <day>]",
    does: "set or confirm the seller's GST of what is sold; without a kind, of all that has no rate of its own",
    run: async (_args, options, { url, token }) => {
      const kind = (options["kind"]?.toUpperCase() ?? null) as TaxRate["kind"];
      const percent = numberIn(required(options, "percent"), "percent");
      const body = { kind, percent, sac: required(options, "sac"), from: options["from"] ?? null };
      const { data } = await callRoute(url, provider.putTaxRate, { token, body });
      return { answer: data, text: taxRates([data]) };
    },
  },
  {
    usage: "settlement pay <YYYY-MM> <rupees> <UTR> --operator <id|name> --on <day>",
    does: "book what an operator was paid for a month, whole or in part",
    run: async ([month, rupees, utr], options, { url, token }) => {
      const body = {
        operator: required(options, "operator"),
        amount_minor: paiseOf(rupees!),
        utr: utr!,
        paid_on: required(options, "on"),
      };
      const call = { token, params: { month: month! }, body };
      return whole((await callRoute(url, backoffice.payOperator, call)).data);
    },
  },
  {
    usage: 'settlement unpay <YYYY-MM> <UTR> --operator <id|name> --reason "<why>"',
    does: "take back a payment that was booked by mistake; a second member confirms it",
    run: async ([month, utr], options, { url, token }) => {
      const [operator, reason] = [required(options, "operator"), required(options, "reason")];
      const body = { operator, utr: utr!, reason };
      const call = { token, params: { month: month! }, body };
      return whole((await callRoute(url, backoffice.reverseOperatorPayment, call)).data);
    },
  },
  {
    usage: "settlement <YYYY-MM> --operator <id|name> [--csv <file>]",
    does: "what we owe an operator for a month, charge record by charge record, compared with what drivers paid",
    run: async ([month], options, { url, token }) => {
      const query = { operator: required(options, "operator") };
      const call = { token, params: { month: month! }, query };
      const { csv } = options;
      if (csv)
        await writeFile(csv, await fetchDocument(url, backoffice.getSettlement, "text/csv", call));
      const { data } = await callRoute(url, backoffice.getSettlement, call);
      return { answer: data, text: settlement(data) };
    },
  },
  {
    usage: "ledger check",
    does: "check the whole ledger and print each kind of fault; exit code 1 if there is any",
    run: async (_args, _options, { url, token }) => {
      const { data: answer } = await callRoute(url, backoffice.checkBooks, { token });
      const faults = Object.entries(answer.faults).filter(([, count]) => count > 0);
      const text = answer.sound
        ? `The books are sound: ${Object.keys(answer.faults).join(", ")} are all 0.`
        : [
            table(
              ["Fault", "Count"],
              faults.map(([name, count]) => [name, String(count)]),
            ),
            ...answer.rows.map(({ kind, row, wrong }) => `${kind} ${row}: ${wrong.join("; ")}`),
          ].join("\n");
      return { answer, text, failed: !answer.sound };
    },
  },
];

function settlement({ operator, month, records, payments, sums }: Settlement): string {
  const amounts = (of: Omit<Settlement["sums"], "records" | "settled_minor">) => [
    of.kwh.toFixed(3),
    formatInr(of.asked_minor),
    formatInr(of.checked_minor),
    formatInr(of.disputed_minor),
    formatInr(of.payable_minor),
    formatInr(of.paid_minor),
    formatInr(of.margin_minor),
  ];
  const rows = records.map((r) => [moment(r.booked_at), r.ocpi_id, ...amounts(r)]);
  const head = [
    "Booked (IST)",
    "Record",
    "kWh",
    "Asked",
    "Checked",
    "Disputed",
    "Payable",
    "Paid",
    "Margin",
  ];
  const paid = payments.map((p) => [p.paid_on, p.utr, formatInr(p.amount_minor)]);
  const shown = `${onOneLine(operator.name)}, ${month}\n\n${table(head, [...rows, ["Sum", "", ...amounts(sums)]])}`;
  return paid.length === 0 ? shown : `${shown}\n\n${table(["Paid on", "UTR", "Paid"], paid)}`;
}

const taxRates = (rates: readonly TaxRate[]): string =>
  table(
    ["Sold", "GST", "SAC", "From (IST)", "State", "By"],
    rates.map((each) => [
      each.kind ?? "everything else",
      `${each.percent}%`,
      each.sac,
      moment(each.from),
      each.state,
      each.by ?? "nobody: a preset",
    ]),
  );
