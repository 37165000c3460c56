import { one, sql, type Queryable } from "../../platform/database/database.ts";
import type { PullOutcome } from "./pull.ts";

export type PulledModule = "sessions" | "cdrs";

/** The last pull that charges asked for, and from when on they asked. */
export type OperatorPull = {
  began_at: Date | null;
  since: Date | null;
  outcome: PullOutcome | null;
  wanted: Date;
  wanted_before: Date | null;
  wanted_from: Date;
};

export const findPull = (on: Queryable, operatorId: string, module: PulledModule) =>
  one(
    on,
    sql<OperatorPull>`select began_at, since, outcome, wanted, wanted_before, wanted_from from operator_pull
      where operator_id = ${operatorId} and module = ${module}`,
  );

/**
 * Notes from when on a charge asks. `windowFrom`: what was noted before that counts as the time before, and what is as
 * long ago again is forgotten (`forgetFrom`).
 */
export const noteWanted = (
  on: Queryable,
  operatorId: string,
  module: PulledModule,
  w: { since: Date; at: Date; windowFrom: Date; forgetFrom: Date },
) =>
  sql`insert into operator_pull as p (operator_id, module, wanted, wanted_from)
      values (${operatorId}, ${module}, ${w.since}, ${w.at})
      on conflict (operator_id, module) do update set
        wanted = case when p.wanted_from < ${w.windowFrom} then excluded.wanted else least(p.wanted, excluded.wanted) end,
        wanted_before = case when p.wanted_from < ${w.forgetFrom} then null
          when p.wanted_from < ${w.windowFrom} then p.wanted else p.wanted_before end,
        wanted_from = case when p.wanted_from < ${w.windowFrom} then excluded.wanted_from else p.wanted_from end`.execute(
    on,
  );

export const storePull = (
  on: Queryable,
  operatorId: string,
  module: PulledModule,
  pull: { began: Date; since: Date; outcome: PullOutcome },
) =>
  sql`update operator_pull set began_at = ${pull.began}, since = ${pull.since}, outcome = ${pull.outcome}
      where operator_id = ${operatorId} and module = ${module}`.execute(on);
