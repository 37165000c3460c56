import type { ErrorCode, RouteSpec } from "@voltmarg/contract";
import type { Schema } from "@voltmarg/contract/openapi";
import { csvLines, decimalRupees, indianTime } from "../csv.ts";
import type { DocumentAnswer, Outcome } from "./problem.ts";

/** A longer file opens in no spreadsheet at ease, and takes more of the drivers' database than a list should. */
export const MOST_CSV_ROWS = 50_000;
/** All 50,000 at once would take some hundred megabytes for each who asks. */
const AT_ONCE = 1_000;
const CSV = "text/csv";
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

type Row = Record<string, unknown>;
type List = { rows: Row[]; next: string | null; pages: number };
type Column = { name: string; read: (row: Row) => string };

/** Whether a request asks a list for CSV instead of JSON. */
export const asksForCsv = (spec: RouteSpec, accept: string | undefined): boolean =>
  spec.documents?.includes(CSV) === true && accept?.includes(CSV) === true && rowsAt(spec) !== null;

const shapeOf = (schema: unknown) => (schema as { shape?: Row } | undefined)?.shape ?? {};

/** Where the rows of an answer are: in `content`, or in the only array of `data`; null where it is no list. */
function rowsAt({ response }: RouteSpec): readonly string[] | null {
  const shape = shapeOf(response);
  if ("content" in shape) return ["content"];
  const arrays = Object.entries(shapeOf(shape["data"])).filter(([, each]) => isArray(each));
  return arrays.length === 1 ? ["data", arrays[0]![0]] : null;
}
const isArray = (schema: unknown) =>
  (schema as { _zod?: { def: { type: string } } })._zod?.def.type === "array";
const within = (value: unknown, path: readonly string[]) =>
  path.reduce<unknown>((at, key) => (at as Row | null)?.[key] ?? null, value);

/**
 * All rows of a list as CSV, whatever page was asked for: amounts in rupees, times in India's. It is read in parts while it
 * is sent. Numbered pages move on when rows are added before them: a row that was written is not written again.
 */
export async function listAsCsv<Code extends ErrorCode>(
  spec: RouteSpec,
  query: Row,
  ask: (query: Row) => Promise<Outcome<unknown, Code> | DocumentAnswer>,
): Promise<Outcome<unknown, Code> | DocumentAnswer> {
  const at = rowsAt(spec) ?? [];
  const from =
    "next_cursor" in shapeOf(spec.response)
      ? { ...query, cursor: undefined, limit: AT_ONCE }
      : { ...query, page_no: 0, page_size: AT_ONCE };
  const listIn = (value: unknown): List => ({
    rows: within(value, at) as Row[],
    next: within(value, ["next_cursor"]) as string | null,
    pages: Number(within(value, ["total_pages"])),
  });
  const first = await ask(from);
  if (!first.ok || "document" in first) return first;
  const next = async (where: Row) => {
    const answer = await ask({ ...from, ...where });
    if (!answer.ok || "document" in answer) throw new Error(`${spec.path}: a page failed`);
    return listIn(answer.value);
  };
  const fileName = `${spec.path.split("/").findLast((part) => !part.startsWith(":"))}.csv`;
  const bytes = linesFrom(columnsOf(await rowSchemaOf(spec, at)), listIn(first.value), next);
  return { ok: true, document: { type: `${CSV}; charset=utf-8`, fileName, bytes } };
}

async function* linesFrom(
  columns: readonly Column[],
  first: List,
  next: (where: Row) => Promise<List>,
): AsyncIterable<string> {
  yield csvLines([columns.map(({ name }) => name)], true);
  const seen = new Set<unknown>();
  let page = first;
  let left = MOST_CSV_ROWS;
  for (let number = 1; ; number += 1) {
    const unseen = page.rows.filter(({ id }) => id === undefined || !seen.has(id));
    const rows = unseen.slice(0, left);
    for (const { id } of rows) seen.add(id);
    yield csvLines(rows.map((row) => columns.map(({ read }) => read(row))));
    left -= rows.length;
    const where = placeAfter(page, number);
    if (left === 0 && (rows.length < unseen.length || where))
      yield csvLines([[`Only the first ${MOST_CSV_ROWS} rows: narrow the filters.`]]);
    if (left === 0 || !where) return;
    page = await next(where);
  }
}

/** Where a list goes on after so many pages; null: nowhere. */
function placeAfter({ next, pages }: List, read: number): Row | null {
  if (next) return { cursor: next };
  return read < pages ? { page_no: read } : null;
}

async function rowSchemaOf({ response }: RouteSpec, at: readonly string[]): Promise<Schema> {
  // The contract's texts come with it: the service reads them when somebody asks.
  const { fieldSchemas } = await import("@voltmarg/contract/openapi");
  const [outer, inner] = at;
  const found = fieldSchemas(response).find(([name]) => name === outer)![1];
  const rows = inner ? (found["properties"] as Record<string, Schema>)[inner]! : found;
  return rows["items"] as Schema;
}

/** A column for each value of a row; what is in an object has the names of both, `driver.id`. */
function columnsOf(schema: Schema, path: readonly string[] = []): Column[] {
  const kinds = ((schema["anyOf"] as Schema[] | undefined) ?? [schema]).filter(
    ({ type }) => type !== "null",
  );
  const only = kinds.length === 1 ? kinds[0]! : schema;
  const properties = only["properties"] as Record<string, Schema> | undefined;
  if (properties && Object.keys(properties).length > 0)
    return Object.entries(properties).flatMap(([name, each]) => columnsOf(each, [...path, name]));
  const name = path.join(".");
  const write = name.endsWith("_minor") ? inRupees : written;
  return [
    {
      name: name.replace(/_minor$/, "_inr"),
      read: (row) => {
        const value = within(row, path);
        return value === null ? "" : write(value);
      },
    },
  ];
}

const inRupees = (minor: unknown) => decimalRupees(Number(minor));

function written(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return INSTANT.test(value) && !Number.isNaN(Date.parse(value)) ? indianTime(value) : value;
}
