import { errorCatalogue } from "../errors.ts";
import type { Budget } from "../effects.ts";
import { MOST_FIELD_PROBLEMS } from "../field-problems.ts";
import { BYTES_IN, BYTES_OUT, guardOf, USUAL_BODY } from "../route.ts";
import { exampleFor, descriptionOf } from "./document.ts";
import { operations } from "./operations.ts";
import { effectsPage } from "./effects-page.ts";
import { codesOf } from "./responses.ts";
import type { Operation } from "./route-texts.ts";
import { fieldSchemas, hasJson } from "./schemas.ts";
import { tags, type Tag } from "./tags.ts";

const NOTE = "<!-- Made by `npm run lab -- api-reference`. Change the contract, not this file. -->";

/** The reference of the API as Markdown: a page for each chapter and one that leads to them. By file name. */
export function apiReference(): Map<string, string> {
  const chapters = Object.keys(tags) as Tag[];
  return new Map([
    ["README.md", contents(chapters)],
    ["effects.md", effectsPage(NOTE)],
    ...chapters.map((tag): [string, string] => [fileOf(tag), chapter(tag)]),
  ]);
}

const fileOf = (tag: Tag) => `${tag.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.md`;
const inChapter = (tag: Tag) => operations.filter((each) => each.tag === tag);

const megabytes = ({ perMinute, burst }: Budget) =>
  `${perMinute / 1024 ** 2} MB a minute and ${burst / 1024 ** 2} at a stretch can be`;

function contents(chapters: Tag[]): string {
  const rows = chapters.map(
    (tag) => `| [${tag}](${fileOf(tag)}) | ${inChapter(tag).length} | ${tags[tag]} |`,
  );
  const errors = Object.entries(errorCatalogue).map(
    ([code, [status, message]]) => `| \`${code}\` | ${status} | ${message} |`,
  );
  return `${NOTE}

# API reference

The same as \`/openapi.json\` of a running service says; in development \`/docs\` shows it.

Amounts that end in \`_minor\` are integer paise. Times are RFC 3339 in UTC. A refusal is a problem document (RFC 9457) with \`code\`, to decide by, and \`message\`, a sentence for the driver. Of wrong fields it names the first ${MOST_FIELD_PROBLEMS.count}, and has 4 KB at most.

A body has at most ${USUAL_BODY / 1024} KB where a route says nothing else, and at most one value for each 16 bytes of that; a larger one is refused with the status 413 and \`INVALID_INPUT\`. Besides calls, bytes are counted for each driver and each member of the staff: ${megabytes(BYTES_IN)} sent, ${megabytes(BYTES_OUT)} got.

| Chapter | Routes | |
| --- | --- | --- |
${rows.join("\n")}

## Errors

Any route may answer \`INTERNAL\` and \`UNAVAILABLE\`. The pages name the others. What guards the operations of the back office: [effects](effects.md).

| Code | Status | Sentence |
| --- | --- | --- |
${errors.join("\n")}
`;
}

function chapter(tag: Tag): string {
  return `${NOTE}

# ${tag}

${tags[tag]}

${inChapter(tag).map(section).join("\n\n")}
`;
}

function section(operation: Operation): string {
  const { route, id, text } = operation;
  const example = exampleFor(operation);
  const parts = [
    `## ${text.summary}`,
    `\`${route.method} ${route.path}\``,
    `\`${id}\` · ${whoMay(operation)}`,
    descriptionOf(operation),
    parameters(operation, example),
    text.file && `A form (\`multipart/form-data\`) with the file in \`${text.file}\`.`,
    example.body !== undefined && `Body:\n\n${json(example.body)}`,
    answer(operation, example.response),
    refusals(operation),
  ];
  return parts.filter(Boolean).join("\n\n");
}

function whoMay({ route }: Operation): string {
  const { access } = route;
  if (access.rule === "public") return "no token";
  if (access.rule !== "provider") return "a driver's token";
  const { roles } = guardOf(route)!;
  return roles.includes("read")
    ? "a back office credential"
    : `a back office credential with the role ${roles.join(" or ")}`;
}

function parameters({ route }: Operation, example: ReturnType<typeof exampleFor>): string | null {
  if (!("response" in route)) return null;
  const places = [
    ["path", "params"],
    ["query", "query"],
    ["header", "headers"],
  ] as const;
  const rows = places.flatMap(([place, part]) => {
    const schema = route[part];
    const values = (example[part] ?? {}) as Record<string, unknown>;
    if (!schema) return [];
    return fieldSchemas(schema).map(([name, , isRequired]) => {
      const value = JSON.stringify(values[name]) ?? "";
      const needed = place === "path" || isRequired ? "yes" : "";
      return `| \`${name}\` | ${place} | ${needed} | \`${value.replaceAll("|", "\\|")}\` |`;
    });
  });
  if (rows.length === 0) return null;
  return `| Parameter | In | Needed | Example |\n| --- | --- | --- | --- |\n${rows.join("\n")}`;
}

function answer({ route }: Operation, example: unknown): string {
  if (!("response" in route)) return "Answers with a stream, `text/event-stream`.";
  const documents = (route.documents ?? []).map((type) => `\`${type}\``).join(" and ");
  if (!hasJson(route.response)) return `Answers with ${documents}.`;
  const also = documents ? `, or with ${documents} where \`Accept\` asks for it` : "";
  return `Answers${also}:\n\n${json(example)}`;
}

function refusals(operation: Operation): string {
  const always = new Set(["INTERNAL", "UNAVAILABLE"]);
  const own: readonly string[] = "errors" in operation.route ? operation.route.errors : [];
  const codes = codesOf(operation).filter((code) => own.includes(code) || !always.has(code));
  return codes.length > 0 ? `Refusals: ${codes.map((code) => `\`${code}\``).join(", ")}.` : "";
}

const WIDTH = 100;

/** JSON with whatever fits on one line on one line. */
function json(value: unknown): string {
  const print = (each: unknown, indent: string): string => {
    const line = JSON.stringify(each);
    if (line.length + indent.length <= WIDTH || typeof each !== "object" || each === null)
      return line;
    const deeper = `${indent}  `;
    const rows = Array.isArray(each)
      ? each.map((one) => print(one, deeper))
      : Object.entries(each)
          .filter(([, one]) => one !== undefined)
          .map(([name, one]) => `${JSON.stringify(name)}: ${print(one, deeper)}`);
    const [open, close] = Array.isArray(each) ? "[]" : "{}";
    return `${open}\n${rows.map((row) => deeper + row).join(",\n")}\n${indent}${close}`;
  };
  return `\`\`\`json\n${print(value, "")}\n\`\`\``;
}
