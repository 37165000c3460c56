import { jetstream, jetstreamManager, type JetStreamClient } from "@nats-io/jetstream";
import { connect, nanos, type NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "../observability/logger.ts";
import { natsOptions } from "./nats-bus.ts";

/** A domain event for other systems: a type and the ids it is about, no personal data. */
export type DomainEvent = { id: string; type: string; at: Date; about: object };

export type EventStream = {
  /** True: the stream has stored it. False: not now, retry. An id sent twice is one event. */
  publish(event: DomainEvent): Promise<boolean>;
  close(): Promise<void>;
};

const STREAM = "VOLTMARG_EVENTS";
const SUBJECTS = "voltmarg.events";
/** How long the stream remembers ids. An event with an unclear outcome is published again within two minutes. */
const KNOWN_HOURS = 2;
const KEPT_DAYS = 30;
const HOUR_MS = 3_600_000;
const ANSWER_MS = 3_000;

/**
 * Publishes events to JetStream. Creates the stream with its limits if it does not exist; an administrator's changes of
 * its settings stay.
 */
export function createEventStream(servers: readonly string[], logger: Logger): EventStream {
  let connection: NatsConnection | null = null;
  let client: JetStreamClient | null = null;
  let closed = false;

  const open = async () => {
    connection = await connect(natsOptions(servers));
    if (closed) await connection.close();
  };
  open().catch((error: unknown) => logger.error({ err: error }, "no events: NATS cannot be used"));

  const ready = async (): Promise<JetStreamClient | null> => {
    if (client || !connection) return client;
    const manager = await jetstreamManager(connection, { timeout: ANSWER_MS });
    const known = await manager.streams.info(STREAM).catch(() => null);
    if (!known) {
      await manager.streams.add({
        name: STREAM,
        subjects: [`${SUBJECTS}.>`],
        duplicate_window: nanos(KNOWN_HOURS * HOUR_MS),
        max_age: nanos(KEPT_DAYS * 24 * HOUR_MS),
      });
    }
    return (client = jetstream(connection, { timeout: ANSWER_MS }));
  };

  return {
    publish: async ({ id, type, at, about }) => {
      try {
        const stream = await ready();
        if (!stream) return false;
        const body = JSON.stringify({ id, type, at: at.toISOString(), about });
        await stream.publish(`${SUBJECTS}.${type}`, body, { msgID: id, timeout: ANSWER_MS });
        return true;
      } catch (error) {
        logger.warn({ err: error, event: id }, "an event waits for NATS");
        // The stream may have been lost with its server.
        client = null;
        return false;
      }
    },
    close: async () => {
      closed = true;
      await connection?.close();
    },
  };
}
