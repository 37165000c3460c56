import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database.ts";
import { newId } from "../../platform/ids.ts";
import type { Outbox } from "../../platform/outbox.ts";
import { insertMessage, messagesTo, type MessageRow } from "./notifications.store.ts";

export type Message = { channel: "sms" | "mail" | "push"; to: string; text: string; code?: string };
/** Carries a message out; run at least once, so a carrier uses `id` to drop repeats. */
export type Carrier = (id: string, message: Message) => Promise<void>;

export type Messages = {
  /** Queues a message in the caller's transaction. */
  send(tx: Tx, message: Message): Promise<void>;
  listSent(to: string | undefined): Promise<MessageRow[]>;
};

const TOPIC = "message.send";

/** The carrier of demonstrations and tests: a table anybody on this machine can read. */
export function tableCarrier(deps: { database: Database; clock: Clock }): Carrier {
  return async (id, message) => {
    await insertMessage(deps.database.db, { id, at: deps.clock.now(), ...message });
  };
}

/** The one port through which SMS, mail and push leave. */
export function createMessages(deps: {
  database: Database;
  clock: Clock;
  outbox: Outbox;
  carrier: Carrier;
}): Messages {
  deps.outbox.on(TOPIC, async (payload: { id: string; message: Message }) =>
    deps.carrier(payload.id, payload.message),
  );
  return {
    send: (tx, message) =>
      deps.outbox.enqueue(tx, TOPIC, { id: newId("msg", deps.clock.now()), message }),
    listSent: async (to) => {
      // What was just asked for is there when somebody looks.
      await deps.outbox.settle();
      return messagesTo(deps.database.db, to);
    },
  };
}
