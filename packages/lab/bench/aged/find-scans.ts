import type { Database } from "@voltmarg/testkit/ledger";
import type { Statement } from "./record-statements.ts";

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
};

/** From so many rows on a table is large: reading all of it grows with the age of the service. */
const LARGE = 5_000;
const EXPLAINED = /^\s*(select|insert|update|delete|with)\b/i;

/** Large tables of the public schema and their partitions. */
async function largeTables({ pool }: Database): Promise<Set<string>> {
  const found = await pool.query<{ relname: string }>(
    "select relname from pg_class where relkind = 'r' and reltuples >= $1",
    [LARGE],
  );
  return new Set(found.rows.map(({ relname }) => relname));
}

/** Each statement whose plan reads a whole large table: its text and the tables. */
export async function findScans(
  database: Database,
  statements: Iterable<Statement>,
): Promise<{ text: string; tables: string[] }[]> {
  const large = await largeTables(database);
  const found = [];
  for (const { text, values } of statements) {
    if (!EXPLAINED.test(text)) continue;
    const { rows } = await database.pool.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (format json) ${text}`,
      values,
    );
    const tables = scanned(rows[0]!["QUERY PLAN"][0].Plan).filter((table) => large.has(table));
    if (tables.length > 0) found.push({ text, tables: [...new Set(tables)] });
  }
  return found;
}

const scanned = (plan: Plan): string[] => [
  ...(plan["Node Type"] === "Seq Scan" ? [plan["Relation Name"]!] : []),
  ...(plan.Plans ?? []).flatMap(scanned),
];
