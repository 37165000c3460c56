import { one, sql, type Tx } from "../database/database.ts";
import type { OwnChallenge } from "./challenge.ts";

/** Uses a challenge up; false: it was used before. Expired ones are deleted. */
export async function takeChallenge(
  tx: Tx,
  { hash, expiresAt }: OwnChallenge,
  now: Date,
): Promise<boolean> {
  await sql`delete from passkey_challenge_used where expires_at <= ${now}`.execute(tx);
  const taken = await one(
    tx,
    sql`insert into passkey_challenge_used (hash, expires_at) values (${hash}, ${expiresAt})
        on conflict do nothing returning hash`,
  );
  return taken !== null;
}
