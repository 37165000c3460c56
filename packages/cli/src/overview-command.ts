import { backoffice, type Overview } from "@voltmarg/contract";
import { formatInr } from "@voltmarg/rules";
import { callRoute, saveDocument } from "@voltmarg/client/node";
import { fields, moment, table, type Subcommand } from "./backoffice-command.ts";
import { required } from "./driver-command.ts";
import { healthText } from "./health-text.ts";
import { oneOf, pageFrom, withNext } from "./cursor-page.ts";

/** `overview`, `search`, `payment list` and `refund list`: what needs somebody, and where it is. */
export const overviewCommands: readonly Subcommand[] = [
  {
    usage: "overview",
    does: "what needs somebody now: sessions that are stuck, failed starts, refunds, tickets, operators, the books",
    run: async (_args, _options, { url, token }) => {
      const { data } = await callRoute(url, backoffice.getOverview, { token });
      return { answer: data, text: describe(data) };
    },
  },
  {
    usage: "search <words>",
    does: "find drivers, sessions, bills, tickets, payments, stations, operators and companies",
    run: async ([q], _options, { url, token }) => {
      const { data } = await callRoute(url, backoffice.searchConsole, { token, query: { q: q! } });
      const rows = data.found.map(({ kind, id, title, at }) => [
        kind.toLowerCase(),
        id,
        title,
        at ? moment(at) : "-",
      ]);
      const text = rows.length > 0 ? table(["What", "Id", "Title", "At (IST)"], rows) : "Nothing.";
      return { answer: data, text };
    },
  },
  {
    usage: "payment list [--state created|processing|credited|failed] [--cursor <cursor>]",
    does: "payments of all drivers, newest first",
    run: async (_args, options, { url, token }) => {
      const states = ["CREATED", "PROCESSING", "CREDITED", "FAILED"] as const;
      const query = { state: oneOf("state", states, options["state"]), ...pageFrom(options) };
      const answer = await callRoute(url, backoffice.listPayments, { token, query });
      const head = ["Id", "At (IST)", "Driver", "Amount", "State", "Order", "Payment"];
      const rows = answer.content.map((each) => [
        each.id,
        moment(each.created_at),
        each.driver.mobile_masked ?? "erased",
        formatInr(each.amount_minor),
        each.status.toLowerCase(),
        each.order_id ?? "-",
        each.payment_id ?? "-",
      ]);
      return withNext(answer, head, rows);
    },
  },
  {
    usage: "payment disputes [--state open|won|lost] [--cursor <cursor>]",
    does: "cardholders' disputes of payments, those that want evidence first, by the day until which it is wanted",
    run: async (_args, options, { url, token }) => {
      const states = ["OPEN", "WON", "LOST"] as const;
      const query = { state: oneOf("state", states, options["state"]), ...pageFrom(options) };
      const answer = await callRoute(url, backoffice.listPaymentDisputes, { token, query });
      const head = ["Id", "At (IST)", "Driver", "Amount", "State", "Evidence until", "Taken"];
      const rows = answer.content.map((each) => [
        each.id,
        moment(each.created_at),
        each.driver?.mobile_masked ?? "-",
        formatInr(each.amount_minor),
        each.state.toLowerCase(),
        each.respond_by && each.evidence_wanted ? untilText(each.respond_by) : "-",
        each.loss_minor === null ? "-" : formatInr(each.loss_minor),
      ]);
      return withNext(answer, head, rows);
    },
  },
  {
    usage: 'payment evidence <dispute> --reason "<why>" [--to <file>]',
    does: "write what the payment provider asks for about a disputed payment to a PDF, by default evidence-<dispute>.pdf",
    run: async ([id], options, { url, token }) => {
      const file = options["to"] ?? `evidence-${id!.replaceAll(/[^\w]/g, "")}.pdf`;
      const call = { token, params: { id: id! }, body: { reason: required(options, "reason") } };
      const bytes = await saveDocument(url, backoffice.savePaymentEvidence, file, call);
      const answer = { file, bytes };
      return { answer, text: fields(answer) };
    },
  },
  {
    usage: "refund list [--state waiting|done|failed] [--cursor <cursor>]",
    does: "refunds of all drivers, newest first",
    run: async (_args, options, { url, token }) => {
      const states = ["WAITING", "DONE", "FAILED"] as const;
      const query = { state: oneOf("state", states, options["state"]), ...pageFrom(options) };
      const answer = await callRoute(url, backoffice.listRefunds, { token, query });
      const head = ["Id", "At (IST)", "Driver", "Amount", "State", "Payment", "Why it failed"];
      const rows = answer.content.map((each) => [
        each.id,
        moment(each.created_at),
        each.driver.mobile_masked ?? "erased",
        formatInr(each.amount_minor),
        each.status.toLowerCase(),
        each.payment_id,
        each.failure ?? "-",
      ]);
      return withNext(answer, head, rows);
    },
  },
];

const untilText = (at: string) =>
  Date.parse(at) < Date.now() ? `${moment(at)} (overdue)` : moment(at);

function describe(of: Overview): string {
  const figure = (name: string, { count, since }: Overview["charges_open"]) => [
    name,
    String(count),
    since && count > 0 ? moment(since) : "-",
  ];
  const rows = [
    figure("sessions under way", of.charges_open),
    ...of.charges_stuck.map((each) => figure(`stuck: ${each.waits_for.toLowerCase()}`, each)),
    ...of.starts_failed.map((each) =>
      figure(`failed starts: ${each.operator.name}, ${each.code}`, each),
    ),
    figure("without a bill for an hour", of.bills_overdue),
    figure("approvals waiting", of.approvals_waiting),
    figure("refunds waiting", of.refunds_waiting),
    figure("refunds failed", of.refunds_failed),
    figure("open tickets", of.tickets_open),
    figure("tickets over a day", of.tickets_over_a_day),
    figure("station problems", of.station_problems),
    figure("CDRs set aside", of.quarantined_cdrs),
    figure("disputes", of.disputes),
    figure("messages not delivered", of.messages_failed),
    ...of.queues.map((each) => [`queue ${each.queue}`, String(each.waiting), "-"]),
  ];
  const operators = of.operators.map((each) => [
    each.name,
    moment(each.since),
    healthText(each.health),
  ]);
  const books = !of.books ? "not checked" : of.books.sound ? "in order" : "faulty";
  return [
    table(["What", "How many", "Since (IST)"], rows),
    table(["Operator", "Heard (IST)", "Health"], operators),
    `The books: ${books}.`,
  ].join("\n\n");
}
