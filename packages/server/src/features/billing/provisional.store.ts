import { one, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

/** Records that a bill was made without a CDR. */
export const insertProvisional = (
  tx: Tx,
  p: { userId: string; cdrId: string; sessionId: string; operatorId: string; at: Date },
) =>
  sql`insert into provisional_bill (user_id, cdr_id, session_id, operator_id, created_at)
      values (${p.userId}, ${p.cdrId}, ${p.sessionId}, ${p.operatorId}, ${p.at})`.execute(tx);

/** Whether a bill was made without a CDR and not replaced since. */
export const isProvisional = async (on: Queryable, userId: string, cdrId: string) =>
  (await one(
    on,
    sql`select 1 from provisional_bill
        where user_id = ${userId} and cdr_id = ${cdrId} and outcome is distinct from 'REPLACED'`,
  )) !== null;

/** The CDR came, perhaps after the bill became final: the back office's open question is closed. */
export const replaceProvisional = (
  tx: Tx,
  p: { userId: string; cdrId: string; by: string; at: Date },
) =>
  sql`with answered as (
        update cdr_dispute set state = 'CLOSED' where user_id = ${p.userId} and cdr_id = ${p.cdrId})
      update provisional_bill set outcome = 'REPLACED', replaced_by = ${p.by}, settled_at = ${p.at}
      where user_id = ${p.userId} and cdr_id = ${p.cdrId}`.execute(tx);

/** False: a CDR came, or it was final before. */
export const finaliseProvisional = async (
  tx: Tx,
  p: { userId: string; cdrId: string; at: Date },
): Promise<boolean> =>
  (await one(
    tx,
    sql`update provisional_bill set outcome = 'FINAL', settled_at = ${p.at}
        where user_id = ${p.userId} and cdr_id = ${p.cdrId} and outcome is null returning cdr_id`,
  )) !== null;
