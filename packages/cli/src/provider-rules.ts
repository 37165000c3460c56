import { openAsBlob } from "node:fs";
import { languages } from "@voltmarg/contract/languages";
import {
  backoffice,
  support,
  type AnswerTemplate,
  type BackofficeTicket,
  type CatalogueEntry,
  type ConsoleTicket,
  type MessageVersion,
  type RetailEntry,
  type RouteOutput,
  type SupportInformation,
} from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { onOneLine } from "./escape-terminal.ts";
import { openingText } from "./opening-hours.ts";
import type { Called, Rules } from "./operation-command.ts";
import { TEXT_TYPES } from "./operation-names.ts";
import { fields, moment, table, tableOf } from "./print-answer.ts";
import { Usage, type BackOffice } from "./subcommand.ts";

const aRule = {
  before: ({ input: { body } }: Called) => {
    if (body["markup_percent"] === undefined && body["per_kwh_add"] === undefined)
      throw new Usage("a rule needs --markup or --per-kwh");
  },
};
const aTicket = { view: ticketText };

type Difference = { difference_minor: number | null };
const differs = ({ difference_minor }: Difference) => difference_minor !== 0;

/** Operations that need something looked up first, or whose answers are said in another way than field by field. */
export const PROVIDER_RULES: Rules = {
  putRetailRule: aRule,
  previewRetailRule: aRule,
  listRetailRules: {
    view: ({ rules, planned }: Record<"rules" | "planned", RetailEntry[]>) => ({
      content: [...rules, ...planned],
    }),
  },
  checkBooks: {
    failed: ({ sound }: { sound: boolean }) => !sound,
    view: ({ sound, faults, rows }: RouteOutput<typeof backoffice.checkBooks>["data"]) => {
      if (sound) return `The books are sound: ${Object.keys(faults).join(", ")} are all 0.`;
      const found = Object.entries(faults).filter(([, count]) => count > 0);
      const counts = found.map(([name, count]) => [name, String(count)]);
      const wrong = rows.map((each) => `${each.kind} ${each.row}: ${each.wrong.join("; ")}`);
      return [table(["Fault", "Count"], counts), ...wrong.map(onOneLine)].join("\n");
    },
  },
  getBooks: { failed: differs },
  enterBankBalance: { failed: differs },
  listCustomerMoney: { failed: ({ content }: { content: Difference[] }) => content.some(differs) },
  listSettlementMismatches: { failed: ({ content }: { content: [] }) => content.length > 0 },
  getConsoleTicket: aTicket,
  assignTicket: aTicket,
  closeBackofficeTicket: aTicket,
  answerTicket: {
    ...aTicket,
    before: async ({ input: { params, body }, given: { photos }, backOffice: { url, token } }) => {
      const ids: string[] = [];
      for (const file of photos?.split(",") ?? []) {
        const form = new FormData();
        form.set("file", await openAsBlob(file.trim()));
        const call = { token, params: { id: String(params["id"]) }, form };
        ids.push((await callRoute(url, support.addTicketPhoto, call)).data.id);
      }
      body["file_ids"] = ids;
    },
  },
  saveAnswerTemplate: {
    before: async ({ input: { params, body }, backOffice }) => {
      body["version"] = (await versionOf(params["key"], backOffice)) ?? 0;
    },
  },
  removeAnswerTemplate: {
    before: async ({ input: { params, query }, backOffice }) => {
      query["version"] = await versionOf(params["key"], backOffice);
      if (query["version"] === undefined)
        throw new Usage(`there is no template "${String(params["key"])}"`);
    },
  },
  listAnswerTemplates: {
    view: ({ templates }: { templates: AnswerTemplate[] }) => ({
      content: templates.map((each) => ({
        ...each,
        languages: languages.filter((language) => each[language]),
      })),
    }),
  },
  listMessageVersions: {
    view: ({ messages }: { messages: MessageVersion[] }, { input: { query } }) => {
      if (query["key"] === undefined) return { messages };
      const [word] = Object.entries(TEXT_TYPES).find(([, type]) => type === query["type"])!;
      if (messages.length === 0) throw new Usage(`there is no ${word} "${query["key"] as string}"`);
      const texts = messages.map((m) => `${tableOf("listMessageVersions", [m])}\n\n${m.text}`);
      return texts.join("\n\n");
    },
  },
  listReportedCheckIns: {
    before: ({ input: { query }, given: { hidden } }) => {
      if (hidden === "yes") query["state"] = "HIDDEN";
    },
  },
  updateSupportInformation: { view: supportText },
  putModel: {
    before: ({ input: { body }, given }) => {
      const typed = { max_dc_intake: "dc", onboard_charger_capacity: "ac", inlets: "inlets" };
      body["unknown"] = Object.entries(typed).flatMap(([field, option]) =>
        given[option] === undefined ? [field] : [],
      );
    },
  },
  listCatalogue: {
    after: ({ models }: { models: CatalogueEntry[] }, { given: { make } }) => ({
      models: models.filter((each) => !make || each.make.toLowerCase() === make.toLowerCase()),
    }),
    view: ({ models }: { models: CatalogueEntry[] }) => ({
      content: models.map(({ source, ...each }) => ({
        ...each,
        source: source.length > 60 ? `${source.slice(0, 59)}…` : source,
      })),
    }),
  },
};

async function versionOf(key: unknown, { url, token }: BackOffice): Promise<number | undefined> {
  const { data } = await callRoute(url, backoffice.listAnswerTemplates, { token });
  return data.templates.find((each) => each.key === key)?.version;
}

export function supportText({ opening, ...rest }: SupportInformation): string {
  return fields({ ...rest, open: opening && openingText(opening) });
}

function ticketText(ticket: BackofficeTicket | ConsoleTicket): string {
  const { messages, id, number, driver, category, state, assignee, session_id } = ticket;
  const { due_at, escalated_at, escalated_by } = ticket;
  const beside = "looking" in ticket && {
    name: ticket.driver.name_masked,
    mobile: ticket.driver.mobile_masked,
    language: ticket.driver.language,
    "looked at by": ticket.looking,
  };
  const head = fields({
    number,
    id,
    driver: driver.id,
    about: category,
    state,
    assignee,
    due: due_at,
    escalated: escalated_at && `${moment(escalated_at)} by ${escalated_by}`,
    charge: session_id,
    ...beside,
  });
  const said = messages.map((message) => {
    const photos = message.file_ids.map((file) => `\n  photo ${file}`).join("");
    const text = message.text.replaceAll(/^/gm, "  ");
    return `${moment(message.created_at)}  ${message.credential ?? "driver"}\n${text}${photos}`;
  });
  return [head, ...said].join("\n\n");
}
