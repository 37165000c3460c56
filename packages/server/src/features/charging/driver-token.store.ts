import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";
import { newSecret } from "../../platform/ids.ts";

/** The uid of a driver's token at an operator: made with the driver's first start there, and the same ever after. */
export async function tokenUidOf(
  on: Queryable,
  { operatorId, userId, at }: { operatorId: string; userId: string; at: Date },
): Promise<string> {
  const find = () =>
    one(
      on,
      sql<{ uid: string }>`
        select uid from driver_token where user_id = ${userId} and operator_id = ${operatorId}`,
    );
  const known = await find();
  if (known) return known.uid;
  await sql`insert into driver_token (operator_id, uid, user_id, created_at)
      values (${operatorId}, ${newSecret()}, ${userId}, ${at}) on conflict do nothing`.execute(on);
  return (await find())!.uid;
}

/** The driver that an operator means by a token, or who might be meant: earlier releases sent the driver's own id. */
export async function driverOfToken(
  on: Queryable,
  operatorId: string,
  uid: string,
): Promise<string> {
  const found = await one(
    on,
    sql<{ user_id: string }>`
      select user_id from driver_token where operator_id = ${operatorId} and uid = ${uid.toLowerCase()}`,
  );
  return found?.user_id ?? uid;
}

/** The uids that an operator may know a driver by, in small letters. */
export const tokenUidsOf = async (on: Queryable, operatorId: string, userId: string) => [
  userId.toLowerCase(),
  ...(
    await rows(
      on,
      sql<{ uid: string }>`
        select uid from driver_token where user_id = ${userId} and operator_id = ${operatorId}`,
    )
  ).map(({ uid }) => uid),
];
