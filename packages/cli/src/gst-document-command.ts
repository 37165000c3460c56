import { provider } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { whole, type Subcommand } from "./backoffice-command.ts";
import { day, listed, oneOf, pageOf } from "./cursor-page.ts";

/** Our own invoices and credit notes to buyers with a GSTIN, and their registration. */
export const gstDocumentCommands: readonly Subcommand[] = [
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
];
