import { sweepFile } from "../features/files/index.ts";
import { onLimitDue, watchSession } from "../features/charging/index.ts";
import {
  onSyncAsked,
  sendCommand,
  sendPreferences,
  type CommandOrder,
  type PreferencesOrder,
} from "../features/roaming/index.ts";
import {
  onPaymentNotice,
  onRefundNotice,
  pollTopUp,
  sendRefund,
  sweepClosed,
  type PaymentNotice,
  type RefundNotice,
} from "../features/wallet/index.ts";
import type { EventStream } from "../platform/bus/event-stream.ts";
import { EVENT, type Outbox } from "../platform/outbox/outbox.ts";
import { tellOfCharge, tellOfLimit } from "./session-events.ts";
import type { Wired } from "./wire-features.ts";

/** What other systems are told of, by the outbox topic that goes with it. */
export const EVENTS: ReadonlyMap<string, string> = new Map([
  ["charging.stepped", "session.stepped"],
]);
const EVENT_AGAIN_SECONDS = 10;

/** Publishes events, each under the id of its row: published again after an unclear end, it is still one. */
export function handleEvents(outbox: Outbox, events: EventStream): void {
  outbox.on(
    EVENT,
    async ({ type, about }: { type: string; about: object }, { id, created_at: at }) => {
      if (!(await events.publish({ id, type, at, about })))
        return { retryAfterSeconds: EVENT_AGAIN_SECONDS };
      return undefined;
    },
    "event",
  );
}

/** Who does the work that was put down for later. */
export function handleOutbox(outbox: Outbox, wired: Wired): void {
  const { roaming, charging, topUps, refunds, files, notices } = wired;
  const { database, logger } = charging;
  const telling = { database, notices };
  outbox.on("roaming.command", (order: CommandOrder) => sendCommand(roaming, order));
  outbox.on("roaming.preferences", async (order: PreferencesOrder) => {
    await sendPreferences(roaming, order);
  });
  outbox.on("roaming.sync", (at: { operatorId: string }, row) =>
    onSyncAsked(roaming, at, row.attempts),
  );
  // A charge is looked after whether its driver can be told or not.
  const nearLimit = (at: { userId: string; sessionId: string }) =>
    tellOfLimit(telling, at).catch((error: unknown) =>
      logger.error({ err: error, session: at.sessionId }, "a driver could not be told of a limit"),
    );
  outbox.on("charging.watch", async (at: Parameters<typeof watchSession>[1], row) => {
    const outcome = await watchSession(charging, at, row.attempts);
    await nearLimit(at);
    return outcome;
  });
  outbox.on("charging.stepped", (at: { userId: string; sessionId: string }) =>
    tellOfCharge(telling, at),
  );
  outbox.on("charging.limit", async (at: { userId: string; sessionId: string }) => {
    await onLimitDue(charging, at);
    await nearLimit(at);
  });
  outbox.on("payment.poll", (at: { userId: string; topUpId: string }, row) =>
    pollTopUp(topUps, at, row.attempts),
  );
  outbox.on("payment.notice", (told: PaymentNotice, row) =>
    onPaymentNotice(topUps, told, row.attempts),
  );
  outbox.on("payment.refund", (at: { userId: string; refundId: string }, row) =>
    sendRefund(refunds, at, row.attempts),
  );
  outbox.on("refund.notice", ({ refund }: RefundNotice, row) =>
    onRefundNotice(refunds, refund, row.attempts),
  );
  outbox.on("files.sweep", (at: { id: string }) => sweepFile(files, at));
  outbox.on("wallet.sweep", (at: { userId: string }, row) => sweepClosed(topUps, at, row.attempts));
}
