import type { ErrorCode, RouteSpec } from "@voltmarg/contract";
import type { Schema } from "@voltmarg/contract/openapi";
import { csvOf, decimalRupees, indianTime } from "../csv.ts";
import type { DocumentAnswer, Outcome } from "./problem.ts";

/** A longer file opens in no spreadsheet at ease, and takes more of the drivers' database than a list should. */
export const MOST_CSV_ROWS = 50_000;
const AT_ONCE = 1_000;
const CSV = "text/csv";
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

type Row = Record<string, unknown>;
type List = { content: Row[]; next_cursor?: string | null };
type Column = { name: string; read: (row: Row) => string };

/** Whether a request asks a list for CSV instead of JSON. */
export const asksForCsv = (spec: RouteSpec, accept: string | undefined): boolean =>
  spec.documents?.includes(CSV) === true && isList(spec) && accept?.includes(CSV) === true;

const shapeOf = ({ response }: RouteSpec) => (response as { shape?: Row }).shape ?? {};
const isList = (spec: RouteSpec) => "content" in shapeOf(spec);

/**
 * All rows of a list as CSV, whatever page was asked for: amounts in rupees, times in India's. A list with a cursor is
 * read in parts while it is sent; one with numbered pages in one read, because its pages move when rows are added.
 */
export async function listAsCsv<Code extends ErrorCode>(
  spec: RouteSpec,
  query: Row,
  ask: (query: Row) => Promise<Outcome<unknown, Code> | DocumentAnswer>,
): Promise<Outcome<unknown, Code> | DocumentAnswer> {
  const from =
    "next_cursor" in shapeOf(spec)
      ? { ...query, cursor: undefined, limit: AT_ONCE }
      : { ...query, page_no: 0, page_size: MOST_CSV_ROWS + 1 };
  const first = await ask(from);
  if (!first.ok || "document" in first) return first;
  const next = async (cursor: string) => {
    const answer = await ask({ ...from, cursor });
    if (!answer.ok || "document" in answer) throw new Error(`${spec.path}: a page failed`);
    return answer.value as List;
  };
  const fileName = `${spec.path.split("/").findLast((part) => !part.startsWith(":"))}.csv`;
  const bytes = linesFrom(columnsOf(await rowSchemaOf(spec)), first.value as List, next);
  return { ok: true, document: { type: `${CSV}; charset=utf-8`, fileName, bytes } };
}

async function* linesFrom(
  columns: readonly Column[],
  first: List,
  next: (cursor: string) => Promise<List>,
): AsyncIterable<string> {
  yield csvOf([columns.map(({ name }) => name)]).toString();
  let page = first;
  let left = MOST_CSV_ROWS;
  while (true) {
    const rows = page.content.slice(0, left);
    yield linesOf(rows.map((row) => columns.map(({ read }) => read(row))));
    left -= rows.length;
    const isMore = rows.length < page.content.length || Boolean(page.next_cursor);
    if (left === 0 && isMore)
      yield linesOf([[`Only the first ${MOST_CSV_ROWS} rows: narrow the filters.`]]);
    if (left === 0 || !page.next_cursor) return;
    page = await next(page.next_cursor);
  }
}

/** Without the mark that begins a file. */
const linesOf = (rows: readonly (readonly string[])[]) => csvOf(rows).toString().slice(1);

async function rowSchemaOf({ response }: RouteSpec): Promise<Schema> {
  // The contract's texts come with it: the service reads them when somebody asks.
  const { fieldSchemas } = await import("@voltmarg/contract/openapi");
  return fieldSchemas(response).find(([name]) => name === "content")![1]["items"] as Schema;
}

/** A column for each value of a row; what is in an object has the names of both, `driver.id`. */
function columnsOf(schema: Schema, path: readonly string[] = []): Column[] {
  const kinds = ((schema["anyOf"] as Schema[] | undefined) ?? [schema]).filter(
    ({ type }) => type !== "null",
  );
  const only = kinds.length === 1 ? kinds[0]! : schema;
  const properties = only["properties"] as Record<string, Schema> | undefined;
  if (properties)
    return Object.entries(properties).flatMap(([name, each]) => columnsOf(each, [...path, name]));
  const name = path.join(".");
  const write = name.endsWith("_minor") ? inRupees : written;
  return [
    {
      name: name.replace(/_minor$/, "_inr"),
      read: (row) => {
        const value = path.reduce<unknown>((at, key) => (at as Row | null)?.[key] ?? null, row);
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
