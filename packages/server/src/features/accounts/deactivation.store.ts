import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

/** Closes the account; null when there is none, or it is closed already. */
export const closeUser = (tx: Tx, id: string, at: Date) =>
  one(
    tx,
    sql<{ mobile: string }>`
      update app_user set deactivated_at = ${at} where id = ${id} and deactivated_at is null returning mobile`,
  );

/** Includes closed accounts, which may still get notices about money. Erased ones have no number. */
export const mobileOf = async (on: Queryable, id: string): Promise<string | null> =>
  (
    await one(
      on,
      sql<{ mobile: string }>`select mobile from app_user where id = ${id} and erased_at is null`,
    )
  )?.mobile ?? null;

/** Signs out every device. Answers how many were signed in. */
export const revokeSignIns = async (tx: Tx, userId: string, at: Date): Promise<number> =>
  (
    await rows(
      tx,
      sql<{ ends_at: Date }>`
        update sign_in set revoked_at = ${at} where user_id = ${userId} and revoked_at is null returning ends_at`,
    )
  ).filter(({ ends_at }) => ends_at > at).length;
