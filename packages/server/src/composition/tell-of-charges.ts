import type { Database, Tx } from "../platform/database.ts";
import {
  choiceOf,
  findSession,
  type ChargeNotice,
  type SessionRow,
} from "../features/charging/index.ts";
import type { Notices } from "../features/notifications/index.ts";
import { readBalances } from "../features/wallet/index.ts";

type Deps = { database: Database; notices: Notices };
type Told = Parameters<Notices["notify"]>[1];
type At = { userId: string; sessionId: string };

/** Paise: twice the minimum balance, with which the next start is a short one. */
const LOW_WALLET = 10_000n;
/** Of what was chosen, from where on its end is near. */
const NEAR = 0.9;

/**
 * Tells the driver what has become of a charge, from what it is now: whatever was told before is told once, so that
 * this may run after every step, late and twice.
 */
export async function tellOfCharge({ database, notices }: Deps, at: At): Promise<void> {
  const row = await findSession(database.db, at.userId, at.sessionId);
  if (!row) return;
  await database.transact(async (tx) => {
    for (const told of stepsOf(row)) await notices.notify(tx, told);
    if (row.step !== "BILLED" || row.snapshot.hold_minor === null) return;
    const { wallet } = await readBalances(tx, row.user_id);
    if (wallet < LOW_WALLET) await notices.notify(tx, lowWallet(row));
  });
}

/** Tells the driver, once, that a charge comes near the end that was chosen for it. */
export async function tellOfLimit({ database, notices }: Deps, at: At): Promise<void> {
  const row = await findSession(database.db, at.userId, at.sessionId);
  if (row?.status !== "ACTIVE" || (shareOf(row) ?? 0) < NEAR) return;
  await database.transact((tx) =>
    notices.notify(tx, {
      ...aboutSession(row),
      kind: "LIMIT_NEAR",
      key: `limit:${row.id}`,
      title: "Nearly done",
      text: `Your charge at ${row.snapshot.location.name} is close to what you chose and stops by itself.`,
    }),
  );
}

const KINDS: Record<ChargeNotice, Pick<Told, "kind" | "title"> & { about: string }> = {
  NO_ANSWER: { kind: "START_FAILED", title: "Charging did not start", about: "failed" },
  BEGAN_LATE: { kind: "CHARGE_STARTED", title: "Charging has started", about: "started" },
  STOPPED_LATE: { kind: "CHARGE_STOPPED", title: "Charging is being stopped", about: "stop" },
  SILENT: { kind: "CHARGE_UNCLEAR", title: "No news of your charge", about: "silent" },
  GIVEN_UP: { kind: "CHARGE_UNCLEAR", title: "No news of your charge", about: "given-up" },
  PARKING_FEE: { kind: "PARKING_FEE", title: "Free the plug", about: "parking" },
};

/** What charging itself says of a charge, for the driver's list, in its own transaction. */
export async function listChargeNotice(
  { notices }: Pick<Deps, "notices">,
  tx: Tx,
  userId: string,
  text: string,
  { notice, sessionId }: { notice: ChargeNotice; sessionId: string },
): Promise<void> {
  const { kind, title, about } = KINDS[notice];
  const subject = { type: "SESSION", id: sessionId } as const;
  await notices.notify(tx, { userId, kind, key: `${about}:${sessionId}`, title, text, subject });
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
    const { message, not_charged } = row.failure;
    const text = not_charged ? `${message} You were not charged.` : message;
    told.push({
      ...about,
      kind: "START_FAILED",
      key: `failed:${row.id}`,
      title: "Charging did not start",
      text,
    });
  }
  if (began) {
    told.push({
      ...about,
      kind: "CHARGE_STARTED",
      key: `started:${row.id}`,
      title: "Charging has started",
      text: `Your charge at ${place} has started.`,
    });
  }
  if (began && row.status === "COMPLETED") {
    told.push({
      ...about,
      kind: "CHARGE_STOPPED",
      key: `stopped:${row.id}`,
      title: "Charging has ended",
      text: `${whyStopped(row.stop_reason, place)} Free the plug for others.`,
    });
  }
  if (row.cdr_id) {
    told.push({
      userId: row.user_id,
      kind: "BILL_READY",
      key: `bill:${row.cdr_id}`,
      title: "Your bill is ready",
      text: `The bill of your charge at ${place} is there.`,
      subject: { type: "BILL", id: row.cdr_id },
    });
  }
  return told;
}

function whyStopped(reason: string | null, place: string): string {
  if (reason === "LIMIT") return `Your charge at ${place} has reached what you chose.`;
  if (reason === "BALANCE") return `Your charge at ${place} has used up what was set aside for it.`;
  if (reason === "DRIVER") return `You have stopped your charge at ${place}.`;
  return `Your charge at ${place} has ended.`;
}

const lowWallet = (row: SessionRow): Told => ({
  userId: row.user_id,
  kind: "WALLET_LOW",
  key: `low:${row.cdr_id}`,
  title: "Your wallet is low",
  text: "Your wallet is close to its minimum balance. Please add money into your wallet.",
  subject: { type: "WALLET", id: null },
});

/** How much of the choice is reached; null: there is none, or it is not known. */
function shareOf(row: SessionRow): number | null {
  const choice = choiceOf(row.snapshot.estimation_info);
  const { vehicle } = row.snapshot;
  switch (choice?.by) {
    case "MONEY":
      return row.cost_minor === null ? null : Number(row.cost_minor) / Number(choice.minor);
    case "TIME":
      return (row.duration_s ?? 0) / (choice.minutes * 60);
    case "ENERGY":
      return (row.kwh ?? 0) / choice.kwh;
    case "RANGE":
      return vehicle && ((row.kwh ?? 0) * vehicle.range) / vehicle.battery_capacity / choice.km;
    default:
      return null;
  }
}
