import type { Tx } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import type { OutboxOutcome } from "../../platform/outbox/outbox.ts";
import { allocate, LEAST_REFUND, sumOf, type Part } from "./allocate.ts";
import { lockWallet, move, type Balances } from "./ledger.store.ts";
import { setAside, unused, type WithdrawDeps } from "./withdraw.ts";
import {
  isClosed,
  lapses,
  listClosedWithMoney,
  openSources,
  putClosure,
  removeClosure,
} from "./withdrawal.store.ts";

const MINUTE_S = 60;
const LONGEST_SWEEP_PAUSE_S = 6 * 3_600;

export type WalletClosed = {
  refunding: bigint;
  to: { amount: bigint; source: string }[];
  held: bigint;
  notCovered: bigint;
};

/**
 * Closes a wallet in the caller's transaction: what can be refunded is refunded, now and whenever money still comes in.
 * `forGood`: goodwill lapses, as nobody can use it any more. A repeated call changes nothing.
 */
export async function closeWallet(
  deps: WithdrawDeps,
  tx: Tx,
  userId: string,
  { forGood }: { forGood: boolean },
): Promise<WalletClosed> {
  const balances = await lockWallet(tx, userId);
  await putClosure(tx, userId, { at: deps.clock.now(), lapses: forGood });
  const parts = await sendEverythingBack(deps, tx, userId);
  if (balances.held > 0n) {
    const due = new Date(deps.clock.now().getTime() + MINUTE_S * 1000);
    await deps.outbox.enqueue(tx, "wallet.sweep", { userId }, due);
  }
  return {
    refunding: balances.withdrawing + sumOf(parts),
    to: parts.map(({ source, amount }) => ({ amount, source: source.source })),
    held: balances.held,
    notCovered: unused(balances) - sumOf(parts),
  };
}

/** Opens a closed wallet again: new money stays. Refunds under way continue. */
export async function reopenWallet(tx: Tx, userId: string): Promise<void> {
  await lockWallet(tx, userId);
  await removeClosure(tx, userId);
}

/**
 * Refunds as much of a closed wallet's unused money as its payments cover; of an open wallet nothing. Returns
 * the refunds under way.
 */
export async function sendEverythingBack(
  deps: WithdrawDeps,
  tx: Tx,
  userId: string,
): Promise<Part[]> {
  const balances = await lockWallet(tx, userId);
  if (!(await isClosed(tx, userId))) return [];
  if (await lapses(tx, userId)) await lapseGoodwill(deps, tx, userId, balances);
  const parts = allocate(unused(balances), await openSources(tx, userId));
  if (parts.length > 0) {
    await setAside(deps, tx, { userId, balances, parts, asked: null, cause: "CLOSURE", key: null });
  }
  return parts;
}

/** The provider has back what is free and not the driver's own; what is held follows with the rest of its hold. */
async function lapseGoodwill(
  { clock }: WithdrawDeps,
  tx: Tx,
  userId: string,
  balances: Balances,
): Promise<void> {
  const amount = balances.wallet + balances.overdraft - unused(balances);
  if (amount <= 0n) return;
  const at = clock.now();
  await move(tx, {
    scope: userId,
    idem: `lapse:${newId("trf", at)}`,
    kind: "CORRECTION",
    reason: "Goodwill lapsed with the account",
    at,
    sessionId: null,
    cdrId: null,
    postings: [{ source: [userId, "wallet"], destination: ["system", "goodwill"], amount }],
  });
}

/**
 * Refunds what came into closed wallets: the rest of a hold, a credited bill, a correction. Once
 * an hour.
 */
export async function sweepClosedWallets(deps: WithdrawDeps): Promise<void> {
  for (const userId of await listClosedWithMoney(deps.database.db, LEAST_REFUND)) {
    await deps.database.transact((tx) => sendEverythingBack(deps, tx, userId));
  }
}

/** Checks a closed wallet until its last hold is settled, or it is open again. */
export async function sweepClosed(
  deps: WithdrawDeps,
  { userId }: { userId: string },
  attempts: number,
): Promise<OutboxOutcome> {
  const held = await deps.database.transact(async (tx) => {
    await sendEverythingBack(deps, tx, userId);
    return (await isClosed(tx, userId)) ? (await lockWallet(tx, userId)).held : 0n;
  });
  if (held === 0n) return;
  return { retryAfterSeconds: Math.min(MINUTE_S * 2 ** attempts, LONGEST_SWEEP_PAUSE_S) };
}
