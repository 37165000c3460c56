import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Tokens } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newSecret } from "../../platform/ids.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import { ACCESS_SECONDS, type AccessToken } from "./access-token.ts";
import type { Device } from "./device.ts";
import {
  insertRefresh,
  insertSignIn,
  lockRefresh,
  markRefreshUsed,
  revokeSignIn,
  seeSignIn,
} from "./sign-in.store.ts";

export const IDLE_DAYS = 30;
const ABSOLUTE_DAYS = 90;
const GRACE_MS = 10_000;
const DAY = 86_400_000;

const hashOf = (token: string) => createHash("sha256").update(token).digest();

export type SignIn = {
  /** Opens a sign-in for a device, in the caller's transaction. */
  open(tx: Tx, userId: string, device: Device, by: "CODE" | "SOCIAL" | "PASSKEY"): Promise<Tokens>;
  refresh(token: string): Promise<Outcome<Tokens, "REFRESH_REJECTED">>;
  close(userId: string, sid: string): Promise<void>;
};

/**
 * Refresh tokens: `userId~secret`, kept as hashes, replaced at every use. The successor is derived from its
 * predecessor with a key, so a client that lost the answer gets the very same one again within 10 s; a later
 * second use means theft and ends the sign-in (RFC 9700 §4.14).
 */
export function createSignIn(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  accessToken: AccessToken;
  key: Buffer;
  writeAudit: WriteAudit;
  /** Called when a sign-in of this driver ended: caches drop it. */
  onEnded(userId: string): void;
}): SignIn {
  const { database, clock, accessToken, writeAudit, onEnded } = deps;

  const issue = async (
    tx: Tx,
    userId: string,
    sid: string,
    refresh: string,
    endsAt: Date,
  ): Promise<Tokens> => {
    const now = clock.now();
    const expiresAt = new Date(Math.min(now.getTime() + IDLE_DAYS * DAY, endsAt.getTime()));
    await insertRefresh(tx, { userId, hash: hashOf(refresh), sid, issuedAt: now, expiresAt });
    return {
      access_token: await accessToken.sign(userId, sid),
      refresh_token: refresh,
      token_type: "Bearer",
      expires_in: ACCESS_SECONDS,
    };
  };

  return {
    open: async (tx, userId, device, by) => {
      const sid = newSecret();
      const createdAt = clock.now();
      const endsAt = new Date(createdAt.getTime() + ABSOLUTE_DAYS * DAY);
      await insertSignIn(tx, { userId, sid, device, createdAt, endsAt });
      await writeAudit(tx, userId, "SIGN_IN", { by, ...device });
      return issue(tx, userId, sid, `${userId}~${randomBytes(32).toString("base64url")}`, endsAt);
    },

    refresh: async (token) => {
      const userId = token.split("~")[0] ?? "";
      const now = clock.now();
      let ended = false;
      const outcome = await database.transact<Outcome<Tokens, "REFRESH_REJECTED">>(async (tx) => {
        const row = await lockRefresh(tx, userId, hashOf(token));
        if (!row || row.revoked_at || row.expires_at <= now || row.ends_at <= now)
          return refuse("REFRESH_REJECTED");
        if (row.used_at && now.getTime() - row.used_at.getTime() > GRACE_MS) {
          await revokeSignIn(tx, userId, row.sid, now);
          ended = true;
          await writeAudit(tx, userId, "REFRESH_REUSED");
          deps.logger.warn(
            { user: userId, sid: row.sid },
            "refresh token used twice; sign-in ended",
          );
          return refuse("REFRESH_REJECTED");
        }
        if (!row.used_at) {
          await markRefreshUsed(tx, userId, hashOf(token), now);
          await seeSignIn(tx, userId, row.sid, now);
        }
        const successor = `${userId}~${createHmac("sha256", deps.key).update(`refresh:${token}`).digest("base64url")}`;
        return done(await issue(tx, userId, row.sid, successor, row.ends_at));
      });
      if (ended) onEnded(userId);
      return outcome;
    },

    close: async (userId, sid) => {
      await database.transact(async (tx) => {
        if (await revokeSignIn(tx, userId, sid, clock.now()))
          await writeAudit(tx, userId, "SIGN_OUT");
      });
      onEnded(userId);
    },
  };
}
