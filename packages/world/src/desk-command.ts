import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Refusal } from "./client.ts";
import { readSecrets } from "./secrets.ts";
import { sentenceOf } from "./start-error.ts";

/** A command line that asks for nothing we know. */
export class Usage extends Error {}

/** The service, and the provider's token for it. */
export type Desk = { url: string; token: string };
/** What stands after `--name`. */
export type Options = Readonly<Record<string, string | undefined>>;

export type DeskCommand = {
  /** As in `npm run <name>`. */
  name: string;
  /** What it can do, above the options every command has. */
  help: string;
  /** Options with a value, by name. */
  options: readonly string[];
  run(words: readonly string[], options: Options, desk: Desk): Promise<object>;
  /** The answer for a person. */
  describe(answer: object): string;
};

const COMMON = `
  --json       print the answer as JSON
  --url <url>  the service, http://localhost:8080 unless PORT says otherwise
  --help       this text

The provider's token is PROVIDER_TOKEN, or the one in DATA_DIR/secrets.json.`;

/** Runs one of the provider's commands on a running service; what goes wrong is one sentence and exit code 1. */
export async function runDeskCommand(command: DeskCommand): Promise<void> {
  try {
    console.log(await answerOf(command));
  } catch (error) {
    console.error(complaint(command, error));
    process.exit(1);
  }
}

async function answerOf(command: DeskCommand): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...Object.fromEntries(command.options.map((name) => [name, { type: "string" as const }])),
      url: { type: "string", default: `http://localhost:${process.env["PORT"] || "8080"}` },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help || positionals.length === 0) return `${command.help}\n${COMMON}`;
  const token =
    process.env["PROVIDER_TOKEN"] ||
    readSecrets(resolve(process.env["DATA_DIR"] || ".data")).providerToken;
  const options = Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === "string"),
  ) as Options;
  const answer = await command.run(positionals, options, { url: values.url, token });
  return values.json ? JSON.stringify(answer, null, 2) : command.describe(answer);
}

function complaint({ name }: DeskCommand, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof Usage || code?.startsWith("ERR_PARSE_ARGS")) {
    return `${message}; see npm run ${name} -- --help`;
  }
  if (error instanceof TypeError && message === "fetch failed") {
    return "The service cannot be reached; start it first, or name it with --url.";
  }
  if (error instanceof Refusal) return error.sentence;
  return sentenceOf(error) ?? (error instanceof Error ? (error.stack ?? message) : String(error));
}

/** Rows under their headings; numbers stand at the right of their columns. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows];
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
