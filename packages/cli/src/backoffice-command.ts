import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Refusal } from "@voltmarg/client";
import { sentenceOf, StartError } from "@voltmarg/client/node";
import { printable, printableJson } from "./escape-terminal.ts";
import { Usage, type Options, type Subcommand } from "./subcommand.ts";

export type BackOfficeCommand = {
  /** As in `npm run <name>`. */
  name: string;
  /** What it is for, in the help. */
  about: string;
  subcommands: readonly Subcommand[];
};

const COMMON = `
  --json       print the answer as JSON
  --url <url>  the service, http://localhost:8080 unless PORT says otherwise
  --help       this text; after the words of a command, all about it

A text that begins with @ names a file that has it; @@ is one @. Choices are typed in upper or lower case, and as short
as only one begins. "none" is nothing, where a command says so. What begins with a dash follows a "=": --markup=-10.
The token is PROVIDER_TOKEN, which may be a credential's, or in the file that PROVIDER_TOKEN_FILE names, or the one in
DATA_DIR/secrets.json.`;

/** Output of one run of a command, and its exit code. */
export type Outcome = { code: 0 | 1; out: string; error: string };
type Environment = Readonly<Record<string, string | undefined>>;

/** Runs one of the provider's commands against a running service and exits with its outcome. */
export async function runBackOfficeCommand(command: BackOfficeCommand): Promise<void> {
  const { code, out, error } = await outcomeOf(command, process.argv.slice(2), process.env);
  if (out) console.log(out);
  if (error) console.error(error);
  process.exitCode = code;
}

/** One run of a command; an error is one sentence and exit code 1. */
export async function outcomeOf(
  command: BackOfficeCommand,
  args: readonly string[],
  env: Environment,
): Promise<Outcome> {
  try {
    const { text, failed = false } = await answerOf(command, args, env);
    return { code: failed ? 1 : 0, out: text, error: "" };
  } catch (error) {
    return { code: 1, out: "", error: printable(complaint(command, error)) };
  }
}

async function answerOf(
  command: BackOfficeCommand,
  args: readonly string[],
  env: Environment,
): Promise<{ text: string; failed?: boolean | undefined }> {
  const { url, json, help, words, options } = readLine(command, args, env);
  const { subcommands } = command;
  if (words.length === 0) return { text: `${helpOf(command, subcommands)}\n${COMMON}` };
  const said = words.join(" ");
  const begun = subcommands.filter((each) => nameOf(each).startsWith(`${said} `));
  if (help && begun.length > 0 && !subcommands.some((each) => nameOf(each) === said))
    return { text: helpOf(command, begun) };
  const chosen = commandOf(command, words);
  if (help) return { text: printable(helpOfOne(command, chosen)) };
  const given = argumentsOf(chosen, words, options);
  const backOffice = { url, token: env["PROVIDER_TOKEN"] || tokenInFile(env) };
  const found = await chosen.run(given, options, backOffice);
  const text = json ? printableJson(JSON.stringify(found.answer, null, 2)) : printable(found.text);
  return { text, failed: found.failed };
}

/** The words and options of a command line. Throws for an option that no command has. */
export function readLine(
  { subcommands }: BackOfficeCommand,
  args: readonly string[],
  env: Environment = {},
) {
  const text = { type: "string" as const };
  const { values, positionals: words } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...Object.fromEntries(subcommands.flatMap(optionsOf).map((name) => [name, text])),
      url: { type: "string", default: `http://localhost:${env["PORT"] || "8080"}` },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const { url, json, help, ...options } = values;
  return { url, json, help, words, options: options as Options };
}

/** The token in the service's own secret file, or the one that `npm start` made. */
function tokenInFile(env: Environment): string {
  const own = env["PROVIDER_TOKEN_FILE"];
  const file = own || resolve(env["DATA_DIR"] || ".data", "secrets.json");
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new StartError(
      `${file} cannot be read: set PROVIDER_TOKEN or PROVIDER_TOKEN_FILE, or DATA_DIR to the folder of npm start.`,
    );
  }
  return own ? text.trim() : (JSON.parse(text) as { providerToken: string }).providerToken;
}

function complaint({ name }: BackOfficeCommand, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof Usage || code?.startsWith("ERR_PARSE_ARGS")) {
    return `${message}; see npm run ${name} -- --help`;
  }
  if (error instanceof TypeError && message === "fetch failed") {
    return "The service cannot be reached; start it first, or name it with --url.";
  }
  if (error instanceof Refusal) return [error.sentence, ...wrongFields(error)].join(" ");
  return sentenceOf(error) ?? (error instanceof Error ? (error.stack ?? message) : String(error));
}

/** What is wrong with which field, unless the sentence says it. */
const wrongFields = ({ sentence, problem }: Refusal): string[] =>
  (problem.errors ?? [])
    .filter(({ message }) => !sentence.includes(message))
    .map(({ path, message }) => `${path}: ${message}.`);

const nameOf = ({ usage }: Subcommand) => /^[a-z-]+(?: [a-z][a-z-]*)*/.exec(usage)![0];
/** The names of a command's options. */
const optionsOf = ({ usage }: Subcommand): string[] =>
  [...usage.matchAll(/--([a-z-]+)/g)].map(([, name = ""]) => name);

/** The command of these words: of several the one with most of them. Throws Usage. */
export function commandOf(
  { subcommands }: BackOfficeCommand,
  words: readonly string[],
): Subcommand {
  const fits = (each: Subcommand) => `${words.join(" ")} `.startsWith(`${nameOf(each)} `);
  const [chosen] = subcommands
    .filter(fits)
    .toSorted((a, b) => nameOf(b).split(" ").length - nameOf(a).split(" ").length);
  if (!chosen) throw new Usage(`there is no command "${words.slice(0, 2).join(" ")}"`);
  return chosen;
}

/** The arguments after its words. Throws Usage for too few, too many, and options that are not its own. */
export function argumentsOf(
  chosen: Subcommand,
  words: readonly string[],
  options: Options,
): readonly string[] {
  const name = nameOf(chosen);
  const args = words.slice(name.split(" ").length);
  const wanted = chosen.usage.split(/ \[?--/)[0]!.match(/<[^>]*>/g) ?? [];
  const missing = wanted[args.length];
  if (missing !== undefined) throw new Usage(`${name} needs ${missing}`);
  if (args.length > wanted.length) throw new Usage(`${name} takes no "${args[wanted.length]}"`);
  const strange = Object.keys(options).find((option) => !optionsOf(chosen).includes(option));
  if (strange !== undefined) throw new Usage(`${name} has no option --${strange}`);
  return args;
}

const helpOfOne = ({ name }: BackOfficeCommand, { usage, does, about = "" }: Subcommand): string =>
  `npm run ${name} -- ${usage}\n\n${does}\n${about}`.trim();

/** The help of a command: each subcommand on a line without its options, with its description below. */
const helpOf = ({ name, about }: BackOfficeCommand, of: readonly Subcommand[]): string =>
  [
    `${about}\n`,
    ...of
      .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
      .map(({ usage, does }) => {
        const short = usage.replaceAll(/(?: \[--[^\]]*\])+/g, " …");
        return `  npm run ${name} -- ${short}\n      ${does}`;
      }),
  ].join("\n");
