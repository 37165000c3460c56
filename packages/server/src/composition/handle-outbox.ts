import type { EventStream } from "../platform/bus/event-stream.ts";
import type { Feature } from "../platform/feature.ts";
import { EVENT, type Outbox } from "../platform/outbox/outbox.ts";
import type { Features } from "./wire-features.ts";

/** Events for other systems: the outbox topic whose rows are published, and the event's type. */
export const EVENTS: ReadonlyMap<string, string> = new Map([
  ["charging.stepped", "session.stepped"],
]);
const EVENT_AGAIN_SECONDS = 10;

/** Publishes events, each under the id of its row: one that is published again after an error is still one event. */
export function handleEvents(outbox: Outbox, events: EventStream): void {
  outbox.on(
    EVENT,
    async ({ type, about }: { type: string; about: object }, { id, first_at: at }) => {
      if (!(await events.publish({ id, type, at, about })))
        return { retryAfterSeconds: EVENT_AGAIN_SECONDS };
      return undefined;
    },
    "event",
  );
}

/** Registers the outbox handlers of every feature. */
export function handleOutbox(outbox: Outbox, features: Features): void {
  for (const { handlers } of Object.values<Feature>(features)) {
    for (const [topic, handler] of Object.entries(handlers)) {
      if (typeof handler === "function") outbox.on(topic, handler);
      else outbox.on(topic, handler.handle, handler.queue);
    }
  }
}
