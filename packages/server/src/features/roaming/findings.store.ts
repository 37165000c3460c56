import type { Finding } from "@voltmarg/ocpi";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type Outcome = Finding["outcome"];
export const WORST_FIRST: readonly Outcome[] = ["REFUSED", "LEFT_OUT", "READ_AS"];
/** Findings that are equal in these fields share one row. */
export type Kind = { module: string; path: string; message: string; outcome: Outcome };
export type FindingRow = Kind & {
  count: number;
  first_at: Date;
  last_at: Date;
  /** An example from the last second in which it occurred. */
  object: string;
  raw: string;
};

/** Adds to the counts; inserts missing rows. All replicas write in the same order, so that they do not deadlock. */
export const addFindings = (tx: Tx, operatorId: string, found: readonly FindingRow[]) =>
  sql`insert into operator_finding (operator_id, module, path, message, outcome, count, first_at, last_at, object, raw)
      select ${operatorId}, module, path, message, outcome, count, first_at, last_at, object, raw
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as n (module text, path text, message text, outcome text,
        count bigint, first_at timestamptz, last_at timestamptz, object text, raw text)
      order by module, path, message, outcome
      on conflict (operator_id, module, path, message, outcome) do update set
        count = operator_finding.count + excluded.count,
        last_at = greatest(operator_finding.last_at, excluded.last_at),
        object = excluded.object, raw = excluded.raw`.execute(tx);

export const kindsOf = (on: Queryable, operatorId: string) =>
  rows(
    on,
    sql<Kind>`select module, path, message, outcome from operator_finding where operator_id = ${operatorId}`,
  );

/** Refused objects first, then left-out fields; each by count. */
export const listFindings = (
  on: Queryable,
  query: { operatorId: string; module: string | null; since: Date | null },
) =>
  rows(
    on,
    sql<FindingRow>`
      select module, path, message, outcome, count::float8 as count, first_at, last_at, object, raw from operator_finding
      where operator_id = ${query.operatorId} and last_at >= ${query.since ?? "-infinity"}
        and (${query.module}::text is null or module = ${query.module})
      order by array_position(${WORST_FIRST}::text[], outcome), module = '', count desc, module, path,
        message`,
  );

export const dropFindings = (on: Queryable, before: Date) =>
  sql`delete from operator_finding where last_at < ${before}`.execute(on);

export const nameOfOperator = async (on: Queryable, id: string): Promise<string | null> =>
  (await one(on, sql<{ name: string }>`select name from operator where id = ${id}`))?.name ?? null;
