import type { Tx } from "../../platform/database/database.ts";
import { oneByOne } from "../../platform/database/one-by-one.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { closeAccount, type DeactivateDeps } from "./deactivate.ts";
import { lockNumber } from "./otp.store.ts";
import { lastUsed, listNotSignedIn, noteWarned, type Unused } from "./unused.store.ts";

export type CloseUnusedDeps = DeactivateDeps & {
  logger: Logger;
  /** Months without a sign-in, charging session or money movement after which an account is closed; 0: never. */
  inactiveMonths: number;
  /** Tells the driver when the account will be closed, in so many days. */
  warnUnused(tx: Tx, userId: string, closesAt: Date, days: number): Promise<void>;
};

const WARNED_DAYS = 30;
const WARNED_MS = WARNED_DAYS * 86_400_000;

function monthsBefore(at: Date, months: number): Date {
  const then = new Date(at);
  then.setUTCMonth(then.getUTCMonth() - months);
  return then;
}

/**
 * Closes accounts that nobody uses, as if their drivers had done it. Thirty days before each is warned; whoever uses it
 * in between keeps it. An account that was never warned, or was to be closed while the service was away, still has its
 * thirty days. Every night; may be repeated.
 */
export async function closeUnused(deps: CloseUnusedDeps): Promise<void> {
  if (deps.inactiveMonths === 0) return;
  const { database, clock, logger } = deps;
  const now = clock.now();
  const closesFrom = monthsBefore(now, deps.inactiveMonths);
  const warnsFrom = new Date(closesFrom.getTime() + WARNED_MS);
  const count = { warned: 0, closed: 0 };
  const look = ({ id, mobile }: Unused) =>
    database.transact(async (tx) => {
      // A sign-in waits until this is decided, and then finds the account closed, or was first and is seen here.
      await lockNumber(tx, mobile);
      const used = await lastUsed(tx, id);
      if (!used || used.at >= warnsFrom) return null;
      // By a clock that was ahead: it is warned anew.
      const warned = used.warned_at && used.warned_at <= now ? used.warned_at : null;
      if (!warned || warned <= used.at) {
        await noteWarned(tx, id, now);
        await deps.warnUnused(tx, id, new Date(now.getTime() + WARNED_MS), WARNED_DAYS);
        return "warned" as const;
      }
      if (used.at >= closesFrom || now.getTime() < warned.getTime() + WARNED_MS) return null;
      const closed = await closeAccount(deps, tx, id, "UNUSED");
      return closed.ok ? ("closed" as const) : null;
    });
  await oneByOne(
    logger,
    (after) => listNotSignedIn(database.db, after, warnsFrom),
    async (account) => {
      const did = await look(account);
      if (did) count[did] += 1;
      if (did === "closed") deps.onClosed(account.id);
    },
  );
  if (count.warned + count.closed > 0) logger.info(count, "accounts that nobody uses");
}
