import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";
import type { Act } from "../../platform/observability/audit-log.ts";

type ActRow = {
  id: bigint;
  at: Date;
  mobile: string | null;
  user_id: string;
  act: Act;
  details: Record<string, unknown>;
};
/** Whose acts, by the E.164 number or the account's id, and which; null: all. */
export type ActsWanted = { mobile: string | null; userId: string | null; act: Act | null };

export async function insertAct(
  on: Queryable,
  a: { at: Date; userId: string; act: Act; details: object },
): Promise<void> {
  await sql`insert into account_audit (at, user_id, act, details)
      values (${a.at}, ${a.userId}, ${a.act}, ${JSON.stringify(a.details)})`.execute(on);
}

const wanted = ({ mobile, userId, act }: ActsWanted) =>
  sql`from account_audit a left join app_user u on u.id = a.user_id
      where (${mobile}::text is null or u.mobile = ${mobile})
        and (${userId}::text is null or a.user_id = ${userId}) and (${act}::text is null or a.act = ${act})`;

export const listActs = (on: Queryable, of: ActsWanted, offset: number, limit: number) =>
  rows(
    on,
    sql<ActRow>`select a.id, a.at, case when u.erased_at is null then u.mobile end as mobile, a.user_id, a.act, a.details ${wanted(of)}
      order by a.id desc offset ${offset} limit ${limit}`,
  );

export const countActs = async (on: Queryable, of: ActsWanted): Promise<number> =>
  (await one(on, sql<{ n: number }>`select count(*)::int as n ${wanted(of)}`))!.n;
