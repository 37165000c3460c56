import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { argumentsOf, commandOf, readLine, type BackOfficeCommand } from "./backoffice-command.ts";
import { operatorCommand } from "./operator-command.ts";
import { providerCommand } from "./provider-command.ts";

const root = join(import.meta.dirname, "../../..");
const COMMANDS: Record<string, BackOfficeCommand> = {
  provider: providerCommand,
  operator: operatorCommand,
};

/** The words of a command line as a shell splits them; `<a b>` is one. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(<[^>]*>|\S)+/g)].map(
    ([all, double, single]) => double ?? single ?? all,
  );

/** Why a printed line is none of our commands; null: it is one, or the name of one. */
function fault(name: string, line: string): string | null {
  const command = COMMANDS[name]!;
  const text = line
    .replaceAll(/"\$\(.*\)"/g, "x")
    .split(/ [|#>] |;|&&/)[0]!
    .replaceAll(/[[\]\\]|(?<= )…$/g, " ");
  try {
    const { words, options, help } = readLine(command, wordsOf(text));
    if (words.length === 0 || words[0] === "<command>") return null;
    const isBegun = ({ usage }: { usage: string }) => `${usage} `.startsWith(`${words.join(" ")} `);
    if (help && command.subcommands.some(isBegun)) return null;
    argumentsOf(commandOf(command, words), words, options);
    return null;
  } catch (error) {
    const { message } = error as Error;
    return message.startsWith(`${text.trim()} needs `) ? null : message;
  }
}

test("every command of the back office that a page prints exists, with its options and arguments", () => {
  const pages = globSync(["*.md", "docs/**/*.md"], { cwd: root }).filter(
    // What a release had is not what this one has.
    (page) => page !== "CHANGELOG.md",
  );
  const printed = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    return [...text.matchAll(/npm run (?:-s )?(provider|operator) -- ([^`\n]+)/g)].map(
      ([, name = "", line = ""]) => ({ page, name, line }),
    );
  });
  const faults = printed.flatMap(({ page, name, line }) => {
    const why = fault(name, line);
    return why === null ? [] : [`${page}: ${name} -- ${line}: ${why}`];
  });
  expect(printed.length).toBeGreaterThan(50);
  expect(faults).toEqual([]);
});

test("a wrong subject, option or number of arguments is found", () => {
  expect(fault("provider", "gst-documents --state refused")).toBeNull();
  expect(fault("operator", "gst-documents --state refused")).toMatch(/no command/);
  expect(fault("provider", "gst-documents --lacks yes")).toMatch(/Unknown option/);
  expect(fault("provider", "gst-documents --utr yes")).toMatch(/has no option --utr/);
  expect(fault("provider", "seller --help")).toBeNull();
  expect(fault("provider", "sell --help")).toMatch(/no command/);
  expect(fault("provider", "seller show now")).toMatch(/takes no/);
  expect(fault("provider", "station hide --reason x")).toMatch(/needs/);
});
