import { personalData } from "@voltmarg/contract";
import { callRoute, saveDocument } from "@voltmarg/client/node";
import { fields, table, type Subcommand } from "./backoffice-command.ts";
import { required } from "./driver-command.ts";

/** `driver export` and `driver erase`: a driver's rights under data protection law. */
export const personalDataCommands: readonly Subcommand[] = [
  {
    usage: 'driver export <driver> --reason "<why>" [--to <file>]',
    does: "write all data of a driver to a JSON file, by default driver-<driver>.json",
    run: async ([mobile], options, { url, token }) => {
      const file = options.to ?? `driver-${mobile!.replaceAll(/[^\w]/g, "")}.json`;
      const body = { reason: required(options, "reason") };
      const call = { token, params: { mobile: mobile! }, body };
      const bytes = await saveDocument(url, personalData.exportDriver, file, call);
      const answer = { file, bytes };
      return { answer, text: fields(answer) };
    },
  },
  {
    usage: 'driver erase <driver> --reason "<why>" --reference <case>',
    does: "erase a closed account permanently; bills and the ledger stay, and the number can sign up again",
    run: async ([mobile], options, { url, token }) => {
      const body = {
        reason: required(options, "reason"),
        reference: required(options, "reference"),
      };
      const call = { token, params: { mobile: mobile! }, body };
      const { data } = await callRoute(url, personalData.eraseDriver, call);
      const { erased, kept, ...done } = data;
      const gone = Object.entries(erased).map(([what, rows]) => [what, String(rows)]);
      const stays = Map.groupBy(kept, ({ why }) => why);
      const because = [...stays].flatMap(([why, all]) => [
        why,
        `    ${all.map(({ what }) => what).join(", ")}`,
      ]);
      const text = [
        fields(done),
        table(["Erased", "Rows"], gone),
        ["What stays, and why:", ...because].join("\n"),
      ].join("\n\n");
      return { answer: data, text };
    },
  },
];
