import { provider, type NotInvoicedCdr, type OperatorInvoiceSum } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { fields, type Subcommand } from "./backoffice-command.ts";
import { day, listed, oneOf, pageOf } from "./cursor-page.ts";

type Figures = Pick<NotInvoicedCdr, "currency" | "before_taxes" | "after_taxes">;

const amount = ({ currency }: Figures, of: string | null) =>
  of === null ? "-" : `${currency ?? ""} ${of}`.trim();
const figuresOf = (cdr: Figures) => [amount(cdr, cdr.before_taxes), amount(cdr, cdr.after_taxes)];

const sumText = (sum: OperatorInvoiceSum) =>
  `${sum.state}: ${sum.cdrs} CDRs, before taxes ${amount(sum, sum.before_taxes)}${sum.taxes
    .map((tax) => `, ${tax.name ?? "taxes"} ${tax.amount}`)
    .join("")}, with taxes ${amount(sum, sum.after_taxes)}${
    sum.without_taxes > 0 ? `; ${sum.without_taxes} state none` : ""
  }`;

/** Operators' invoices, matched against the CDRs that we have. */
export const invoiceCommands: readonly Subcommand[] = [
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
