import type { Withdrawal } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable, Tx } from "../../platform/database/database.ts";
import { page, type Page } from "../../platform/http/paging.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import { allocate, LEAST_REFUND, sumOf, type Part } from "./allocate.ts";
import { lockWallet, move, type Balances } from "./ledger.store.ts";
import {
  countWithdrawals,
  findByWithdrawalKey,
  insertRefund,
  insertWithdrawal,
  listWithdrawalRows,
  openSources,
  refundsOfWithdrawals,
  type RefundRow,
  type WithdrawalRow,
} from "./withdrawal.store.ts";

export type WithdrawDeps = { database: Database; clock: Clock; logger: Logger; outbox: Outbox };

type Refusals =
  | "NOTHING_TO_WITHDRAW"
  | "WITHDRAWAL_TOO_LARGE"
  | "WITHDRAWAL_NOT_COVERED"
  | "AMOUNT_TOO_SMALL"
  | "IDEMPOTENCY_KEY_REUSED";

/**
 * What a driver may withdraw: everything except held money and goodwill, after a debt is settled. Goodwill is spent first, so
 * held money counts as goodwill before the rest does.
 */
export function unused({ wallet, held, overdraft, goodwill }: Balances): bigint {
  const free = wallet + overdraft;
  const own = free + held - goodwill;
  const least = own < free ? own : free;
  return least > 0n ? least : 0n;
}

/**
 * Withdraws unused money from the wallet, back to the payments it came from. `asked` null: all of it. The money is
 * set aside in this transaction; the refunds are sent after it.
 */
export async function createWithdrawal(
  deps: WithdrawDeps & { writeAudit: WriteAudit },
  userId: string,
  asked: bigint | null,
  key: string | null,
): Promise<Outcome<Withdrawal, Refusals>> {
  const outcome = await deps.database.transact(async (tx) => {
    const balances = await lockWallet(tx, userId);
    const earlier = key ? await findByWithdrawalKey(tx, userId, key) : null;
    if (earlier) return earlier.asked === asked ? done(earlier) : refuse("IDEMPOTENCY_KEY_REUSED");
    const available = unused(balances);
    const amount = asked ?? available;
    if (available === 0n) return refuse("NOTHING_TO_WITHDRAW");
    if (amount > available)
      return refuse("WITHDRAWAL_TOO_LARGE", { extra: { available_minor: Number(available) } });
    if (amount < LEAST_REFUND)
      return refuse("AMOUNT_TOO_SMALL", {
        message: "Less than ₹1 cannot be sent back.",
        extra: { least_minor: Number(LEAST_REFUND) },
      });
    const parts = allocate(amount, await openSources(tx, userId));
    if (sumOf(parts) < amount) {
      return refuse("WITHDRAWAL_NOT_COVERED", {
        extra: { refundable_minor: Number(sumOf(parts)) },
      });
    }
    await deps.writeAudit(tx, userId, "WITHDRAWAL", { amount_minor: Number(amount) });
    return done(
      await setAside(deps, tx, { userId, balances, parts, asked, cause: "REQUEST", key }),
    );
  });
  if (!outcome.ok) return outcome;
  const [wire] = await toWire(deps.database.db, [outcome.value]);
  return done(wire!);
}

export async function getWithdrawals(
  on: Queryable,
  userId: string,
  pageNo: number,
  pageSize: number,
): Promise<Page<Withdrawal>> {
  const found = await listWithdrawalRows(on, userId, {
    offset: pageNo * pageSize,
    limit: pageSize,
  });
  return page(await toWire(on, found), pageNo, pageSize, await countWithdrawals(on, userId));
}

export async function setAside(
  deps: WithdrawDeps,
  tx: Tx,
  w: {
    userId: string;
    balances: Balances;
    parts: readonly Part[];
    asked: bigint | null;
    cause: WithdrawalRow["cause"];
    key: string | null;
    retryOf?: string;
  },
): Promise<WithdrawalRow> {
  const { userId, parts } = w;
  const at = deps.clock.now();
  const amount = sumOf(parts);
  const row: WithdrawalRow = {
    user_id: userId,
    id: newId("wdr", at),
    amount,
    asked: w.asked,
    cause: w.cause,
    created_at: at,
  };
  await insertWithdrawal(tx, row, w.key);
  await move(tx, {
    scope: userId,
    idem: `withdrawal:${row.id}`,
    kind: "WITHDRAWAL",
    reason: `Refund to ${namesOf(parts.map(({ source }) => source.source))}`,
    at,
    sessionId: null,
    cdrId: null,
    postings: [{ source: [userId, "wallet"], destination: [userId, "withdrawing"], amount }],
  });
  await requestRefunds(deps, tx, { userId, withdrawalId: row.id, parts, retryOf: w.retryOf });
  return row;
}

/** Writes a refund for each part and puts it on its way. */
export async function requestRefunds(
  deps: WithdrawDeps,
  tx: Tx,
  r: {
    userId: string;
    withdrawalId: string;
    parts: readonly Part[];
    retryOf?: string | undefined;
  },
): Promise<void> {
  const at = deps.clock.now();
  for (const { source, amount } of r.parts) {
    const id = newId("rfd", at);
    await insertRefund(tx, {
      user_id: r.userId,
      id,
      withdrawal_id: r.withdrawalId,
      payment_id: source.payment_id,
      amount,
      created_at: at,
      retry_of: r.retryOf ?? null,
    });
    await deps.outbox.enqueue(tx, "payment.refund", { userId: r.userId, refundId: id });
  }
}

async function toWire(on: Queryable, found: readonly WithdrawalRow[]): Promise<Withdrawal[]> {
  const [first] = found;
  if (!first) return [];
  const ids = found.map(({ id }) => id);
  const refunds = await refundsOfWithdrawals(on, first.user_id, ids);
  return found.map((row) => {
    const parts = refunds.filter((refund) => refund.withdrawal_id === row.id);
    const doneMinor = sumOf(parts.filter(({ status }) => status === "DONE"));
    const failed = parts.filter(({ status }) => status === "FAILED");
    // A failed part that went to another payment is among the other parts; the difference came back.
    const returned = row.amount - (sumOf(parts) - sumOf(failed));
    return {
      id: row.id,
      amount_minor: Number(row.amount),
      status: statusOf(parts, doneMinor, returned),
      done_minor: Number(doneMinor),
      returned_minor: Number(returned),
      parts: parts.map((part) => ({
        amount_minor: Number(part.amount),
        status: part.status === "SENT" ? "PROCESSING" : part.status,
        to: part.source,
        reference: part.refund_id,
        settled_at: part.settled_at?.toISOString() ?? null,
      })),
      cause: row.cause,
      created_at: row.created_at.toISOString(),
    };
  });
}

function statusOf(
  parts: readonly RefundRow[],
  doneMinor: bigint,
  returned: bigint,
): Withdrawal["status"] {
  if (parts.every(({ status }) => status === "REQUESTED")) return "REQUESTED";
  if (parts.some(({ status }) => status === "REQUESTED" || status === "SENT")) return "PROCESSING";
  if (returned === 0n) return "DONE";
  return doneMinor === 0n ? "FAILED" : "PARTLY_FAILED";
}

/** `UPI`, `UPI and card ••1234`: each once. */
function namesOf(sources: readonly string[]): string {
  const names = [...new Set(sources)];
  return names.length < 2
    ? (names[0] ?? "")
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
