import { readFile } from "node:fs/promises";
import { backoffice, support, type AnswerTemplate } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import {
  fields,
  moment,
  table,
  Usage,
  type BackOffice,
  type Subcommand,
} from "./backoffice-command.ts";
import { required } from "./driver-command.ts";

const listed = async ({ url, token }: BackOffice) =>
  (await callRoute(url, backoffice.listAnswerTemplates, { token })).data;
const versionOf = (templates: readonly AnswerTemplate[], key: string) =>
  templates.find((each) => each.key === key)?.version;

/** `template …`: answers that staff send often. */
export const answerTemplateCommands: readonly Subcommand[] = [
  {
    usage: "template list",
    does: "answer templates, by title",
    run: async (_args, _options, backOffice) => {
      const answer = await listed(backOffice);
      const rows = answer.templates.map((each) => [
        each.key,
        each.title,
        each.category ?? "-",
        [each.en && "en", each.hi && "hi", each.ur && "ur"].filter(Boolean).join(", "),
        `${moment(each.updated_at)} ${each.updated_by}`,
      ]);
      const head = ["Key", "Title", "About", "Languages", "Changed (IST)"];
      return { answer, text: rows.length > 0 ? table(head, rows) : "None." };
    },
  },
  {
    usage:
      "template save <key> --title <title> --en <file> [--hi <file>] [--ur <file>] [--category <category>]",
    does: "save a template from text files, in place of the one of this key",
    run: async ([key], options, backOffice) => {
      const category = support.TicketCategory.options.find(
        (each) => each === options["category"]?.toUpperCase(),
      );
      if (options["category"] !== undefined && !category)
        throw new Usage(`--category is ${support.TicketCategory.options.join(" or ")}`);
      const text = (file: string) => readFile(file, "utf8");
      const { hi, ur } = options;
      const body = {
        title: required(options, "title"),
        category: category ?? null,
        en: await text(required(options, "en")),
        hi: hi === undefined ? null : await text(hi),
        ur: ur === undefined ? null : await text(ur),
        version: versionOf((await listed(backOffice)).templates, key!) ?? 0,
      };
      const { url, token } = backOffice;
      const call = { token, params: { key: key! }, body };
      const { data: answer } = await callRoute(url, backoffice.saveAnswerTemplate, call);
      return { answer, text: fields(answer) };
    },
  },
  {
    usage: "template remove <key>",
    does: "remove a template",
    run: async ([key], _options, backOffice) => {
      const version = versionOf((await listed(backOffice)).templates, key!);
      if (version === undefined) throw new Usage(`there is no template "${key}"`);
      const { url, token } = backOffice;
      const call = { token, params: { key: key! }, query: { version } };
      const { data: answer } = await callRoute(url, backoffice.removeAnswerTemplate, call);
      return { answer, text: fields(answer) };
    },
  },
];
