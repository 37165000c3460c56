import { one, sql, type Queryable } from "../../platform/database/database.ts";

/** A partner told something of sessions that nobody could take. */
export const noteUnread = (on: Queryable, operatorId: string, at: Date) =>
  sql`update operator set sessions_unread_at = greatest(sessions_unread_at, ${at}) where id = ${operatorId}`.execute(
    on,
  );

/** Whether it did so at or after an instant. */
export const toldUnread = async (
  on: Queryable,
  operatorId: string,
  since: Date,
): Promise<boolean> =>
  (await one(
    on,
    sql`select id from operator where id = ${operatorId} and sessions_unread_at >= ${since}`,
  )) !== null;
