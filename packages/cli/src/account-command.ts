import { backoffice } from "@voltmarg/contract";
import { formatInr } from "@voltmarg/rules";
import { callRoute } from "@voltmarg/client/node";
import { fields, moment, type Subcommand } from "./backoffice-command.ts";
import { reasonIn } from "./charge-command.ts";
import { pageFrom, withNext } from "./cursor-page.ts";

/** What is known of a driver by the account's id, without number and name. */
export const accountCommands: readonly Subcommand[] = [
  {
    usage: "driver facts <account>",
    does: "a driver's account, wallet and vehicles; number and name are masked",
    run: async ([id], _options, { url, token }) => {
      const call = { token, params: { id: id! } };
      const { data } = await callRoute(url, backoffice.getConsoleDriver, call);
      const { company, wallet, ...facts } = data;
      const shown = { ...facts, company: company?.name ?? null, ...wallet };
      return { answer: data, text: fields(shown) };
    },
  },
  {
    usage: 'driver reveal <account> --reason "<why>"',
    does: "number, name and address; the reason is in the audit log",
    run: async ([id], options, { url, token }) => {
      const call = { token, params: { id: id! }, body: reasonIn(options) };
      const { data } = await callRoute(url, backoffice.showDriver, call);
      return { answer: data, text: fields(data) };
    },
  },
  {
    usage: "driver timeline <account> [--cursor <cursor>]",
    does: "everything that happened to a driver, newest first",
    run: async ([id], options, { url, token }) => {
      const call = { token, params: { id: id! }, query: pageFrom(options) };
      const answer = await callRoute(url, backoffice.getDriverTimeline, call);
      const rows = answer.content.map((each) => [
        moment(each.at),
        each.kind.toLowerCase(),
        each.what,
        each.text ?? "-",
        each.amount_minor === null ? "-" : formatInr(each.amount_minor),
        each.id,
      ]);
      return withNext(answer, ["At (IST)", "Kind", "What", "Words", "Amount", "Id"], rows);
    },
  },
];
