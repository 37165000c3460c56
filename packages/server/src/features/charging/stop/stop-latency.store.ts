import { one, sql, type Queryable, type Tx } from "../../../platform/database/database.ts";

/** Real seconds from our stop to the operator's end of a charge, as learnt so far. */
export type StopLead = { mean: number; deviation: number; samples: number };

export const findStopLead = (on: Queryable, operatorId: string) =>
  one(
    on,
    sql<StopLead>`select mean, deviation, samples from stop_lead where operator_id = ${operatorId}`,
  );

export const putStopLead = (tx: Tx, operatorId: string, lead: StopLead, at: Date) =>
  sql`insert into stop_lead (operator_id, mean, deviation, samples, updated_at)
      values (${operatorId}, ${lead.mean}, ${lead.deviation}, ${lead.samples}, ${at})
      on conflict (operator_id) do update set mean = excluded.mean, deviation = excluded.deviation,
        samples = excluded.samples, updated_at = excluded.updated_at`.execute(tx);
