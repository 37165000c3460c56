import { createClient, readEvents } from "@voltmarg/client";
import { charging, type Session } from "@voltmarg/contract";
import { setTimeout as wait } from "node:timers/promises";

/** A driver's live stream, kept open as the app does: after a disconnect it resumes from the last version received. */
export type Listener = {
  /** Whether it was connected. */
  readonly isOpen: boolean;
  /** How often it was disconnected and resumed. */
  readonly resumed: number;
  /** Versions that the service had and the stream did not report in time. */
  readonly missed: number;
  /** Resolves when the stream has reported this version of a session or a later one, or at the deadline. */
  hasHeard(id: string, version: number, withinMs: number): Promise<void>;
  stop(): void;
};

const LOOK_MS = 50;

export function createListener(url: string, token: () => string): Listener {
  const heard = new Map<string, number>();
  const stopped = new AbortController();
  const client = createClient({ url, fetch });
  let last = "";
  let opened = 0;
  let missed = 0;

  const listen = async () => {
    const { body } = await client.open(charging.liveSessions, {
      token: token(),
      send: { accept: "text/event-stream", ...(last && { "last-event-id": last }) },
      signal: stopped.signal,
    });
    opened += 1;
    for await (const event of readEvents(body!)) {
      if (event.id) last = event.id;
      if (event.event !== "session") continue;
      const { id, version } = JSON.parse(event.data) as Session;
      heard.set(id, Math.max(version, heard.get(id) ?? 0));
    }
  };
  const keepListening = async () => {
    while (!stopped.signal.aborted) {
      await listen().catch(() => {});
      await wait(100 + Math.random() * 300);
    }
  };
  void keepListening();

  return {
    get isOpen() {
      return opened > 0;
    },
    get resumed() {
      return Math.max(0, opened - 1);
    },
    get missed() {
      return missed;
    },
    hasHeard: async (id, version, withinMs) => {
      const giveUp = Date.now() + withinMs;
      while ((heard.get(id) ?? 0) < version) {
        if (Date.now() > giveUp) {
          missed += 1;
          return;
        }
        await wait(LOOK_MS);
      }
    },
    stop: () => stopped.abort(),
  };
}
