import { rows, sql, type Queryable } from "../../platform/database/database.ts";

type Wanted = { operatorId: string; from: Date; most: number };

/** Starts that were decided, the newest first. */
export const startsAt = (on: Queryable, { operatorId, from, most }: Wanted) =>
  rows(
    on,
    sql<{ at: Date; worked: boolean }>`
      select requested_at as at, failure is null as worked from session
      where operator_id = ${operatorId} and requested_at >= ${from} and status <> 'PENDING'
      order by requested_at desc, id desc limit ${most}`,
  );

/** CDRs that were billed, the newest first; corrections and decisions are rows that ask for nothing. */
export const cdrsOf = (on: Queryable, { operatorId, from, most }: Wanted) =>
  rows(
    on,
    sql<{ at: Date; ended_at: Date; disputed: bigint }>`
      select at, ended_at, disputed from operator_cost
      where operator_id = ${operatorId} and at >= ${from} and asked > 0
      order by at desc, cdr_id desc limit ${most}`,
  );
