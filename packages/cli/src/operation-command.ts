import { fieldProblemOf, type RouteSpec } from "@voltmarg/contract";
import { exampleFor, operations, tableOfOperations } from "@voltmarg/contract/openapi";
import type { Operation, OperationFacts } from "@voltmarg/contract/openapi";
import { callRoute, saveDocument } from "@voltmarg/client/node";
import { companyId } from "./company-command.ts";
import * as names from "./operation-names.ts";
import { fields, moment, textOf } from "./print-answer.ts";
import { valueOf } from "./read-value.ts";
import {
  Usage,
  type Answer,
  type BackOffice,
  type Options,
  type Subcommand,
  type Typed,
} from "./subcommand.ts";

/** What is sent with a call. */
type Input = Record<Typed["part"], Record<string, unknown>>;
const PARTS = ["params", "query", "body"] as const;

/** One call of an operation: what is sent, the options as they were typed, and where to. */
export type Called = { input: Input; given: Options; backOffice: BackOffice };
type Rule = {
  /** What is looked up, or follows from what was typed, before the call. */
  before?(called: Called): Promise<void> | void;
  /** What the command answers instead. */
  after?(answer: never, called: Called): Promise<object> | object;
  /** What is printed of it: an object as `print-answer.ts` says it, or a text. */
  view?(answer: never, called: Called): object | string;
  /** Whether it found a problem: exit code 1. */
  failed?(answer: never): boolean;
};
/** What operations have beside their fields, by their names. */
export type Rules = Readonly<Record<string, Rule>>;

const table = tableOfOperations();

/** The commands that call one operation each: those of operators, or all others. */
export const operationCommands = (of: "provider" | "operator", rules: Rules): Subcommand[] =>
  Object.entries(table).flatMap(([id, facts]) => {
    // Sign-in and invitations are for browsers: a script has a token.
    const isForBrowsers = /^\/provider\/v1\/(?:session|invitation)/.test(facts.path);
    if (isForBrowsers || id in names.OPERATOR_NAMES !== (of === "operator")) return [];
    const known = { ...names.PROVIDER_NAMES, ...names.OPERATOR_NAMES }[id];
    const name = known === undefined ? names.nameByRule(id, facts) : (known ?? []);
    const operation = operations.find((each) => each.id === id)!;
    const rule = rules[id] ?? {};
    return [name]
      .flat()
      .map((each) => operationCommand(operation, facts, names.readName(each), rule));
  });

function operationCommand(
  operation: Operation,
  facts: OperationFacts,
  name: names.Name,
  rule: Rule,
): Subcommand {
  const route = operation.route as RouteSpec;
  const all = typedFields(operation, facts, name);
  // `company suspend` sets the state and nothing else.
  const isWhole = facts.method === "PATCH" && Object.keys(name.is).length > 0;
  const typed = all.filter((each) => each.is === undefined && (!isWhole || each.part !== "body"));
  const options = typed.filter(({ place }) => place < 0);
  const more = [
    ...filesOf(route).map(([option]) => `[--${option} <file>]`),
    ...name.more.map((option) => `[--${option} <${option}>]`),
  ];
  // `driver export` writes driver-….json, `payment evidence` evidence-….pdf.
  const thing = name.words
    .replace(/ export$/, "")
    .split(" ")
    .at(-1);
  const places = typed.filter(({ place }) => place >= 0).toSorted((a, b) => a.place - b.place);
  return {
    usage: [name.words, ...places.map(({ said }) => said), ...options.map(usageOf), ...more].join(
      " ",
    ),
    does: `${facts.summary}.`,
    about: aboutOf(facts, typed),
    of: { operation, fields: typed },
    run: async (args, given, backOffice) => {
      const input = await inputOf(all, args, given);
      refuseWrong(route, all, input);
      if (facts.method === "PATCH" && Object.keys(input.body).length === 0)
        throw new Usage(`${name.words} needs something to set`);
      for (const { part, name: field } of all.filter(isCompany))
        if (field in input[part])
          input[part][field] = await companyId(String(input[part][field]), backOffice);
      const called = { input, given, backOffice };
      await rule.before?.(called);
      return answerOf(operation, called, rule, `${thing}-${args[0]}`);
    },
  };
}

function typedFields(operation: Operation, facts: OperationFacts, name: names.Name): Typed[] {
  const examples = exampleFor(operation) as Partial<Input>;
  const all = PARTS.flatMap((part) =>
    (facts[part] ?? []).map((field) => Object.assign({ part }, field)),
  );
  const free = all.filter((field) => !(field.name in name.is) && !(field.name in name.preset));
  const params = free.filter(({ part }) => part === "params");
  const places = name.labels.map((label, place) => {
    const [shown = "", by] = label.split(":");
    const named = free.find((field) => field.name === by || names.optionOf(field.name) === shown);
    return { shown, field: params[place] ?? named! };
  });
  return all.map((field) => {
    const place = places.findIndex((each) => each.field === field);
    const own = name.options[field.name] ?? names.optionOf(field.name);
    const file = name.files[field.name];
    const label = field.kind === "money" ? "rupees" : places[place]?.shown;
    return Object.assign(field, {
      place,
      option: own,
      file,
      said: place >= 0 ? `<${label}>` : file && file !== own ? `--${own} or --${file}` : `--${own}`,
      is: name.is[field.name],
      unless:
        name.preset[field.name] ?? (field.name === "page_size" ? String(field.maximum) : undefined),
      example: examples[field.part]?.[field.name],
    });
  });
}

/** It is given by its id or its name. */
const isCompany = ({ said }: Typed) => said === "<company>" || said === "--company";

const isNeeded = ({ required, nullable, unless }: Typed) =>
  required && !nullable && unless === undefined;

/** `--reason <reason>`, in brackets where it may be left out. */
function usageOf(field: Typed): string {
  const { option, file, kind, choices, nullable, list } = field;
  const label =
    file === option
      ? "file"
      : kind === "money"
        ? "rupees"
        : kind === "flag"
          ? "yes|no"
          : kind === "choice" && choices!.length < 6
            ? choices!.join("|")
            : list
              ? `${option},…`
              : option;
  const typed = `--${option} <${label}${nullable ? "|none" : ""}>`;
  if (file && file !== option) return `[${typed}] [--${file} <file>]`;
  return isNeeded(field) ? typed : `[${typed}]`;
}

/** The help of one command: what it does, what each field is, and who may call it. */
function aboutOf(facts: OperationFacts, typed: readonly Typed[]): string {
  const lines = typed.map((field) => {
    const { kind, choices, maxLength, minimum, maximum, name, example } = field;
    const isText = kind === "text" || kind === "lines";
    const said = [
      !isNeeded(field) && field.place < 0 && "may be left out",
      choices?.join(", ") ??
        { lines: "text", flag: "yes or no", money: "rupees" }[kind as "lines"] ??
        kind,
      maxLength !== undefined && `${maxLength} characters at most`,
      kind === "number" && minimum !== undefined && `from ${minimum}`,
      kind === "number" && maximum !== undefined && `to ${maximum}`,
      isText &&
        name !== "id" &&
        name !== "cursor" &&
        typeof example === "string" &&
        `such as ${example}`,
    ];
    return `  ${field.said}: ${said.filter(Boolean).join("; ")}`;
  });
  const roles = facts.roles?.includes("read")
    ? "every role"
    : ["admin", ...(facts.roles ?? [])].join(", ");
  const second = facts.second ? [`A second member confirms it: ${facts.second}.`] : [];
  return [facts.description ?? "", ...lines, `For ${roles}.`, ...second].filter(Boolean).join("\n");
}

/** Reads what was typed. Throws Usage, which names every field that is wrong. */
async function inputOf(
  all: readonly Typed[],
  args: readonly string[],
  given: Options,
): Promise<Input> {
  const input: Input = { params: {}, query: {}, body: {} };
  const wrong: string[] = [];
  for (const field of all) {
    const { name, part, said, place, option, file } = field;
    const inFile = file === undefined ? undefined : given[file];
    const typed =
      field.is ??
      (inFile === undefined ? (place < 0 ? given[option] : args[place]) : `@${inFile}`) ??
      field.unless;
    try {
      const isMissing = isNeeded(field) && field.is === undefined && !typed?.trim();
      if (typed === undefined || isMissing) {
        if (isMissing) throw new Usage(`${said} is needed`);
        if (field.required) input[part][name] = null;
      } else if (!(typed === "all" && field.unless))
        input[part][name] = await valueOf(field, typed, said);
    } catch (error) {
      if (!(error instanceof Usage)) throw error;
      wrong.push(error.message);
    }
  }
  if (wrong.length > 0) throw new Usage(wrong.join("; "));
  return input;
}

/** Refuses what the contract does not take, before it is sent. Throws Usage, which names the fields. */
function refuseWrong(route: RouteSpec, all: readonly Typed[], input: Input): void {
  const wrong = PARTS.flatMap((part) => {
    const { error } = route[part]?.safeParse(input[part]) ?? {};
    const issues = error?.issues ?? [];
    const first = issues.filter(
      ({ path }, at) => at === issues.findIndex((each) => each.path[0] === path[0]),
    );
    return first.map((issue) => {
      const [name = ""] = issue.path.map(String);
      const field = all.find((each) => each.part === part && each.name === name);
      const { message, rule } = fieldProblemOf(name, issue, input[part][name]);
      const example = rule === "WRONG" && field?.example;
      const such = typeof example === "string" ? `, such as ${example}` : "";
      return `${field?.said ?? issue.path.join(".")}: ${message.replace(/\.$/, "")}${such}`;
    });
  });
  if (wrong.length > 0) throw new Usage(wrong.join("; "));
}

/** Documents that it answers with: the option that names the file, and the media type; `to`: it has nothing else. */
function filesOf({ documents = [], response }: RouteSpec): [option: string, type: string][] {
  if (response._zod.def.type === "never" || documents.includes("application/json"))
    return [["to", documents[0]!]];
  return documents.map((type) => [type.split("/")[1]!, type]);
}

/** `name`: of the file for a document, where none is given. */
async function answerOf(
  { id, route: of }: Operation,
  called: Called,
  rule: Rule,
  name: string,
): Promise<Answer> {
  const route = of as RouteSpec;
  const { input, given } = called;
  const { url, token } = called.backOffice;
  const call = { ...input, body: route.body && input.body, token } as { token: string };
  for (const [option, type] of filesOf(route)) {
    const usual = `${name.replaceAll(/[^\w-]/g, "")}.${type.split("/")[1]}`;
    const file = given[option] ?? (option === "to" ? usual : undefined);
    if (file === undefined) continue;
    const bytes = await saveDocument(url, route, file, { ...call, send: { accept: type } });
    if (option === "to") return { answer: { file, bytes }, text: fields({ file, bytes }) };
  }
  const whole = (await callRoute(url, route, call)) as { data?: object };
  const answer =
    (await rule.after?.((whole.data ?? whole) as never, called)) ?? whole.data ?? whole;
  const shown = rule.view?.(answer as never, called) ?? answer;
  return {
    answer,
    text: typeof shown === "string" ? shown : waitsText(shown) + textOf(id, shown),
    failed: rule.failed?.(answer as never) ?? false,
  };
}

/** Of money that needs a second member; empty: it needs none. */
function waitsText({ approval }: { approval?: { id: string; expires_at: string } | null }): string {
  if (!approval?.expires_at) return "";
  const until = `${moment(approval.expires_at)} IST`;
  return `Not booked yet: it waits for a second member of finance until ${until}.\nThey confirm it by: provider approval confirm ${approval.id}\n`;
}
