import { createHash } from "node:crypto";

/** `command`: what PostgreSQL says it has done, as `COMMIT`; `rowCount`: how many rows it returned or changed. */
export type Result<Row> = { rows: Row[]; command: string; rowCount: number | null };

/** Whatever can run a statement: the pool or an open transaction. */
export type Queryable = { run(sent: Sent): Promise<Result<never>> };

/**
 * A statement as it is sent; `name`: the one under which its plan is kept; `each`: takes every row as it arrives, and the
 * result has none.
 */
export type Sent = {
  text: string;
  values: unknown[];
  name: string | null;
  each?: (row: never) => void;
};

/** SQL text with values, which are sent beside it: a statement, or a part of one. */
export class Sql<Row = unknown> {
  readonly strings: readonly string[];
  /** What stands between the strings: values, and parts of their own. */
  readonly parts: readonly unknown[];

  constructor(strings: readonly string[], parts: readonly unknown[]) {
    this.strings = strings;
    this.parts = parts;
  }

  execute(on: Queryable): Promise<Result<Row>> {
    return on.run(toSend(this));
  }

  /**
   * Hands over each row as it arrives, so that many rows are never in memory together. Where `each` throws, no more rows are
   * handed over, and the promise is rejected once the statement has ended.
   */
  async stream(on: Queryable, each: (row: Row) => void): Promise<void> {
    await on.run({ ...toSend(this), each });
  }
}

/**
 * A statement, or a part of one: sql`select name from location where id = ${id}`. `Row` is what a row of its result is
 * like; nothing checks it.
 */
export function sql<Row = unknown>(
  strings: TemplateStringsArray,
  ...parts: readonly unknown[]
): Sql<Row> {
  return new Sql(strings, parts);
}

/** Text that is SQL itself: never what somebody has sent. */
sql.raw = <Row = unknown>(text: string): Sql<Row> => new Sql([text], []);

/** A name of a table or a column, as it is written in SQL; a dot divides a table from its column. */
sql.ref = (name: string): Sql =>
  sql.raw(
    name
      .split(".")
      .map((each) => `"${each.replaceAll('"', '""')}"`)
      .join("."),
  );

/** Values or parts with something between them: a comma, if nothing else is said. */
sql.join = (parts: readonly unknown[], between: Sql = COMMA): Sql =>
  new Sql(
    ["", ...parts.map(() => "")],
    parts.map((part, at) => (at === 0 ? part : new Sql(["", "", ""], [between, part]))),
  );

const COMMA = sql.raw(", ");

const MARK = "/* plan kept */";

/**
 * Ends a statement that runs so often that its plan should be kept: without a pooler it then has a name, by which each
 * connection plans it once instead of each time. It must list its result columns: PostgreSQL refuses a kept plan whose
 * result has changed, and the next release may add a column.
 */
export const planKept = sql.raw(MARK);

/** The text of a statement of one shape. `strings`: those of all its parts in order, null for each value. */
type Shape = { strings: readonly (readonly string[] | null)[]; text: string; name: string | null };

/** By the strings of the outermost part, which are the same object each time that a line of code runs. */
const shapes = new WeakMap<readonly string[], Shape[]>();
const MOST_SHAPES = 4;

function toSend(statement: Sql): Sent {
  const strings: (readonly string[] | null)[] = [];
  const values: unknown[] = [];
  collect(statement, strings, values);
  const known = shapes.get(statement.strings) ?? [];
  let shape = known.find((one) => isSame(one.strings, strings));
  if (!shape) {
    shape = shapeOf(statement, strings);
    shapes.set(statement.strings, [shape, ...known.slice(0, MOST_SHAPES - 1)]);
  }
  return { text: shape.text, values, name: shape.name };
}

function collect(whole: Sql, strings: (readonly string[] | null)[], values: unknown[]): void {
  strings.push(whole.strings);
  for (const part of whole.parts) {
    if (part instanceof Sql) collect(part, strings, values);
    else {
      strings.push(null);
      values.push(part);
    }
  }
}

/** Compares texts only where a part is made anew each time. */
const isSame = (one: Shape["strings"], other: Shape["strings"]): boolean =>
  one.length === other.length &&
  one.every((each, at) => each === other[at] || hasSameTexts(each, other[at]!));

const hasSameTexts = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one !== null &&
  other !== null &&
  one.length === other.length &&
  one.every((text, at) => text === other[at]);

function shapeOf(statement: Sql, strings: Shape["strings"]): Shape {
  let count = 0;
  const textOf = (whole: Sql): string =>
    whole.strings.reduce((text, next, at) => {
      const part = whole.parts[at - 1];
      return text + (part instanceof Sql ? textOf(part) : `$${++count}`) + next;
    });
  const text = textOf(statement);
  const name = text.endsWith(MARK) ? createHash("sha256").update(text).digest("base64url") : null;
  return { strings, text, name };
}
