import type { OutboxOutcome } from "../../../platform/outbox/outbox.ts";
import type { Carrier, Message, Sent } from "./message.ts";
import type { MessagesDeps } from "./messages-deps.ts";
import {
  attemptsOf,
  beginAttempt,
  endAttempt,
  endMessage,
  findMessage,
  type AttemptRow,
} from "./messages.store.ts";

const FIRST_PAUSE_S = 30;
const LONGEST_PAUSE_S = 3_600;

/**
 * Sends a message by its carriers, one after another. Each attempt is stored before the carrier is called, and an unclear
 * attempt is not repeated, so that a driver gets one code and not two. Mail is repeated, with the same Message-ID.
 */
export async function sendMessage(
  deps: MessagesDeps,
  { id }: { id: string },
  attempts: number,
): Promise<OutboxOutcome> {
  const { database, clock } = deps;
  const row = await findMessage(database.db, id);
  // Expired, or settled by a delivery report meanwhile.
  if (!row || row.state !== "QUEUED" || row.content === null) return;
  const message = JSON.parse(deps.seal.decrypt(row.content)) as Message;
  const carriers = deps.carriers[message.channel] as readonly Carrier<Message>[];
  const before = await attemptsOf(database.db, id);
  let mayPass = false;
  for (const carrier of carriers) {
    const earlier = before.find((each) => each.carrier === carrier.name);
    if (earlier && !mayTry(earlier, message)) {
      if (isSettled(earlier)) continue;
      // The process was killed during the attempt, or another run has it: the message may have been sent.
      await endAttempt(database.db, { id, carrier: carrier.name }, "UNCLEAR", clock.now(), {});
      return endMessage(database.db, id, "UNCLEAR");
    }
    await beginAttempt(database.db, { id, carrier: carrier.name }, clock.now());
    const sent = await carrier.send(id, message);
    const { name } = carrier;
    deps.metrics.messages.inc({ channel: message.channel, carrier: name, outcome: sent.is });
    if (sent.is !== "sent")
      deps.logger.error(
        { message: id, carrier: name, reason: sent.reason },
        "a message did not go",
      );
    await endAttempt(database.db, { id, carrier: name }, STATES[sent.is], clock.now(), sent);
    if (sent.is === "sent") return endMessage(database.db, id, "SENT");
    if (sent.is === "unclear" && message.channel === "sms")
      return endMessage(database.db, id, "UNCLEAR");
    mayPass ||= sent.is === "unclear" || sent.passing;
  }
  // A driver who gets no code requests another one; other messages are tried until they expire.
  if (!mayPass || message.kind === "CODE") return endMessage(database.db, id, "FAILED");
  return { retryAfterSeconds: Math.min(FIRST_PAUSE_S * 2 ** (attempts - 1), LONGEST_PAUSE_S) };
}

const STATES: Record<Sent["is"], "SENT" | "REFUSED" | "UNCLEAR"> = {
  sent: "SENT",
  refused: "REFUSED",
  unclear: "UNCLEAR",
};

/** Whether a carrier that was tried before may be tried again. */
const mayTry = ({ state }: AttemptRow, { channel, kind }: Message): boolean =>
  channel === "mail" ? state !== "SENT" : state === "REFUSED" && kind !== "CODE";

/** Whether it is known that the carrier did not deliver. */
const isSettled = ({ state }: AttemptRow): boolean => state === "REFUSED" || state === "FAILED";
