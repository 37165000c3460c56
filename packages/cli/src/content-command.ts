import { readFile } from "node:fs/promises";
import { accounts, content, type AppVersion, type MessageVersion } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import {
  moment,
  table,
  Usage,
  type Options,
  type Subcommand,
  whole,
} from "./backoffice-command.ts";
import { required } from "./driver-command.ts";

type Type = MessageVersion["type"];
/** `faq …`, `terms …`, `privacy …`, `popup …` and `version …`: texts that drivers read, and supported app versions. */
export const contentCommands: readonly Subcommand[] = [
  ...textCommands("faq", "FAQ", "questions and answers"),
  ...textCommands("terms", "TOU", "sections of the terms"),
  ...textCommands("privacy", "PRIVACY", "sections of the privacy policy"),
  ...textCommands("popup", "POPUP", "texts of popups"),
  {
    usage: "version list",
    does: "the latest and the oldest supported app version, per platform",
    run: async (_args, _options, { url, token }) => {
      const { data: answer } = await callRoute(url, content.listAppVersions, { token });
      const rows = answer.versions.map((v) => [
        v.app_name,
        v.device_type,
        v.latest_version,
        v.minimum_version,
        v.url ?? "-",
        moment(v.updated_at),
      ]);
      const head = ["App", "Platform", "Latest", "Oldest", "Where", "Since (IST)"];
      return { answer, text: rows.length > 0 ? table(head, rows) : "None." };
    },
  },
  {
    usage:
      'version set <app> <web|android|ios> --latest <version> --oldest <version> [--link <https://…>] [--notes "<text>"]',
    does: "set the latest and the oldest supported version",
    run: async ([name, platform], options, { url, token }) => {
      const body = {
        latest_version: required(options, "latest"),
        minimum_version: required(options, "oldest"),
        url: options["link"] ?? null,
        notes: options["notes"] ?? null,
      };
      const call = { token, params: { name: name!, device_type: platformOf(platform!) }, body };
      return whole((await callRoute(url, content.putAppVersion, call)).data);
    },
  },
  {
    usage: "version remove <app> <web|android|ios>",
    does: "remove the version of that app",
    run: async ([name, platform], _options, { url, token }) => {
      const call = { token, params: { name: name!, device_type: platformOf(platform!) } };
      return whole((await callRoute(url, content.removeAppVersion, call)).data);
    },
  },
];

function textCommands(word: string, type: Type, what: string): Subcommand[] {
  const named = (key: string, { language = "en" }: Options) => {
    const known = content.Language.options.find((each) => each === language);
    if (!known) throw new Usage(`--language is ${content.Language.options.join(" or ")}`);
    return { type, key, language: known };
  };
  return [
    {
      usage: `${word} list`,
      does: what,
      run: async (_args, _options, { url, token }) => {
        const call = { token, query: { type } };
        const { data: answer } = await callRoute(url, content.listMessageVersions, call);
        return { answer, text: describe(answer.messages) };
      },
    },
    {
      usage: `${word} show <key>`,
      does: "list all versions, with their authors",
      run: async ([key], _options, { url, token }) => {
        const call = { token, query: { type, key: key! } };
        const { data: answer } = await callRoute(url, content.listMessageVersions, call);
        if (answer.messages.length === 0) throw new Usage(`there is no ${word} "${key}"`);
        const texts = answer.messages.map((m) => `${describe([m])}\n\n${m.text}`);
        return { answer, text: texts.join("\n\n") };
      },
    },
    {
      usage: `${word} set <key> --title "<title>" [--text "<text>"] [--from <file>] [--category <category>] [--language en|hi|ur] [--position <n>]`,
      does: "publish a new version, from the command line or a file",
      run: async ([key], options, { url, token }) => {
        const body = {
          title: required(options, "title"),
          text: await textOf(options),
          category: options["category"] ?? null,
          position: options["position"] === undefined ? undefined : Number(options["position"]),
        };
        const call = { token, params: named(key!, options), body };
        return whole((await callRoute(url, content.putMessage, call)).data);
      },
    },
    {
      usage: `${word} remove <key> [--language en|hi|ur]`,
      does: "remove it; earlier versions stay stored",
      run: async ([key], options, { url, token }) => {
        const call = { token, params: named(key!, options) };
        return whole((await callRoute(url, content.removeMessage, call)).data);
      },
    },
  ];
}

async function textOf(options: Options): Promise<string> {
  const { text, from } = options;
  if ((text === undefined) === (from === undefined)) throw new Usage("give --text or --from");
  return text ?? (await readFile(from!, "utf8")).trim();
}

function platformOf(text: string): AppVersion["device_type"] {
  const known = accounts.DeviceType.options.find((each) => each === text);
  if (!known) throw new Usage(`a platform is ${accounts.DeviceType.options.join(", ")}`);
  return known;
}

function describe(messages: readonly MessageVersion[]): string {
  if (messages.length === 0) return "None.";
  return table(
    ["Key", "Language", "Version", "Title", "Category", "By", "Since (IST)"],
    messages.map((m) => [
      m.key,
      m.language,
      m.removed ? `${m.version} (removed)` : String(m.version),
      m.title,
      m.category ?? "-",
      m.written_by,
      moment(m.updated_at),
    ]),
  );
}
