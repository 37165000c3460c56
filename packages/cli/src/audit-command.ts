import { audit, type AccountEntry } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { moment, table, Usage, type Subcommand } from "./backoffice-command.ts";

type Act = AccountEntry["act"];
const ACTS: readonly Act[] = audit.AccountAct.options;

/**
 * `audit accounts`: the log of account events. Must come before `audit` in the list, as both begin with the same
 * word.
 */
export const auditCommands: readonly Subcommand[] = [
  {
    usage: "audit accounts [--mobile <driver>] [--act <act>] [--page <n>]",
    does: "sign-ins, passkeys, withdrawals and similar events of drivers' accounts, newest first",
    run: async (_args, { mobile, act: asked, page = "1" }, { url, token }) => {
      if (!/^[1-9]\d{0,4}$/.test(page)) throw new Usage(`--page is 1 or more, not "${page}"`);
      const act = ACTS.find((each) => each === asked);
      if (asked !== undefined && !act) throw new Usage(`--act is one of ${ACTS.join(", ")}`);
      const query = { mobile, act, page_no: Number(page) - 1, page_size: 50 };
      const answer = await callRoute(url, audit.listAccountAudit, { token, query });
      const rows = answer.content.map((e) => [
        moment(e.at),
        e.mobile_masked ?? e.user_id,
        e.act,
        JSON.stringify(e.details),
      ]);
      const head = ["When (IST)", "Whose", "What", "With"];
      return { answer, text: rows.length > 0 ? table(head, rows) : "None." };
    },
  },
];
