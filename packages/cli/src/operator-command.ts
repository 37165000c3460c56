import { provider, type Dispute, type QuarantinedCdr } from "@voltmarg/contract";
import { exact, formatInr, sub, toDecimalString } from "@voltmarg/rules";
import { callRoute } from "@voltmarg/client/node";
import {
  chooseSubcommand,
  fields,
  helpOf,
  table,
  Usage,
  type Answer,
  type BackOffice,
  type BackOfficeCommand,
  type Options,
  type Subcommand,
} from "./backoffice-command.ts";
import { pageOf } from "./cursor-page.ts";
import { invoiceCommands } from "./invoice-command.ts";
import { partnerCommands, partnerOptions } from "./partner-command.ts";
import { conformanceCommand } from "./partner-conformance-command.ts";
import { findingsCommand, findingsOptions } from "./partner-findings-command.ts";
import { messagesCommand, messagesOptions } from "./partner-messages-command.ts";
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
    const minor = Math.round(Number(owed) * 100);
    if (!(minor >= 0)) throw new Usage("--owed is an amount in rupees");
    const { data } = await callRoute(url, provider.decideDispute, {
      token,
      params: { id: id! },
      body: { owed_minor: minor, reason },
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

const subcommands = [
  ...partnerCommands,
  findingsCommand,
  conformanceCommand,
  messagesCommand,
  disputeCommand,
  ...recordCommands,
  ...invoiceCommands,
];

const help = `Operators: how they are connected, and the charge records they must be asked about. It speaks to a running service.

${helpOf("operator", subcommands)}
  npm run operator -- disputes [--operator <id|name>] [--state OPEN|CLOSED] [--page <n>]
                                       records whose total is not what the operator's own tariff makes, newest first
  npm run operator -- quarantine [--operator <id|name>] [--page <n>]
                                       records that were set aside: nobody was billed for them, newest first
`;

type Page<T> = { content: T[]; page_no: number; total_elements: number; total_pages: number };

async function run(
  words: readonly string[],
  options: Options,
  backOffice: BackOffice,
): Promise<Answer> {
  const [subject = ""] = words;
  if (subcommands.some(({ usage }) => usage.split(" ")[0] === subject)) {
    const { chosen, args } = chooseSubcommand(subcommands, words);
    return chosen.run(args, options, backOffice);
  }
  const answer = await ask(words, options, backOffice);
  return { answer, text: describe(answer) };
}

async function ask(
  words: readonly string[],
  options: Options,
  backOffice: BackOffice,
): Promise<object> {
  const { url, token } = backOffice;
  const [subject, ...more] = words;
  if (more.length > 0) throw new Usage(`${subject} takes no "${more[0]}"`);
  const query = { operator: options["operator"], page_no: pageOf(options), page_size: 100 };
  switch (subject) {
    case "disputes": {
      const state = stateOf(options["state"]);
      return callRoute(url, provider.listDisputes, { token, query: { ...query, state } });
    }
    case "quarantine":
      return callRoute(url, provider.listQuarantinedCdrs, { token, query });
    default:
      throw new Usage(`there is no command "${subject}"`);
  }
}

function stateOf(text: string | undefined): Dispute["state"] | undefined {
  if (text === undefined) return undefined;
  const known = provider.DisputeState.options.find((state) => state === text.toUpperCase());
  if (!known) throw new Usage(`--state is ${provider.DisputeState.options.join(" or ")}`);
  return known;
}

function describe(answer: object): string {
  const page = answer as Page<Dispute | QuarantinedCdr>;
  const { content, page_no, total_pages, total_elements } = page;
  const [first] = content;
  if (!first) return "None.";
  const rows =
    "asked" in first ? disputes(content as Dispute[]) : quarantined(content as QuarantinedCdr[]);
  const more =
    total_pages > 1 ? `\n\nPage ${page_no + 1} of ${total_pages}, ${total_elements} in all.` : "";
  return rows + more;
}

/** Totals including GST; if the CDR has only a net total, it is compared with our net. */
function disputes(content: readonly Dispute[]): string {
  return table(
    ["When", "Operator", "Record", "Asked", "Checked", "Difference", "Driver paid", "State"],
    content.map(({ asked, checked, ...d }) => {
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
    }),
  );
}

function quarantined(content: readonly QuarantinedCdr[]): string {
  return table(
    ["When", "Operator", "Record", "Id", "Reason", "Decided"],
    content.map((q) => [
      moment(q.received_at),
      nameOf(q.operator),
      q.ocpi_id,
      q.id,
      q.reason,
      q.decision?.decision ?? "-",
    ]),
  );
}

function difference(theirs: string, ours: string): string {
  const off = sub(exact(theirs), exact(ours));
  return `${off.n > 0n ? "+" : ""}${toDecimalString(off)}`;
}

const nameOf = ({ id, name }: Dispute["operator"]) => name ?? id;
const moment = (instant: string) => `${instant.slice(0, 16).replace("T", " ")} UTC`;

export const operatorCommand: BackOfficeCommand = {
  name: "operator",
  help,
  options: [
    "operator",
    "state",
    "page",
    "reason",
    "owed",
    ...partnerOptions,
    ...findingsOptions,
    ...messagesOptions,
  ],
  run,
};
