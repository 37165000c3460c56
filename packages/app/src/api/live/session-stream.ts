import { readEvents } from "@voltmarg/client";
import type { charging, Session } from "@voltmarg/contract";
import { keys } from "../queries/keys.ts";
import { setLiveConnection } from "./live-connection.ts";
import { queryClient } from "../queries/query-client.ts";
import { isRefusal } from "../http/refusal.ts";
import { request } from "../http/request.ts";
import { isOpen, newer } from "../queries/sessions.ts";

const PATH: typeof charging.liveSessions.path = "/api/ocpi/v1/sessions/live";
/** The service sends a comment every 25 s. Without a byte for about twice that time the connection is dead. */
const silenceMs = 55_000;
const slowestRetryMs = 30_000;

/** Applies an update of one session to the cache. Late and repeated updates change nothing. */
export function applySessionUpdate(session: Session): void {
  const known = queryClient.getQueryData<Session>(keys.session(session.id));
  const best = newer(known, session);
  if (known && best === known) return;
  queryClient.setQueryData(keys.session(session.id), best);
  queryClient.setQueryData<Session[]>(keys.openSessions, (open = []) => {
    if (!isOpen(best)) return open.filter((other) => other.id !== best.id);
    // Replaced in place: a list that reorders with every update cannot be tapped.
    return open.some((other) => other.id === best.id)
      ? open.map((other) => (other.id === best.id ? best : other))
      : [best, ...open];
  });
  if (known?.status !== best.status || known.cdr_id !== best.cdr_id) {
    void queryClient.invalidateQueries({ queryKey: keys.wallet });
    void queryClient.invalidateQueries({ queryKey: keys.cdrs });
    void queryClient.invalidateQueries({ queryKey: keys.cdrOfSession(best.id) });
  }
}

async function listen(lastId: string | null, signal: AbortSignal, onId: (id: string) => void) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
  };
  try {
    const response = await request(PATH, "GET", {
      headers: { Accept: "text/event-stream", ...(lastId ? { "Last-Event-ID": lastId } : {}) },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.body) return;
    setLiveConnection("live");
    // Sessions that ended while disconnected are not at the beginning of the stream.
    void queryClient.invalidateQueries({ queryKey: keys.openSessions });
    for await (const { id, event, data } of readEvents(response.body, alive)) {
      if (id) onId(id);
      if (event === "session") applySessionUpdate(JSON.parse(data) as Session);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Listens until `stop` is aborted; waits while the page is hidden, and longer after each failure. */
export async function streamSessions(stop: AbortSignal): Promise<void> {
  let lastId: string | null = null;
  let failures = 0;
  while (!stop.aborted) {
    if (document.hidden) {
      setLiveConnection("paused");
      await nextVisible(stop);
      failures = 0;
      continue;
    }
    const hide = new AbortController();
    const onHide = () => document.hidden && hide.abort();
    document.addEventListener("visibilitychange", onHide);
    setLiveConnection("connecting");
    try {
      await listen(lastId, AbortSignal.any([stop, hide.signal]), (id) => {
        lastId = id;
        failures = 0;
      });
    } catch (error) {
      // Signed out meanwhile: the guard takes the driver to login.
      if (isRefusal(error, "UNAUTHENTICATED", "REFRESH_REJECTED")) return;
    } finally {
      document.removeEventListener("visibilitychange", onHide);
    }
    if (stop.aborted || hide.signal.aborted) continue;
    setLiveConnection("connecting");
    failures += 1;
    const most = Math.min(slowestRetryMs, 1000 * 2 ** (failures - 1));
    await pause(most / 2 + (Math.random() * most) / 2, stop);
  }
}

const nextVisible = (stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      if (document.hidden && !stop.aborted) return;
      document.removeEventListener("visibilitychange", done);
      stop.removeEventListener("abort", done);
      resolve();
    };
    document.addEventListener("visibilitychange", done);
    stop.addEventListener("abort", done);
  });

const pause = (ms: number, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const over = new AbortController();
    const now = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(now, ms);
    stop.addEventListener("abort", now, over);
    addEventListener("online", now, over);
  });
