import { backoffice, type Approval } from "@voltmarg/contract";
import { formatInr } from "@voltmarg/rules";
import { callRoute } from "@voltmarg/client/node";
import {
  fields,
  moment,
  paiseOf,
  table,
  Usage,
  whole,
  type Answer,
  type Options,
  type Subcommand,
} from "./backoffice-command.ts";

type Waiting = { approval: { id: string; expires_at: string } | null };

/** What was booked, or that it waits for a second member. */
export const withApproval = (answer: Waiting & object): Answer => {
  const { approval, ...rest } = answer;
  const text = fields(rest);
  if (!approval) return { answer, text };
  const until = `${moment(approval.expires_at)} IST`;
  return {
    answer,
    text: `Not booked yet: it waits for a second member of finance until ${until}.\nThey confirm it by: provider approval confirm ${approval.id}\n${text}`,
  };
};

const STATES = backoffice.ApprovalState.options;
const KINDS = backoffice.ApprovalKind.options;
/** An option that is one of some words, in small letters with hyphens. */
function oneOf<const Word extends string>(
  options: Options,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  const found = words.find((word) => word.toLowerCase().replaceAll("_", "-") === given);
  if (!found) throw new Usage(`--${name} is one of ${words.map(spoken).join(", ")}`);
  return found;
}
const spoken = (word: string) => word.toLowerCase().replaceAll("_", "-");

/** The reason of a decision. */
function reasonIn(options: Options): string {
  const { reason } = options;
  if (!reason?.trim()) throw new Usage("--reason is needed");
  return reason;
}

/** `approval …`, `refund …` and `payment …`: money that needs a second look. */
export const approvalCommands: readonly Subcommand[] = [
  {
    usage:
      "approval list [--state waiting|confirmed|rejected|expired|booked] [--kind goodwill|correction|bank-refund|change] [--cursor <cursor>]",
    does: "what the staff gave drivers or proposed to, newest first; waiting: for a second member of finance",
    run: async (_args, options, { url, token }) => {
      const query = {
        state: oneOf(options, "state", STATES),
        kind: oneOf(options, "kind", KINDS),
        cursor: options["cursor"],
      };
      const answer = await callRoute(url, backoffice.listApprovals, { token, query });
      const rows = answer.content.map((each) => [
        each.id,
        moment(each.proposed_at),
        spoken(each.kind),
        spoken(each.state),
        each.amount_minor === null ? "-" : formatInr(each.amount_minor),
        each.driver ? (each.driver.mobile_masked ?? "erased") : "-",
        each.proposed_by,
        each.decided_by ?? "-",
        each.reason,
      ]);
      const head = [
        "Id",
        "When (IST)",
        "What",
        "State",
        "Amount",
        "Driver",
        "By",
        "Decided",
        "Why",
      ];
      return { answer, text: withNext(rows.length > 0 ? table(head, rows) : "None.", answer) };
    },
  },
  {
    usage: "approval show <id>",
    does: "one of them whole",
    run: async ([id], _options, { url, token }) =>
      approval((await callRoute(url, backoffice.getApproval, { token, params: { id: id! } })).data),
  },
  {
    usage: "approval confirm <id>",
    does: "book or make what another member proposed",
    run: async ([id], _options, { url, token }) =>
      whole(
        (await callRoute(url, backoffice.confirmApproval, { token, params: { id: id! } })).data,
      ),
  },
  {
    usage: 'approval reject <id> --reason "<why>"',
    does: "book nothing; who proposed it may take it back like this",
    run: async ([id], options, { url, token }) => {
      const call = { token, params: { id: id! }, body: { reason: reasonIn(options) } };
      return whole((await callRoute(url, backoffice.rejectApproval, call)).data);
    },
  },
  {
    usage:
      'refund bank <driver\'s id> <rupees> --holder "<name>" --utr <bank reference> --reason "<why>"',
    does: "record that money of a wallet went to the driver's own bank account, when the refund to its payment failed",
    run: async ([id, rupees], options, { url, token }) => {
      const bank_reference = options["utr"];
      if (!bank_reference) throw new Usage("--utr is needed");
      const holder_name = options["holder"];
      if (!holder_name) throw new Usage("--holder is needed");
      const amount_minor = paiseOf(rupees!);
      const body = { amount_minor, holder_name, bank_reference, reason: reasonIn(options) };
      const call = { token, params: { id: id! }, body };
      return withApproval((await callRoute(url, backoffice.refundByBank, call)).data);
    },
  },
  {
    usage: "refund retry <refund>",
    does: "send a failed refund to its payment again; the payment provider is asked first",
    run: async ([id], _options, { url, token }) =>
      whole((await callRoute(url, backoffice.retryRefund, { token, params: { id: id! } })).data),
  },
  {
    usage: "payment ask-again <payment>",
    does: "ask the payment provider what became of a payment; what it has captured is credited once",
    run: async ([id], _options, { url, token }) =>
      whole(
        (await callRoute(url, backoffice.askAboutPayment, { token, params: { id: id! } })).data,
      ),
  },
];

const approval = (answer: Approval): Answer => {
  const { driver, ...rest } = answer;
  const of = driver && { driver: driver.id, number: driver.mobile_masked };
  const input = rest.input && JSON.stringify(rest.input);
  return { answer, text: fields({ ...rest, input, ...of }) };
};

const withNext = (text: string, { next_cursor: next }: { next_cursor: string | null }) =>
  next ? `${text}\n\nGo on with --cursor ${next}` : text;
