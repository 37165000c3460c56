import type { Clock } from "../platform/clock.ts";
import type { OutboxRun } from "../platform/outbox/outbox.ts";
import type { Database, Tx } from "../platform/database/database.ts";
import {
  countSession,
  findSession,
  isNearLimit,
  type ChargeNotice,
  type ChargingDeps,
  type SessionRow,
} from "../features/charging/index.ts";
import type { Notices } from "../features/notifications/index.ts";
import { readBalances } from "../features/wallet/index.ts";

type Deps = { database: Database; notices: Notices };
type Told = Parameters<Notices["notify"]>[1];
type At = { userId: string; sessionId: string };

/** Paise: twice the minimum balance, with which the next start is a short one. */
const LOW_WALLET = 10_000n;
/**
 * Tells the driver what has become of a charge, and counts for its station what it says of the charger, from what it is now: whatever was told before is told once, so that
 * this may run after every step, late and twice.
 */
export async function notifyOfCharge(
  { database, notices, clock }: Deps & { clock: Clock },
  at: At,
  { finish }: Pick<OutboxRun, "finish">,
): Promise<void> {
  const row = await findSession(database.db, at.userId, at.sessionId);
  if (!row) return;
  await database.transact(async (tx) => {
    await countSession(tx, row, clock.now());
    await notices.notifyAll(tx, stepsOf(row));
    if (row.step === "BILLED" && row.snapshot.hold_minor !== null) {
      const { wallet } = await readBalances(tx, row.user_id);
      if (wallet < LOW_WALLET) await notices.notify(tx, lowWallet(row));
    }
    // Last: it locks the row that runs next, which may be the check of another session's limit.
    await finish(tx);
  });
}

/** Notifies the driver once that a session is near its limit. */
export async function notifyOfLimit({ database, notices }: Deps, at: At): Promise<void> {
  const row = await findSession(database.db, at.userId, at.sessionId);
  if (!row || !isNearLimit(row)) return;
  await database.transact((tx) =>
    notices.notify(tx, {
      ...aboutSession(row),
      key: `limit:${row.id}`,
      said: { of: "LIMIT_NEAR", place: row.snapshot.location.name },
    }),
  );
}

const PREFIXES: Record<ChargeNotice, string> = {
  NO_ANSWER: "failed",
  BEGAN_LATE: "started",
  STOPPED_LATE: "stop",
  SILENT: "silent",
  GIVEN_UP: "given-up",
  STOP_REFUSED: "stop-refused",
  SECOND_STOPPED: "second",
  PARKING_FEE: "parking",
};

/** What charging itself says of a charge, for the driver's list, in its own transaction. */
export async function listChargeNotice(
  { notices }: Pick<Deps, "notices">,
  tx: Tx,
  told: Pick<Told, "userId" | "said">,
  about: Parameters<ChargingDeps["tellDriver"]>[3],
): Promise<void> {
  if ("billId" in about) {
    const subject = { type: "BILL", id: about.billId } as const;
    await notices.notify(tx, { ...told, key: `bill:${about.billId}`, subject });
    return;
  }
  const { notice, sessionId } = about;
  const subject = { type: "SESSION", id: sessionId } as const;
  await notices.notify(tx, { ...told, key: `${PREFIXES[notice]}:${sessionId}`, subject });
}

const aboutSession = (row: SessionRow) => ({
  userId: row.user_id,
  subject: { type: "SESSION", id: row.id } as const,
});

function stepsOf(row: SessionRow): Told[] {
  const place = row.snapshot.location.name;
  const about = aboutSession(row);
  const began = row.timeline.some(({ step }) => step === "STARTED" || step === "FLOWING");
  const told: Told[] = [];
  if (row.status === "FAILED" && row.failure) {
    told.push({
      ...about,
      key: `failed:${row.id}`,
      said: { of: "START_FAILED", ...row.failure },
    });
  }
  if (began)
    told.push({ ...about, key: `started:${row.id}`, said: { of: "CHARGE_STARTED", place } });
  // If we ended it without the operator, the driver already got the notice for that.
  if (began && row.status === "COMPLETED" && !row.given_up_at) {
    told.push({
      ...about,
      key: `stopped:${row.id}`,
      said: { of: "CHARGE_STOPPED", place, why: whyStopped(row.stop_reason) },
    });
  }
  if (row.cdr_id) {
    told.push({
      userId: row.user_id,
      key: `bill:${row.cdr_id}`,
      said: { of: "BILL_READY", place },
      subject: { type: "BILL", id: row.cdr_id },
    });
  }
  return told;
}

const whyStopped = (reason: string | null) =>
  reason === "LIMIT" || reason === "BALANCE" || reason === "DRIVER" ? reason : "OTHER";

const lowWallet = (row: SessionRow): Told => ({
  userId: row.user_id,
  key: `low:${row.cdr_id}`,
  said: { of: "WALLET_LOW" },
  subject: { type: "WALLET", id: null },
});
