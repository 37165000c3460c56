import { formatInr, indianTimeOf } from "@voltmarg/rules";
import { COLUMNS, EMPTY, HIDDEN } from "./answer-columns.ts";
import { onOneLine } from "./escape-terminal.ts";

type Row = Readonly<Record<string, unknown>>;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/**
 * An answer for a person: a list as a table of the columns that `answer-columns.ts` names, all else field by field, with
 * what lies in it below. `name`: of the operation.
 */
export function textOf(name: string, answer: object): string {
  const { content, ...page } = answer as Row & { content?: Row[] };
  if (content) return tableOf(name, content) + pageText(page);
  const shown = Object.entries(answer).filter(
    ([key]) => key !== "approval" && !HIDDEN[name]?.includes(key),
  );
  const [only] = shown;
  if (shown.length === 1 && Array.isArray(only![1]))
    return tableOf(COLUMNS[name] ? name : only![0], only![1] as Row[]);
  if (COLUMNS[name]) return tableOf(name, [answer as Row]);
  const below = shown.filter(
    ([key, value]) => !RAW.includes(key) && (isRows(value) || isPart(value)),
  );
  const plain = Object.fromEntries(shown.filter((each) => !below.includes(each)));
  const parts = below.map(([key, value]) => {
    const text = isRows(value) ? tableOf(`${name}.${key}`, value) : fields(value as Row);
    return `${capital(spoken(key))}\n${text}`;
  });
  return [...(Object.keys(plain).length > 0 ? [fields(plain)] : []), ...parts].join("\n\n");
}

/** Rows of a list as a table. `name`: of the operation, of the field that they are in, or both with a dot. */
export function tableOf(name: string, rows: readonly Row[]): string {
  if (rows.length === 0) return EMPTY[name] ?? "None.";
  const known = COLUMNS[name] ?? COLUMNS[name.split(".").at(-1)!];
  const columns = (known?.split(" | ") ?? columnsOf(rows[0]!)).map(columnOf);
  const heads = columns.map(({ head, paths }) => {
    const hasTime = rows.some((row) => paths.some((path) => isInstant(valueAt(row, path))));
    return hasTime ? `${head} (IST)` : head;
  });
  return table(
    heads,
    rows.map((row) => columns.map((column) => cell(row, column))),
  );
}

const columnsOf = (row: Row) =>
  Object.entries(row).flatMap(([key, value]) =>
    isRows(value) ? [] : [`${capital(spoken(key))}=${key}`],
  );

type Column = { head: string; paths: string[]; fallback: string };
/** `Heading=a.b,c/d?words`: the values of all paths, of `c` or else `d`; the words where there is none. */
function columnOf(text: string): Column {
  const [head = "", of = ""] = text.split("=");
  const [paths = "", fallback = "-"] = of.split("?");
  return { head, paths: paths.split(","), fallback };
}

/** Of several values those that there are; a flag among them is said by its name. */
function cell(row: Row, { paths, fallback }: Column): string {
  const isOne = paths.length === 1;
  const said = paths.flatMap((path) => {
    const value = valueAt(row, path);
    if (value === null || value === "" || (value === false && !isOne)) return [];
    return value === true && !isOne ? spoken(path) : say(path.split(/[./]/).at(-1)!, value);
  });
  return said.length > 0 ? said.join(", ") : fallback;
}

/** At `a.b`, at `c` or else at `d`, and at `e+f` both in one. */
function valueAt(row: Row, path: string): unknown {
  if (path.includes("+"))
    return path
      .split("+")
      .map((each) => at(row, [each]))
      .join(" ");
  const either = path.split("/").map((each) => at(row, each.split(".")));
  return either.find((value) => value !== null) ?? null;
}

function at(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value) && path.length > 0) return value.map((each) => at(each, path));
  const [key, ...rest] = path;
  if (key === undefined || value === null || value === undefined) return value ?? null;
  return at((value as Row)[key], rest);
}

function pageText(page: Row): string {
  const { next_cursor, page_no, total_pages, total_elements } = page as Record<string, number>;
  if (next_cursor) return `\n\nMore: --cursor ${next_cursor}`;
  if (!total_pages || total_pages < 2) return "";
  return `\n\nPage ${page_no! + 1} of ${total_pages}, ${total_elements} in all: --page`;
}

/** Each field of an answer on its own line; money in rupees, times in India's. */
export function fields(answer: object): string {
  const shown = Object.entries(answer).map(([field, value]) => [
    spoken(field),
    onOneLine(say(field, value)) + (isInstant(value) ? " IST" : ""),
  ]);
  const width = Math.max(...shown.map(([name = ""]) => name.length));
  return shown.map(([name = "", value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}

function say(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "-";
  if (Array.isArray(value))
    return value.map((each) => say(field, each)).join(", ") || (EMPTY[field] ?? "none");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && field.endsWith("_minor")) return formatInr(value);
  if (typeof value === "number" && field.startsWith("per_kwh")) return `₹${value}`;
  if (typeof value === "number") return `${value}${field.endsWith("percent") ? "%" : ""}`;
  if (typeof value === "string") return isInstant(value) ? moment(value) : value;
  return typeof value !== "object" || RAW.includes(field)
    ? JSON.stringify(value)
    : nameOf(value as Row);
}
/** What was sent, as it was sent. */
const RAW = ["parameters", "details", "input", "body"];

/** What an object is called: how an operator is and since when, how many there are, or its name. */
function nameOf(of: Row): string {
  if ("state" in of && "since" in of) return healthText(of as Health);
  if ("count" in of && "list" in of)
    return `${say("", of["count"])}${of["since"] && of["count"] ? ` since ${say("", of["since"])}` : ""}`;
  const name = of["name"] ?? of["mobile_masked"] ?? of["mobile"] ?? of["id"];
  return typeof name === "string" ? name : JSON.stringify(of);
}

type Health = { state: string | null; since: string | null };
/** `FAILING since 2026-11-20T06:30:00Z`; `-`: it is not registered. */
export const healthText = ({ state, since }: Health): string =>
  state === null ? "-" : since === null ? state : `${state} since ${since.slice(0, 19)}Z`;

const isInstant = (value: unknown): value is string =>
  typeof value === "string" && INSTANT.test(value);
const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) &&
  value.every((each) => typeof each === "object" && each !== null) &&
  value.length > 0;
/** An object without a name of its own: its fields are shown below. */
const isPart = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  nameOf(value as Row).startsWith("{");

const spoken = (field: string) => field.replace(/_minor$/, "").replaceAll("_", " ");
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** An instant in Indian time, to the minute. */
export const moment = (instant: string) =>
  indianTimeOf(new Date(instant)).slice(0, 16).replace("T", " ");

/** Rows below their headings; numbers are right-aligned. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows.map((row) => row.map(onOneLine))];
  const widths = headings.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  const isNumber = (text: string) => /^[-+−]?[₹]?[\d,.]+%?$/.test(text);
  return all
    .map((row) =>
      row
        .map((text, i) => (isNumber(text) ? text.padStart(widths[i]!) : text.padEnd(widths[i]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
