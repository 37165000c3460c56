import { setTimeout as timer } from "node:timers/promises";
import { readRetryAfter } from "./retry-after.ts";
import { OutboundError, type Outbound, type OutboundResponse } from "./outbound.ts";

export type CircuitState = "CLOSED" | "OPEN" | "HALF_OPEN";
export type CircuitHealth = {
  state: CircuitState;
  /** When the next call is allowed; null: now. */
  next_try_at: Date | null;
  /** Calls that ended within the last five minutes, and how many of them failed. */
  calls: number;
  failures: number;
  under_way: number;
};

/** Guards the calls to one partner. Never affects calls to other partners. */
export type CircuitBreaker = {
  send: Outbound;
  health(): CircuitHealth;
  /** Call when the partner called us: the next call is then allowed at once. */
  heard(): void;
  /** Call when another replica's breaker opened; `until` in milliseconds of `now`. */
  shut(why: OpenReason, until: number): void;
};

/** Why nothing is sent: the partner does not answer, or requested a pause. */
export type OpenReason = "silent" | "asked";

export type CircuitBreakerSettings = {
  /** The time in milliseconds. */
  now: () => number;
  /** Waits between two tries of a call; replaced in tests only. */
  wait?: (ms: number) => Promise<unknown>;
  random?: () => number;
  onEnded?: (outcome: { ok: boolean; message: string }) => void;
  /** Called when this breaker opens, to inform the other replicas. */
  onShut?: (why: OpenReason, until: number) => void;
};

const AT_ONCE = 8;
/** Connections that lists may not use, so that a long pull never delays a command. */
const FOR_COMMANDS = 2;
const WAITING = 32;
const LONGEST_WAIT_MS = 5_000;
const FAILURES_TO_OPEN = 3;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
const LONGEST_HOLD_MS = 15 * 60_000;
const TRIES = 3;
const RETRY_MS = 200;
const WORTH_WAITING_MS = 2_000;
const WINDOW_MS = 5 * 60_000;

/**
 * Guards calls to one partner: limits connections, opens after failures in a row, then probes with single calls, obeys
 * Retry-After, and retries only GET. A call refused here fails with `sent: false`.
 */
export function createCircuitBreaker(
  outbound: Outbound,
  settings: CircuitBreakerSettings,
): CircuitBreaker {
  const {
    now,
    wait = (ms) => timer(ms, undefined, { ref: false }),
    random = Math.random,
    onEnded,
    onShut,
  } = settings;
  const ended: { at: number; ok: boolean }[] = [];
  const queue: { urgent: boolean; go: () => void }[] = [];
  let underWay = 0;
  let inARow = 0;
  let pause = FIRST_PAUSE_MS;
  let openUntil = 0;
  let heldUntil = 0;
  let probing = false;

  const isOpen = () => inARow >= FAILURES_TO_OPEN;
  const room = (urgent: boolean) => underWay < (urgent ? AT_ONCE : AT_ONCE - FOR_COMMANDS);

  /** Refuses a call while the breaker is open or the partner asked us to wait. */
  const admit = (): OutboundError | "probe" | null => {
    const at = now();
    if (at < heldUntil) return notSent("the partner asked us to wait");
    if (!isOpen()) return null;
    if (at < openUntil || probing) return notSent("the partner does not answer");
    probing = true;
    return "probe";
  };

  const enter = async (urgent: boolean): Promise<void> => {
    if (room(urgent)) {
      underWay++;
      return;
    }
    if (queue.length >= WAITING) throw notSent("too many calls are waiting");
    let gone = false;
    const place = new Promise<void>((go) => {
      const entry = { urgent, go };
      if (urgent) queue.unshift(entry);
      else queue.push(entry);
      const giveUp = async () => {
        await wait(LONGEST_WAIT_MS);
        const index = queue.indexOf(entry);
        if (index === -1) return;
        queue.splice(index, 1);
        gone = true;
        go();
      };
      void giveUp();
    });
    await place;
    if (gone) throw notSent("no connection came free in time");
  };
  const leave = () => {
    underWay--;
    const next = queue.findIndex(({ urgent }) => room(urgent));
    if (next === -1) return;
    underWay++;
    queue.splice(next, 1)[0]!.go();
  };

  const note = (ok: boolean, message: string) => {
    const at = now();
    ended.push({ at, ok });
    while (ended.length > 0 && (ended[0]!.at < at - WINDOW_MS || ended.length > 1000))
      ended.shift();
    if (ok) {
      inARow = 0;
      pause = FIRST_PAUSE_MS;
    } else {
      inARow++;
      if (isOpen()) {
        openUntil = at + pause * (0.75 + random() / 2);
        onShut?.("silent", openUntil);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
    onEnded?.({ ok, message });
  };

  const once: Outbound = async (request) => {
    const urgent = request.method !== "GET";
    const admitted = admit();
    if (admitted instanceof OutboundError) throw admitted;
    try {
      await enter(urgent);
      try {
        const answer = await outbound(request);
        const asked = retryAfterMs(answer, now());
        if (asked !== null) {
          heldUntil = now() + Math.min(asked, LONGEST_HOLD_MS);
          onShut?.("asked", heldUntil);
        }
        note(answer.status < 500, `HTTP ${answer.status}`);
        return answer;
      } catch (error) {
        if (!isRefused(error)) note(false, error instanceof Error ? error.message : String(error));
        throw error;
      } finally {
        leave();
      }
    } finally {
      if (admitted === "probe") probing = false;
    }
  };

  return {
    send: async (request) => {
      for (let tried = 1; ; tried++) {
        const last = request.method !== "GET" || tried === TRIES;
        try {
          const answer = await once(request);
          const asked = retryAfterMs(answer, now());
          const again = answer.status >= 500 || answer.status === 429;
          if (last || !again || (asked ?? 0) > WORTH_WAITING_MS || isOpen()) return answer;
          await wait(Math.max(asked ?? 0, backoff(tried, random)));
        } catch (error) {
          if (last || isRefused(error) || isOpen() || now() < heldUntil) throw error;
          await wait(backoff(tried, random));
        }
      }
    },
    health: () => {
      const at = now();
      const recent = ended.filter((each) => each.at >= at - WINDOW_MS);
      const shut = isOpen() && at < openUntil;
      const next = Math.max(isOpen() ? openUntil : 0, heldUntil);
      return {
        state: shut ? "OPEN" : isOpen() ? "HALF_OPEN" : "CLOSED",
        next_try_at: next > at ? new Date(next) : null,
        calls: recent.length,
        failures: recent.filter(({ ok }) => !ok).length,
        under_way: underWay,
      };
    },
    heard: () => {
      if (isOpen()) openUntil = Math.min(openUntil, now());
    },
    shut: (why, until) => {
      const latest = now() + (why === "asked" ? LONGEST_HOLD_MS : 2 * LONGEST_PAUSE_MS);
      // The clocks of replicas differ, and a wrong one must not block a partner for ever.
      const at = Math.min(until, latest);
      if (why === "asked") heldUntil = Math.max(heldUntil, at);
      else if (at > now()) {
        inARow = Math.max(inARow, FAILURES_TO_OPEN);
        openUntil = Math.max(openUntil, at);
      }
    },
  };
}

const notSent = (message: string) => new OutboundError(message, { refused: true });
const isRefused = (error: unknown) => error instanceof OutboundError && error.refused;

const backoff = (tried: number, random: () => number) =>
  RETRY_MS * 2 ** (tried - 1) * (0.5 + random());

/** Retry-After of a 429 or 503 in milliseconds. */
function retryAfterMs({ status, headers }: OutboundResponse, now: number): number | null {
  return status === 429 || status === 503 ? readRetryAfter(headers["retry-after"], now) : null;
}
