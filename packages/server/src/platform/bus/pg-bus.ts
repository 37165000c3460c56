import pg from "pg";
import { createBacklog, createListeners, packed, unpacked, type Bus } from "./bus.ts";
import type { Logger } from "../observability/logger.ts";

// NOTIFY payloads end at 8000 bytes.
const CHANNEL = "voltmarg";
const MAX_BYTES = 7500;
const AGAIN_MS = 500;

/**
 * Signals through PostgreSQL. NOTIFY takes a global lock at commit, so signals are batched and sent outside
 * transactions. One connection per process listens. It bypasses any pooler and reconnects when it breaks.
 */
export function createPgBus(pool: pg.Pool, directUrl: string, logger: Logger): Bus {
  const { add, tell, onGap, gap } = createListeners();
  const backlog = createBacklog();
  let sending = false;
  let closed = false;
  let client: pg.Client | null = null;
  let heardBefore = false;

  const send = async () => {
    if (sending || closed) return;
    sending = true;
    try {
      while (backlog.size > 0) {
        const batch = backlog.head(MAX_BYTES);
        await pool.query("select pg_notify($1, $2)", [CHANNEL, packed(batch)]);
        backlog.drop(batch);
      }
    } catch (error) {
      logger.warn({ err: error, waiting: backlog.size }, "signals wait for the database");
      if (!closed) setTimeout(() => void send(), AGAIN_MS).unref();
    } finally {
      sending = false;
    }
  };

  const listen = async (): Promise<void> => {
    if (closed) return;
    const next = new pg.Client({ connectionString: directUrl, keepAlive: true });
    let over = false;
    const again = () => {
      if (over) return;
      over = true;
      if (client === next) client = null;
      if (!closed) setTimeout(() => void listen(), AGAIN_MS).unref();
    };
    next.on("error", () => {});
    next.on("end", again);
    next.on("notification", ({ payload }) => unpacked(payload ?? "").forEach(tell));
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      client = next;
      if (heardBefore) gap();
      heardBefore = true;
    } catch (error) {
      logger.warn({ err: error }, "cannot listen for signals yet");
      await next.end().catch(() => {});
      again();
    }
  };
  void listen();

  return {
    publish: (signal) => {
      backlog.add(signal);
      setImmediate(() => void send());
    },
    subscribe: add,
    onGap,
    close: async () => {
      closed = true;
      await client?.end().catch(() => {});
    },
  };
}
