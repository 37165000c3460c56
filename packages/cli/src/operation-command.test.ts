import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleFor, tableOfOperations } from "@voltmarg/contract/openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outcomeOf, type BackOfficeCommand } from "./backoffice-command.ts";
import { operatorCommand } from "./operator-command.ts";
import { providerCommand } from "./provider-command.ts";
import type { Subcommand, Typed } from "./subcommand.ts";

const all = [providerCommand, operatorCommand].flatMap((program) =>
  program.subcommands.map((command) => ({ program, command })),
);
const made = all.filter(({ command }) => command.of);
const table = tableOfOperations();

let file: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voltmarg-commands-"));
  file = join(folder, "text.txt");
  await writeFile(file, "A text of some words\n");
});
afterAll(() => rm(folder, { recursive: true }));

/** At a place where no service is: what is refused there was refused before it was sent. */
const run = (program: BackOfficeCommand, words: readonly string[]) =>
  outcomeOf(program, [...words, "--url", "http://127.0.0.1:9"], { PROVIDER_TOKEN: "t" });

const wordsOf = ({ usage }: Subcommand) => usage.split(/ [<[-]/)[0]!.split(" ");
const isNeeded = ({ required, nullable, unless }: Typed) =>
  required && !nullable && unless === undefined;

/** What a person would type for a field. */
function typedFor({ of }: Subcommand, field: Typed): string {
  if (field.file) return field.file === field.option ? file : "A text";
  const value = (exampleFor(of!.operation)[field.part] as Record<string, unknown>)[field.name];
  if (field.kind === "money") return String(Number(value) / 100);
  if (field.kind === "flag") return value ? "yes" : "no";
  if (field.name === "page_no") return "1";
  if (field.option === "company") return "com_1";
  return Array.isArray(value) ? value.join(",") : String(value);
}
/** A command line with everything that is needed; `but`: another value of a field, undefined leaves it out. */
function lineOf(command: Subcommand, but?: { field: Typed; text: string | undefined }): string[] {
  const { fields } = command.of!;
  const text = (field: Typed) => (field === but?.field ? but.text : typedFor(command, field));
  const places = fields
    .filter(({ place }) => place >= 0)
    .toSorted((a, b) => a.place - b.place)
    .flatMap((field) => text(field) ?? []);
  const options = fields
    .filter((field) => field.place < 0 && (isNeeded(field) || field === but?.field))
    .flatMap((field) => {
      const value = text(field);
      return value === undefined ? [] : [`--${field.option}=${value}`];
    });
  return [...wordsOf(command), ...places, ...options];
}

/** What cannot be a value of the field; null: every text may be one, as far as the contract says. */
function wrongFor({ kind, maxLength, choices }: Typed): string | null {
  if (kind === "choice" || kind === "flag" || choices) return "colourless";
  if (kind === "number" || kind === "money" || kind === "instant") return "much";
  return maxLength === undefined ? null : "x".repeat(maxLength + 1);
}

describe("every operation of the back office is a command", () => {
  test("of its own, or of one by hand; a browser's sign-in is none", () => {
    const byHand = ["company-command", "provider-command", "provider-rules", "operator-rules"]
      .map((name) => readFileSync(join(import.meta.dirname, `${name}.ts`), "utf8"))
      .join();
    const commands = new Set(made.map(({ command }) => command.of!.operation.id));
    const missing = Object.entries(table).filter(
      ([id, { path }]) =>
        !commands.has(id) &&
        !new RegExp(`\\b[a-zA-Z]+\\.${id}\\b`).test(byHand) &&
        !/\/(?:session|invitation)(?:\/|$)/.test(path.replace("/staff/:name/invitation", "")),
    );
    expect(missing.map(([id]) => id)).toEqual([]);
    expect(commands.size).toBeGreaterThan(90);
  });

  test("no two commands have the same words, and none has an option twice", () => {
    const names = all.map(
      ({ program, command }) => `${program.name} ${wordsOf(command).join(" ")}`,
    );
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    const twice = all.flatMap(({ command: { usage } }) => {
      const options: string[] = usage.match(/--[a-z-]+/g) ?? [];
      return options.some((option, at) => options.indexOf(option) !== at) ? [usage] : [];
    });
    expect(twice).toEqual([]);
  });

  test("its help has its usage, what it does, each field and who may call it", async () => {
    for (const { program, command } of all) {
      const { code, out } = await run(program, [...wordsOf(command), "--help"]);
      expect([code, out.split("\n")[0]]).toEqual([
        0,
        `npm run ${program.name} -- ${command.usage}`,
      ]);
      expect(out).toContain(command.does);
      for (const { said } of command.of?.fields ?? []) expect(out).toContain(`\n  ${said}: `);
      if (command.of) expect(out).toMatch(/^For (?:every role|admin)/m);
    }
  });
});

test("the help of a word that several commands begin with is that of these", async () => {
  const { out } = await run(providerCommand, ["charge", "--help"]);
  expect(out.match(/npm run provider -- \S+/g)).toEqual(
    Array(5).fill("npm run provider -- charge"),
  );
  const own = await run(providerCommand, ["settlement", "--help"]);
  expect(own.out).toMatch(/^npm run provider -- settlement <month> --operator <operator>/);
});

describe("a wrong command line is refused before anything is sent", () => {
  test("a right one is sent", async () => {
    for (const { program, command } of made) {
      const line = lineOf(command);
      const { error } = await run(program, line);
      // Of those that change only what is named, and of retail rules, something has to be named.
      const sent = /^The service cannot be reached|needs something to set|^a rule needs --markup/;
      expect([line, error]).toEqual([line, expect.stringMatching(sent)]);
    }
  });

  test("one that leaves out what is needed says its name", async () => {
    for (const { program, command } of made)
      for (const field of command.of!.fields.filter((each) => each.place >= 0 || isNeeded(each))) {
        const line = lineOf(command, { field, text: undefined });
        const { code, out, error } = await run(program, line);
        expect([line, code, out, error.split("\n").length]).toEqual([line, 1, "", 1]);
        // Of several arguments the last one is missing.
        expect(error).toMatch(field.place >= 0 ? / needs <|takes no/ : `${field.said} is needed`);
      }
  });

  test("one with a wrong value says the field's name, with as many others as are wrong", async () => {
    let tried = 0;
    for (const { program, command } of made)
      for (const field of command.of!.fields) {
        const text = wrongFor(field);
        if (text === null || (field.file && field.file === field.option)) continue;
        const line = lineOf(command, { field, text });
        const { code, out, error } = await run(program, line);
        expect([line, code, out, error.split("\n").length]).toEqual([line, 1, "", 1]);
        expect([line, error]).toEqual([line, expect.stringContaining(field.said)]);
        tried++;
      }
    expect(tried).toBeGreaterThan(250);
  });

  test("one argument too many, and an option of another command", async () => {
    for (const { program, command } of made) {
      const more = await run(program, [...lineOf(command), "astray"]);
      expect(more.error).toContain('takes no "astray"');
    }
    const other = await run(providerCommand, ["charge", "list", "--utr", "1"]);
    expect(other.error).toMatch(/^charge list has no option --utr; see npm run provider/);
    const both = await run(providerCommand, ["charge", "list", "--state", "lost", "--limit", "0"]);
    expect(both.error).toMatch(/^--state is one of RUNNING.*; --limit is 1 to 100, not "0"; see/);
  });
});

describe("what is typed", () => {
  const reason = (text: string) => run(providerCommand, ["charge", "stop", "x", "--reason", text]);
  test("a text may be in a file, and a file that is not there is named", async () => {
    expect((await reason(`@${file}`)).error).toMatch(/cannot be reached/);
    expect((await reason("@/nowhere/why.txt")).error).toMatch(
      /^--reason: the file \/nowhere\/why.txt cannot be read/,
    );
    expect((await reason("@@home")).error).toMatch(/cannot be reached/);
    await writeFile(join(folder, "short.txt"), "no");
    expect((await reason(`@${join(folder, "short.txt")}`)).error).toMatch(/^--reason: Write 4/);
  });

  test("a key that stands twice in a JSON file is refused", async () => {
    const form = join(folder, "breach.json");
    await writeFile(form, '{"reason":"a","reason":"b"}');
    const { error } = await run(providerCommand, ["breach", "tell", form]);
    expect(error).toMatch(/: reason stands there twice/);
  });

  test("nothing is `none`, and only where a command says so", async () => {
    const set = (operator: string) =>
      run(providerCommand, ["retail", "set", "--markup", "5", "--operator", operator]);
    // Not a rule for every operator.
    for (const operator of ["", " "]) expect((await set(operator)).error).toMatch(/^--operator: /);
    const date = await run(providerCommand, ["settlement", "none", "--operator", "x"]);
    expect(date.error).toMatch(/^<month>: /);
  });

  test("a choice may be short, as long as one fits", async () => {
    const list = (state: string) => run(providerCommand, ["approval", "list", "--kind", state]);
    expect((await list("bank-refund")).error).toMatch(/cannot be reached/);
    expect((await list("c")).error).toMatch(/^--kind is one of/);
    expect((await list("co")).error).toMatch(/cannot be reached/);
  });
});
