import { one, sql, type Queryable } from "../../platform/database/database.ts";

/** Records that a partner sent a session that could not be read or matched. */
export const markUnreadable = (on: Queryable, operatorId: string, at: Date) =>
  sql`update operator set sessions_unread_at = greatest(sessions_unread_at, ${at}) where id = ${operatorId}`.execute(
    on,
  );

/** Whether it sent such a session at or after `since`. */
export const hasSentUnreadable = async (
  on: Queryable,
  operatorId: string,
  since: Date,
): Promise<boolean> =>
  (await one(
    on,
    sql`select id from operator where id = ${operatorId} and sessions_unread_at >= ${since}`,
  )) !== null;
