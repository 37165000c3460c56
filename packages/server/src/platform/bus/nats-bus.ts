import { connect, type NatsConnection } from "@nats-io/transport-node";
import { createBacklog, createListeners, packed, unpacked, type Bus } from "./bus.ts";
import type { Logger } from "../observability/logger.ts";
import { withTimeout } from "../deadline.ts";

const SUBJECT = "voltmarg.signals";
const MAX_BYTES = 60_000;
const CLOSE_MS = 2_000;

/** Connection options for NATS: reconnect for ever, and never delay the start of the service. */
export const natsOptions = (servers: readonly string[]) => ({
  servers: [...servers],
  name: "voltmarg",
  maxReconnectAttempts: -1,
  reconnectTimeWait: 500,
  waitOnFirstConnect: true,
  // A server that died silently is noticed after at most two pings.
  pingInterval: 10_000,
  maxPingOut: 2,
});

/** Connects once, and returns what the first server that answers says of itself. */
export async function checkNats(
  servers: readonly string[],
): Promise<{ version: string; jetstream: boolean }> {
  const once = { reconnect: false, waitOnFirstConnect: false, timeout: CLOSE_MS };
  const connection = await connect({ ...natsOptions(servers), ...once });
  const { version = "", jetstream = false } = connection.info ?? {};
  await connection.close();
  return { version, jetstream };
}

/**
 * Signals through NATS, for more signals than NOTIFY with its global lock can carry. Listeners in this process are
 * called directly. While NATS is down, changes in other replicas are noticed late, by the gap that a reconnect reports.
 */
export function createNatsBus(servers: readonly string[], logger: Logger): Bus {
  const { add, tell, onGap, gap } = createListeners();
  const backlog = createBacklog();
  let connection: NatsConnection | null = null;
  let reachable = false;
  let closed = false;

  const send = () => {
    if (!reachable || !connection) return;
    while (backlog.size > 0) {
      const batch = backlog.head(MAX_BYTES);
      connection.publish(SUBJECT, packed(batch));
      backlog.drop(batch);
    }
  };

  const watch = async (opened: NatsConnection) => {
    for await (const { type } of opened.status()) {
      if (type === "disconnect") {
        reachable = false;
        logger.warn({}, "NATS is away");
      } else if (type === "reconnect") {
        reachable = true;
        logger.info({}, "NATS is back");
        gap();
        send();
      }
    }
  };

  const open = async () => {
    const opened = await connect({ ...natsOptions(servers), noEcho: true });
    if (closed) return opened.close();
    connection = opened;
    reachable = true;
    opened.subscribe(SUBJECT, {
      callback: (error, message) => {
        if (!error) unpacked(message.string()).forEach(tell);
      },
    });
    // Signals sent before the subscription may have been missed.
    gap();
    send();
    await watch(opened);
  };
  open().catch((error: unknown) => logger.error({ err: error }, "no signals: NATS cannot be used"));

  return {
    publish: (signal) => {
      tell(signal);
      backlog.add(signal);
      setImmediate(send);
    },
    subscribe: add,
    onGap,
    close: async () => {
      closed = true;
      send();
      if (connection)
        await withTimeout(
          CLOSE_MS,
          connection.drain().catch(() => {}),
          undefined,
        );
      await connection?.close();
    },
  };
}
