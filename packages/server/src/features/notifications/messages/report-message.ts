import type { MessagesDeps } from "./messages-deps.ts";
import { findByReference, lockMessage, putState, reportAttempt } from "./messages.store.ts";

export type Report = {
  carrier: string;
  /** Our id of the message if the carrier repeats it; otherwise the carrier's id. */
  message: { id: string } | { reference: string };
  state: "DELIVERED" | "FAILED";
  reason: string;
};

/**
 * Handles a delivery report; false: the message is unknown. A message that certainly failed goes to the next carrier
 * until it expires.
 */
export async function reportMessage(deps: MessagesDeps, report: Report): Promise<boolean> {
  const { database, clock, outbox } = deps;
  const { carrier, message, state, reason } = report;
  const id =
    "id" in message
      ? message.id
      : (await findByReference(database.db, carrier, message.reference))?.message_id;
  if (id === undefined) return false;
  return database.transact(async (tx) => {
    const row = await lockMessage(tx, id);
    if (!row) return false;
    const at = clock.now();
    if (!(await reportAttempt(tx, { id, carrier }, state, reason, at))) return true;
    deps.metrics.messages.inc({ channel: row.channel, carrier, outcome: state.toLowerCase() });
    if (state === "DELIVERED") {
      await putState(tx, id, "DELIVERED");
    } else if (row.state !== "DELIVERED") {
      // The content of an unclear message is deleted, so that no second code can be sent.
      const again = row.content !== null && row.expires_at > at;
      await putState(tx, id, again ? "QUEUED" : "FAILED");
      if (again) await outbox.enqueue(tx, "message.send", { id });
    }
    return true;
  });
}
