import { rows, sql, type Queryable } from "../../platform/database/database.ts";

const shown =
  sql.raw(`id, at, direction, method, path, module, object_id, reference, http_status, failure, status_code,
  milliseconds, request_id, correlation_id, request, answer, cut`);

export type OcpiLogRow = {
  id: string;
  at: Date;
  operator_id: string;
  direction: "IN" | "OUT";
  method: string;
  path: string;
  module: string | null;
  object_id: string | null;
  reference: string | null;
  http_status: number | null;
  failure: string | null;
  status_code: number | null;
  milliseconds: number;
  request_id: string;
  correlation_id: string;
  request: string | null;
  answer: string | null;
  cut: boolean;
};

/** Inserts many rows in one statement. */
export const insertOcpiLog = (on: Queryable, all: readonly OcpiLogRow[]) => {
  const of = <Name extends keyof OcpiLogRow>(name: Name) => all.map((row) => row[name]);
  return sql`
    insert into ocpi_log (id, at, operator_id, direction, method, path, module, object_id, reference, http_status,
      failure, status_code, milliseconds, request_id, correlation_id, request, answer, cut)
    select * from unnest(${of("id")}::text[], ${all.map(({ at }) => at.toISOString())}::timestamptz[],
      ${of("operator_id")}::text[], ${of("direction")}::text[], ${of("method")}::text[], ${of("path")}::text[],
      ${of("module")}::text[], ${of("object_id")}::text[], ${of("reference")}::text[], ${of("http_status")}::int[],
      ${of("failure")}::text[], ${of("status_code")}::int[], ${of("milliseconds")}::int[], ${of("request_id")}::text[],
      ${of("correlation_id")}::text[], ${of("request")}::text[], ${of("answer")}::text[], ${of("cut")}::bool[])`.execute(
    on,
  );
};

/** Newest first. `about`: an object's id in OCPI, or the id of its session. */
export const listOcpiLog = (
  on: Queryable,
  query: { operatorId: string; since: Date | null; about: string | null; limit: number },
) => {
  const { operatorId, about, limit } = query;
  const since = query.since ?? "-infinity";
  return rows(
    on,
    about === null
      ? sql<Omit<OcpiLogRow, "operator_id">>`
          select ${shown} from ocpi_log where operator_id = ${operatorId} and at >= ${since} order by at desc, id desc limit ${limit}`
      : sql<Omit<OcpiLogRow, "operator_id">>`
          select * from (
            (select ${shown} from ocpi_log where operator_id = ${operatorId} and object_id = ${about} and at >= ${since}
               order by at desc, id desc limit ${limit})
            union
            (select ${shown} from ocpi_log where operator_id = ${operatorId} and reference = ${about} and at >= ${since}
               order by at desc, id desc limit ${limit})) either
          order by at desc, id desc limit ${limit}`,
  );
};

/** Drops the months that ended before an instant. Returns the names of their partitions. */
export const dropOcpiLogMonths = async (on: Queryable, before: Date): Promise<string[]> =>
  (await rows(on, sql<{ part: string }>`select drop_ocpi_log_months(${before}) as part`)).map(
    ({ part }) => part,
  );
