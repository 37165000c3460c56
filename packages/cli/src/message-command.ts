import { notifications } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { table, Usage, type Subcommand } from "./backoffice-command.ts";

/** `message …`: delivery of SMS and mail. */
export const messageCommands: readonly Subcommand[] = [
  {
    usage: "message count [--day <yyyy-mm-dd>]",
    does: "SMS and mail of a day by carrier, and messages refused by the daily budget",
    run: async (_args, { day }, { url, token }) => {
      if (day !== undefined && !/^\d{4}-\d\d-\d\d$/.test(day))
        throw new Usage(`--day is a date such as 2026-11-20, not "${day}"`);
      const { data: answer } = await callRoute(url, notifications.countMessages, {
        token,
        query: { day },
      });
      const budgets = table(
        ["Channel", "Sent", "Of", "Refused", "Most to one"],
        answer.budgets.map((each) => [
          each.channel,
          String(each.used),
          String(each.per_day),
          String(each.refused),
          String(each.per_recipient),
        ]),
      );
      const carriers = table(
        ["Channel", "Carrier", "State", "Messages"],
        answer.carriers.map((each) => [
          each.channel,
          each.carrier,
          each.state.toLowerCase(),
          String(each.messages),
        ]),
      );
      const told = answer.carriers.length > 0 ? carriers : "Nothing was handed to a carrier.";
      return { answer, text: `${answer.day}\n\n${budgets}\n\n${told}` };
    },
  },
];
