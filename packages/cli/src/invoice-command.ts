import { provider, type NotInvoicedCdr, type OperatorInvoiceSum } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { fields, table, whole, type Subcommand } from "./backoffice-command.ts";
import { oneOf, pageOf } from "./cursor-page.ts";

type Figures = Pick<NotInvoicedCdr, "currency" | "before_taxes" | "after_taxes">;
type Page = { page_no: number; total_pages: number; total_elements: number };

const amount = ({ currency }: Figures, of: string | null) =>
  of === null ? "-" : `${currency ?? ""} ${of}`.trim();
const figuresOf = (cdr: Figures) => [amount(cdr, cdr.before_taxes), amount(cdr, cdr.after_taxes)];
const day = (instant: string | null) => instant?.slice(0, 10) ?? "-";

function listed(head: readonly string[], rows: readonly (readonly string[])[], page: Page): string {
  if (rows.length === 0) return "None.";
  const { page_no, total_pages, total_elements } = page;
  const more =
    total_pages > 1 ? `\n\nPage ${page_no + 1} of ${total_pages}, ${total_elements} in all.` : "";
  return table(head, rows) + more;
}

const sumText = (sum: OperatorInvoiceSum) =>
  `${sum.state}: ${sum.cdrs} CDRs, before taxes ${amount(sum, sum.before_taxes)}${sum.taxes
    .map((tax) => `, ${tax.name ?? "taxes"} ${tax.amount}`)
    .join("")}, with taxes ${amount(sum, sum.after_taxes)}${
    sum.without_taxes > 0 ? `; ${sum.without_taxes} state none` : ""
  }`;

/** Operators' invoices, matched against the CDRs that we have, and our own to buyers with a GSTIN. */
export const invoiceCommands: readonly Subcommand[] = [
  {
    usage: "gst-documents [--state <state>] [--lacks-address yes] [--page <n>]",
    does: "invoices and credit notes to buyers with a GSTIN, and their registration, newest first: not_due, pending, registered, refused or withdrawn; or those that lack the buyer's address",
    run: async (_args, options, { url, token }) => {
      const query = {
        state: oneOf("state", provider.GstDocument.shape.state.options, options["state"]),
        lacks_address: oneOf("lacks-address", ["yes"] as const, options["lacks-address"]),
        page_no: pageOf(options),
        page_size: 100,
      };
      const answer = await callRoute(url, provider.listGstDocuments, { token, query });
      const rows = answer.content.map((each) => [
        day(each.issued_at),
        each.number,
        each.cdr_id,
        each.gst_in,
        each.lacks_address ? "missing" : "yes",
        each.state,
        each.irn ?? each.reason ?? "-",
      ]);
      const head = "Issued,Number,Bill,Buyer,Address,State,IRN or reason".split(",");
      return { answer, text: listed(head, rows, answer) };
    },
  },
  {
    usage: "gst-document again <number>",
    does: "send a document to the registration portal again, once what it refused is corrected",
    run: async ([number], _options, { url, token }) => {
      const call = { token, body: { number: number! } };
      return whole((await callRoute(url, provider.registerAgain, call)).data);
    },
  },
  {
    usage: "invoices [--operator <id|name>] [--page <n>]",
    does: "what operators say stands on their invoices, and how many of the CDRs we have, newest first",
    run: async (_args, options, { url, token }) => {
      const query = { operator: options["operator"], page_no: pageOf(options), page_size: 100 };
      const answer = await callRoute(url, provider.listOperatorInvoices, { token, query });
      const rows = answer.content.map((each) => [
        day(each.last_updated),
        each.operator.name ?? each.operator.id,
        each.invoice_id ?? each.ocpi_id,
        each.id,
        ...[each.cdrs, each.matched, each.set_aside, each.missing, each.double].map(String),
      ]);
      const head = "Issued,Operator,Invoice,Id,CDRs,Matched,Set aside,Missing,Double".split(",");
      return { answer, text: listed(head, rows, answer) };
    },
  },
  {
    usage: "invoice show <id> [--state <state>] [--page <n>]",
    does: "the sums of what we have of an invoice, and its CDRs: matched, set_aside, missing or double",
    run: async ([id], options, { url, token }) => {
      const params = { id: id! };
      const known = provider.OperatorInvoiceState.options;
      const state = oneOf("state", known, options["state"]);
      const query = { state, page_no: pageOf(options), page_size: 100 };
      const { data } = await callRoute(url, provider.getOperatorInvoice, { token, params });
      const lines = { token, params, query };
      const answer = await callRoute(url, provider.listOperatorInvoiceCdrs, lines);
      const rows = answer.content.map((cdr) => [
        cdr.ocpi_id,
        cdr.state,
        day(cdr.ended_at),
        ...figuresOf(cdr),
        [cdr.aside?.reason, cdr.times > 1 ? `listed ${cdr.times} times` : null, ...cdr.also_on]
          .filter(Boolean)
          .join("; "),
      ]);
      const { sums, operator, ...told } = data;
      const text = [
        fields({ ...told, operator: operator.name ?? operator.id }),
        ...sums.map(sumText),
        listed("CDR,State,Ended,Before taxes,With taxes,To note".split(","), rows, answer),
      ].join("\n\n");
      return { answer: { ...data, cdrs_listed: answer }, text };
    },
  },
  {
    usage: "not-invoiced <operator> [--page <n>]",
    does: "CDRs that we billed and that stand on none of the operator's invoices, oldest first",
    run: async ([operator], options, { url, token }) => {
      const query = { operator: operator!, page_no: pageOf(options), page_size: 100 };
      const answer = await callRoute(url, provider.listNotInvoicedCdrs, { token, query });
      const rows = answer.content.map((cdr) => [cdr.ocpi_id, day(cdr.ended_at), ...figuresOf(cdr)]);
      const text = listed("CDR,Ended,Before taxes,With taxes".split(","), rows, answer);
      return { answer, text };
    },
  },
];
