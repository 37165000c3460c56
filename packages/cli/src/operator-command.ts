import { provider, type Dispute, type QuarantinedCdr } from "@voltmarg/contract";
import { exact, formatInr, sub, toDecimalString } from "@voltmarg/rules";
import { callRoute } from "@voltmarg/client/node";
import {
  fields,
  paiseOf,
  Usage,
  type BackOfficeCommand,
  type Options,
  type Subcommand,
} from "./backoffice-command.ts";
import { listed, oneOf, pageOf } from "./cursor-page.ts";
import { invoiceCommands } from "./invoice-command.ts";
import { partnerCommands } from "./partner-command.ts";
import { conformanceCommand } from "./partner-conformance-command.ts";
import { findingsCommand } from "./partner-findings-command.ts";
import { messagesCommand } from "./partner-messages-command.ts";
import { onOneLine } from "./escape-terminal.ts";

/** The back office's decision about a CDR that was set aside. */
const decision = (word: string, does: string, decided: "RELEASED" | "REJECTED"): Subcommand => ({
  usage: `record ${word} <id> --reason "<why>"`,
  does,
  run: async ([id], { reason }, { url, token }) => {
    if (!reason) throw new Usage("--reason is needed");
    const { data } = await callRoute(url, provider.decideQuarantinedCdr, {
      token,
      params: { id: id! },
      body: { decision: decided, reason },
    });
    return { answer: data, text: fields(data) };
  },
});
const disputeCommand: Subcommand = {
  usage: `dispute settle <bill> --owed <rupees> --reason "<why>"`,
  does: "close a dispute: the given amount is owed to the operator, the rest to nobody",
  run: async ([id], { owed, reason }, { url, token }) => {
    if (!reason || !owed) throw new Usage("--owed and --reason are needed");
    const { data } = await callRoute(url, provider.decideDispute, {
      token,
      params: { id: id! },
      body: { owed_minor: paiseOf(owed), reason },
    });
    return { answer: data, text: fields(data) };
  },
};
const showRecord: Subcommand = {
  usage: "record show <id>",
  does: "a charge record that was set aside, as the operator sent it, also if it cannot be read",
  run: async ([id], _options, { url, token }) => {
    const params = { id: id! };
    const { data } = await callRoute(url, provider.getQuarantinedCdr, { token, params });
    const { raw, body, operator, decision: decided, ...told } = data;
    const sent = onOneLine(raw ?? JSON.stringify(body));
    const text = fields({ ...told, operator: nameOf(operator), decided: decided?.decision ?? "-" });
    return { answer: data, text: `${text}\n\n${sent}` };
  },
};
const recordCommands = [
  showRecord,
  decision(
    "release",
    "bill a record of the quarantine after all, at the agreed price, in place of a provisional bill",
    "RELEASED",
  ),
  decision("reject", "never bill a record of the quarantine", "REJECTED"),
];

const lists: readonly Subcommand[] = [
  {
    usage: "disputes [--operator <id|name>] [--state OPEN|CLOSED] [--page <n>]",
    does: "records whose total is not what the operator's own tariff makes, newest first",
    run: async (_args, options, { url, token }) => {
      const state = oneOf("state", provider.DisputeState.options, options["state"]);
      const query = { ...operatorAndPage(options), state };
      const answer = await callRoute(url, provider.listDisputes, { token, query });
      return { answer, text: listed(DISPUTE_HEAD, answer.content.map(disputeRow), answer) };
    },
  },
  {
    usage: "quarantine [--operator <id|name>] [--page <n>]",
    does: "records that were set aside: nobody was billed for them, newest first",
    run: async (_args, options, { url, token }) => {
      const query = operatorAndPage(options);
      const answer = await callRoute(url, provider.listQuarantinedCdrs, { token, query });
      return { answer, text: listed(ASIDE_HEAD, answer.content.map(asideRow), answer) };
    },
  },
];

const operatorAndPage = (options: Options) => ({
  operator: options["operator"],
  page_no: pageOf(options),
  page_size: 100,
});

const DISPUTE_HEAD = "When,Operator,Record,Asked,Checked,Difference,Driver paid,State".split(",");
/** Totals including GST; if the CDR has only a net total, it is compared with our net. */
function disputeRow({ asked, checked, ...d }: Dispute): string[] {
  const [theirs, ours] =
    asked.incl_vat === null
      ? [asked.excl_vat, checked.excl_vat]
      : [asked.incl_vat, checked.incl_vat];
  const net = asked.incl_vat === null ? " net" : "";
  return [
    moment(d.created_at),
    nameOf(d.operator),
    d.ocpi_id,
    theirs + net,
    ours + net,
    difference(theirs, ours),
    formatInr(d.paid_minor),
    d.state,
  ];
}

const ASIDE_HEAD = ["When", "Operator", "Record", "Id", "Reason", "Decided"];
const asideRow = (q: QuarantinedCdr) => [
  moment(q.received_at),
  nameOf(q.operator),
  q.ocpi_id,
  q.id,
  q.reason,
  q.decision?.decision ?? "-",
];

function difference(theirs: string, ours: string): string {
  const off = sub(exact(theirs), exact(ours));
  return `${off.n > 0n ? "+" : ""}${toDecimalString(off)}`;
}

const nameOf = ({ id, name }: Dispute["operator"]) => name ?? id;
const moment = (instant: string) => `${instant.slice(0, 16).replace("T", " ")} UTC`;

export const operatorCommand: BackOfficeCommand = {
  name: "operator",
  about:
    "Operators: how they are connected, and the charge records they must be asked about. It speaks to a running service.",
  subcommands: [
    ...partnerCommands,
    findingsCommand,
    conformanceCommand,
    messagesCommand,
    disputeCommand,
    ...recordCommands,
    ...invoiceCommands,
    ...lists,
  ],
};
