import { stations } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { fields, moment, table, Usage, type Subcommand } from "./backoffice-command.ts";

const WORDS: Record<string, string> = {
  DOES_NOT_START: "does not start",
  PLUG_DAMAGED: "plug damaged",
  BLOCKED: "blocked",
  WRONG_INFO: "wrong in the app",
  UNSAFE: "not safe",
  OTHER: "other",
};

/** `problem …`: what drivers report about stations. */
export const stationCommands: readonly Subcommand[] = [
  {
    usage: "problem list [--state open|closed] [--page <n>]",
    does: "problems that drivers reported at stations, newest first",
    run: async (_args, { state = "open", page = "1" }, { url, token }) => {
      if (state !== "open" && state !== "closed") throw new Usage("--state is open or closed");
      if (!/^[1-9]\d{0,4}$/.test(page)) throw new Usage(`--page is 1 or more, not "${page}"`);
      const query = {
        state: state === "open" ? ("OPEN" as const) : ("CLOSED" as const),
        page_no: Number(page) - 1,
        page_size: 50,
      };
      const answer = await callRoute(url, stations.listStationProblems, { token, query });
      const rows = answer.content.map((one) => [
        one.id,
        moment(one.created_at),
        one.driver?.mobile_masked ?? "-",
        one.operator_name,
        one.location_name,
        one.evse_uid ?? "-",
        WORDS[one.kind] ?? one.kind,
        one.text,
      ]);
      const headings = ["Id", "At (IST)", "Driver", "Operator", "Station", "EVSE", "What", "Words"];
      return { answer, text: table(headings, rows) };
    },
  },
  {
    usage: "problem close <problem>",
    does: "mark it as resolved",
    run: async ([id], _options, { url, token }) => {
      const call = { token, params: { id: id! } };
      const { data: answer } = await callRoute(url, stations.closeStationProblem, call);
      return { answer, text: fields(answer) };
    },
  },
];
