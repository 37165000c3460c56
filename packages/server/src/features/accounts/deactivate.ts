import { accounts, type Closure } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import { dropIdentities } from "./social.store.ts";
import { dropPasskeys } from "./passkeys.store.ts";
import { closeUser, revokeSignIns } from "./deactivation.store.ts";

export type DeactivateDeps = {
  database: Database;
  clock: Clock;
  writeAudit: WriteAudit;
  /** Called when an account was closed: caches drop the driver. */
  onClosed(userId: string): void;
  /** Locks the driver's wallet, as every start does, and answers the open session, if there is one. */
  openCharge(tx: Tx, userId: string): Promise<string | null>;
  /** Withdraws consent to the privacy notice: it was for an account. */
  withdrawConsent(tx: Tx, userId: string, at: Date): Promise<unknown>;
  /** Starts the refund of the unused money, in the transaction that closes the account. */
  closeWallet(
    tx: Tx,
    userId: string,
  ): Promise<{
    refunding: bigint;
    to: readonly { amount: bigint; source: string }[];
    held: bigint;
    notCovered: bigint;
  }>;
  /** Moves what no feature needs any more out of their tables, in the transaction that closes the account. */
  restrict(tx: Tx, userId: string): Promise<void>;
};

export function deactivateRoutes({ mount }: Mount, deps: DeactivateDeps): void {
  mount(accounts.deactivate, async ({ params }) => {
    const closed = await deactivate(deps, params.id);
    return closed.ok ? done({ data: closed.value }) : closed;
  });
}

type Closed = Outcome<Closure, "NOT_FOUND" | "CHARGE_UNDER_WAY">;

/** Closes an account and drops it from caches. */
export async function deactivate(deps: DeactivateDeps, userId: string): Promise<Closed> {
  const closed = await deps.database.transact((tx) => closeAccount(deps, tx, userId));
  if (closed.ok) deps.onClosed(userId);
  return closed;
}

/**
 * Closes an account within a transaction: starts the refund, signs out every device and restricts what is left. `why`:
 * absent when its driver does it.
 */
export async function closeAccount(
  { clock, writeAudit, closeWallet, openCharge, restrict, withdrawConsent }: DeactivateDeps,
  tx: Tx,
  userId: string,
  why?: "UNUSED",
): Promise<Closed> {
  const at = clock.now();
  const open = await openCharge(tx, userId);
  if (open) return refuse("CHARGE_UNDER_WAY", { extra: { session_id: open } });
  if (!(await closeUser(tx, userId, at))) return refuse("NOT_FOUND");
  await revokeSignIns(tx, userId, at);
  await withdrawConsent(tx, userId, at);
  await dropIdentities(tx, userId);
  await dropPasskeys(tx, userId);
  await writeAudit(tx, userId, "DEACTIVATED", why && { why });
  const wallet = await closeWallet(tx, userId);
  await restrict(tx, userId);
  return done({
    id: userId,
    deactivated_at: at.toISOString(),
    refunding_minor: Number(wallet.refunding),
    refunding_to: wallet.to.map(({ amount, source }) => ({
      amount_minor: Number(amount),
      to: source,
    })),
    held_minor: Number(wallet.held),
    not_covered_minor: Number(wallet.notCovered),
  });
}
