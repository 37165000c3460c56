import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import { revokeSignIns } from "./deactivation.store.ts";
import { dropPasskeys } from "./passkeys.store.ts";
import { dropIdentities } from "./social.store.ts";
import { findUserByMobile, setMultiCharging, type UserRow } from "./accounts.store.ts";

export type ConsoleDeps = {
  database: Database;
  clock: Clock;
  writeAudit: WriteAudit;
  /** Called when a sign-in of this driver ended: caches drop it. */
  onEnded(userId: string): void;
};

export type Driver = ReturnType<typeof toDriver>;

const toDriver = ({
  id,
  mobile,
  name,
  customer_type,
  allow_multi_charging,
  company_id,
}: UserRow) => ({
  id,
  mobile,
  name,
  customer_type,
  allow_multi_charging,
  company_id,
});

/** The driver of an E.164 number. */
export async function readDriver(
  deps: { database: Database },
  mobile: string,
): Promise<Outcome<Driver, "NOT_FOUND">> {
  const user = await findUserByMobile(deps.database.db, mobile);
  return user ? done(toDriver(user)) : refuse("NOT_FOUND");
}

/**
 * Signs a driver out on every device and removes every other way to sign in: passkeys and linked OpenID accounts.
 * The holder of the number signs in by a one-time code and adds them again.
 */
export async function signOutDriver(
  { clock, writeAudit, onEnded }: ConsoleDeps,
  backoffice: BackofficeCall,
  mobile: string,
): Promise<Outcome<{ signed_out: number }, "NOT_FOUND">> {
  let userId: string | null = null;
  const outcome = await backoffice.transact(async (tx) => {
    const user = await findUserByMobile(tx, mobile);
    if (!user) return refuse("NOT_FOUND");
    userId = user.id;
    const ended = await revokeSignIns(tx, user.id, clock.now());
    const passkeys = await dropPasskeys(tx, user.id);
    const linked = await dropIdentities(tx, user.id);
    await writeAudit(tx, user.id, "SIGN_OUT_BY_DESK", {
      credential: backoffice.name,
      ended,
      passkeys: passkeys.rowCount ?? 0,
      linked: linked.rowCount ?? 0,
    });
    return done({ signed_out: ended });
  });
  if (userId !== null) onEnded(userId);
  return outcome;
}

/** Changes the fields that are given; the others stay. */
export function setDriverFlags(
  backoffice: BackofficeCall,
  mobile: string,
  flags: { allow_multi_charging?: boolean | undefined },
): Promise<Outcome<Driver, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    const user =
      flags.allow_multi_charging === undefined
        ? await findUserByMobile(tx, mobile)
        : await setMultiCharging(tx, mobile, flags.allow_multi_charging);
    return user ? done(toDriver(user)) : refuse("NOT_FOUND");
  });
}
