import pg from "pg";
import type { Logger } from "./logger.ts";

/** A signal between replicas. It says what changed and which version; the truth is read from the database. */
export type Signal = { topic: string; key: string; id: string; version: number };

export type Bus = {
  publish(signal: Signal): void;
  subscribe(topic: string, listener: (signal: Signal) => void): () => void;
  close(): Promise<void>;
};

function createListeners() {
  const byTopic = new Map<string, Set<(signal: Signal) => void>>();
  return {
    add: (topic: string, listener: (signal: Signal) => void) => {
      const set = byTopic.get(topic) ?? new Set();
      byTopic.set(topic, set.add(listener));
      return () => void set.delete(listener);
    },
    tell: (signal: Signal) => byTopic.get(signal.topic)?.forEach((listener) => listener(signal)),
  };
}

/** Signals within this process only. */
export function createLocalBus(): Bus {
  const listeners = createListeners();
  return { publish: listeners.tell, subscribe: listeners.add, close: async () => {} };
}

// NOTIFY payloads end at 8000 bytes.
const CHANNEL = "voltmarg";
const MAX_BYTES = 7500;

/**
 * Signals through PostgreSQL. NOTIFY takes a global lock at commit, so signals are packed and sent outside
 * transactions; one connection per process listens and comes back by itself when it breaks.
 */
export function createPgBus(pool: pg.Pool, connectionString: string, logger: Logger): Bus {
  const listeners = createListeners();
  let waiting: string[] = [];
  let sending = false;
  let closed = false;
  let client: pg.Client | null = null;

  const send = async () => {
    if (sending) return;
    sending = true;
    try {
      while (waiting.length > 0) {
        let size = 0;
        let take = 0;
        while (take < waiting.length && size + waiting[take]!.length + 1 < MAX_BYTES)
          size += waiting[take++]!.length + 1;
        const batch = waiting.slice(0, Math.max(take, 1));
        waiting = waiting.slice(batch.length);
        await pool.query("select pg_notify($1, $2)", [CHANNEL, `[${batch.join(",")}]`]);
      }
    } catch (error) {
      logger.warn({ err: error }, "signals lost; readers catch up from the database");
    } finally {
      sending = false;
    }
  };

  const listen = async (): Promise<void> => {
    if (closed) return;
    const next = new pg.Client({ connectionString });
    let over = false;
    const again = () => {
      if (over) return;
      over = true;
      if (client === next) client = null;
      if (!closed) setTimeout(() => void listen(), 500).unref();
    };
    next.on("error", () => {});
    next.on("end", again);
    next.on("notification", ({ payload }) => {
      for (const signal of JSON.parse(payload ?? "[]") as Signal[]) listeners.tell(signal);
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      client = next;
    } catch (error) {
      logger.warn({ err: error }, "cannot listen for signals yet");
      await next.end().catch(() => {});
      again();
    }
  };
  void listen();

  return {
    publish: (signal) => {
      waiting.push(JSON.stringify(signal));
      setImmediate(() => void send());
    },
    subscribe: listeners.add,
    close: async () => {
      closed = true;
      await client?.end().catch(() => {});
    },
  };
}
