import type { Mounts } from "./http/mounts.ts";
import type { OutboxHandler, Queue } from "./outbox/outbox.ts";

/** What a topic of the outbox does, in the main queue unless it names another. */
export type TopicHandler = OutboxHandler | { queue: Queue; handle: OutboxHandler };

/** What a feature gives the composition: its HTTP routes, its outbox handlers by topic, and what others may call. */
export type Feature<Api extends object = object> = {
  routes(mounts: Mounts): void | Promise<void>;
  handlers: Readonly<Record<string, TopicHandler>>;
  api: Api;
};

/** A feature that only answers requests. */
export const routesOnly = (routes: Feature["routes"]): Feature => ({
  routes,
  handlers: {},
  api: {},
});
