import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatInr, indianTimeOf, readNumber, readPaise } from "@voltmarg/rules";
import { Refusal } from "@voltmarg/client";
import { sentenceOf, StartError } from "@voltmarg/client/node";
import { onOneLine, printable, printableJson } from "./escape-terminal.ts";

/** An invalid command line. */
export class Usage extends Error {}

/** The service, and the provider's token for it. */
export type BackOffice = { url: string; token: string };
/** The values of `--name` options. */
export type Options = Readonly<Record<string, string | undefined>>;

/** Result of a command: the raw answer, and a text for a person. `failed`: it found a problem, exit code 1. */
export type Answer = { answer: object; text: string; failed?: boolean };

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
  --help       this text

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
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...Object.fromEntries(optionsOf(command).map((name) => [name, { type: "string" as const }])),
      url: { type: "string", default: `http://localhost:${env["PORT"] || "8080"}` },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help || positionals.length === 0) return { text: `${helpOf(command)}\n${COMMON}` };
  const token = env["PROVIDER_TOKEN"] || tokenInFile(env);
  const options = Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === "string"),
  ) as Options;
  const { chosen, args: given } = chooseSubcommand(command.subcommands, positionals);
  const found = await chosen.run(given, options, { url: values.url, token });
  const text = values.json
    ? printableJson(JSON.stringify(found.answer, null, 2))
    : printable(found.text);
  return { text, failed: found.failed };
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

/** One of a command's own commands. */
export type Subcommand = {
  /** Its words and arguments: `company pay <company> <rupees> <reference>`; optional ones in brackets. */
  usage: string;
  /** Description in the help. */
  does: string;
  run(args: readonly string[], options: Options, backOffice: BackOffice): Promise<Answer>;
};

/** What is wrong with which field, unless the sentence says it. */
const wrongFields = ({ sentence, problem }: Refusal): string[] =>
  (problem.errors ?? [])
    .filter(({ message }) => !sentence.includes(message))
    .map(({ path, message }) => `${path}: ${message}.`);

/**
 * Finds the subcommand by its words, with the arguments that follow. Throws Usage for too few, too many and unknown
 * ones.
 */
export function chooseSubcommand(
  all: readonly Subcommand[],
  words: readonly string[],
): { chosen: Subcommand; args: readonly string[] } {
  const nameOf = ({ usage }: Subcommand) => /^[a-z-]+(?: [a-z][a-z-]*)*/.exec(usage)![0].split(" ");
  const chosen = all.find((each) => nameOf(each).every((word, i) => word === words[i]));
  if (!chosen) throw new Usage(`there is no command "${words.slice(0, 2).join(" ")}"`);
  const name = nameOf(chosen);
  const args = words.slice(name.length);
  const [positional = ""] = chosen.usage.split(/ \[?--/);
  const wanted = positional.match(/<[^>]*>/g) ?? [];
  const missing = wanted[args.length];
  if (missing !== undefined) throw new Usage(`${name.join(" ")} needs ${missing}`);
  if (args.length > wanted.length) {
    throw new Usage(`${name.join(" ")} takes no "${args[wanted.length]}"`);
  }
  return { chosen, args };
}

/** The help of a command: each subcommand on a line, with its description below. */
const helpOf = ({ name, about, subcommands }: BackOfficeCommand): string =>
  [
    `${about}\n`,
    ...subcommands.map(({ usage, does }) => `  npm run ${name} -- ${usage}\n      ${does}`),
  ].join("\n");

/** The names of a command's options, all with a value: those that the usages of its subcommands name. */
export const optionsOf = ({ subcommands }: BackOfficeCommand): string[] =>
  subcommands.flatMap(({ usage }) =>
    [...usage.matchAll(/--([a-z-]+)/g)].map(([, name = ""]) => name),
  );

/** Each field of an answer on its own line; converts money from paise to rupees. */
export function fields(answer: object): string {
  const shown = Object.entries(answer).map(([field, value]) => [
    field.replace(/_minor$/, "").replaceAll("_", " "),
    onOneLine(show(field, value)),
  ]);
  const width = Math.max(...shown.map(([name = ""]) => name.length));
  return shown.map(([name = "", value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}

/** An answer of which every field is shown. */
export const whole = (answer: object): Answer => ({ answer, text: fields(answer) });

function show(field: string, value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && field.endsWith("_minor")) return formatInr(value);
  return typeof value === "string" || typeof value === "number" ? String(value) : "-";
}

/** Paise of an amount in rupees as a person writes it: `500`, `1,250.50`. Throws Usage. */
export function paiseOf(text: string): number {
  const minor = readPaise(text);
  if (minor === null)
    throw new Usage(`an amount is in rupees, such as 500 or 499.50, not "${text}"`);
  return minor;
}

/** The number of an option, with six decimals at most. Throws Usage. */
export function numberIn(text: string, option: string): number {
  const value = readNumber(text, { decimals: 6, signed: true });
  if (value === null) throw new Usage(`--${option} needs a number, not "${text}"`);
  return value;
}

/** An instant in Indian time, to the minute. */
export function moment(instant: string): string {
  return indianTimeOf(new Date(instant)).slice(0, 16).replace("T", " ");
}

/** Rows below their headings; numbers are right-aligned. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows.map((row) => row.map(onOneLine))];
  const widths = headings.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  const isNumber = (text: string) => /^[-+−]?[₹]?[\d,.]+%?$/.test(text);
  return all
    .map((row) =>
      row
        .map((cell, i) => (isNumber(cell) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
