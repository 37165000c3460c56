import { setTimeout as timer } from "node:timers/promises";
import { readRetryAfter } from "./retry-after.ts";
import {
  OutboundError,
  type Outbound,
  type OutboundRequest,
  type OutboundResponse,
} from "./outbound.ts";

export type CircuitState = "CLOSED" | "OPEN" | "HALF_OPEN";
/** PAUSED: the partner asked us to wait. */
export type LaneHealth = { state: CircuitState | "PAUSED"; next_try_at: Date | null };
export type CircuitHealth = {
  /** The worst of the lanes, without pauses. */
  state: CircuitState;
  /** When the next call of any lane that is shut is allowed; null: now. */
  next_try_at: Date | null;
  /** By lane, in the order of the settings. */
  lanes: Record<string, LaneHealth>;
  /** Calls that ended within the last five minutes, and how many of them failed. */
  calls: number;
  failures: number;
  under_way: number;
};

/** Guards the calls to one partner. Never affects calls to other partners. */
export type CircuitBreaker = {
  /** `lane`: one of the settings; default: the first. */
  send(request: OutboundRequest, lane?: string): Promise<OutboundResponse>;
  health(): CircuitHealth;
  /** Call when the partner called us: the next call is then allowed at once. */
  heard(): void;
  /** Call when another replica's breaker opened; `until` in milliseconds of `now`. */
  shut(why: OpenReason, until: number, lane?: string): void;
};

/** Why nothing is sent: the partner does not answer, answers with errors in this lane, or requested a pause of it. */
export type OpenReason = "silent" | "failing" | "asked";

/** One sort of traffic with its own connections: errors and pauses of another lane do not affect it. */
export type Lane = {
  atOnce: number;
  /** The longest pause that is obeyed when the partner sends Retry-After. */
  longestPauseMs: number;
};

export type CircuitBreakerSettings = {
  /** The time in milliseconds. */
  now: () => number;
  /** Default: one, of eight connections. */
  lanes?: Readonly<Record<string, Lane>>;
  /** Waits between two tries of a call; replaced in tests only. */
  wait?: (ms: number) => Promise<unknown>;
  random?: () => number;
  /** Called when this breaker opens, to inform the other replicas. */
  onShut?: (why: OpenReason, until: number, lane: string) => void;
};

const ONE_LANE = { all: { atOnce: 8, longestPauseMs: 15 * 60_000 } };
const WAITING = 32;
const LONGEST_WAIT_MS = 5_000;
const FAILURES_TO_OPEN = 3;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
const TRIES = 3;
const RETRY_MS = 200;
const WORTH_WAITING_MS = 2_000;
const WINDOW_MS = 5 * 60_000;

/**
 * Guards calls to one partner: limits connections, opens after failures in a row, then probes with single calls, obeys
 * Retry-After, and retries only GET. A partner that does not answer is silent in all lanes; HTTP errors and Retry-After
 * concern the lane they came in. A call refused here fails with `sent: false`.
 */
export function createCircuitBreaker(
  outbound: Outbound,
  settings: CircuitBreakerSettings,
): CircuitBreaker {
  const {
    now,
    wait = (ms) => timer(ms, undefined, { ref: false }),
    random = Math.random,
    onShut,
  } = settings;
  const ended: { at: number; ok: boolean }[] = [];
  const silence = createCircuit(now, random);
  const lanes = Object.entries(settings.lanes ?? ONE_LANE).map(
    ([name, { atOnce, longestPauseMs }]) => ({
      name,
      longestPauseMs,
      pausedUntil: 0,
      errors: createCircuit(now, random),
      places: createPlaces(atOnce, wait),
    }),
  );
  type OpenLane = (typeof lanes)[number];
  const laneOf = (name?: string): OpenLane => lanes.find((each) => each.name === name) ?? lanes[0]!;
  const circuitsOf = ({ errors }: OpenLane) => [silence, errors];
  const isOpen = (lane: OpenLane) => circuitsOf(lane).some((each) => each.isOpen());
  const isPaused = ({ pausedUntil }: OpenLane) => now() < pausedUntil;

  const pause = (lane: OpenLane, until: number) => {
    lane.pausedUntil = Math.max(lane.pausedUntil, Math.min(until, now() + lane.longestPauseMs));
  };

  const note = (ok: boolean) => {
    const at = now();
    ended.push({ at, ok });
    while (ended.length > 0 && (ended[0]!.at < at - WINDOW_MS || ended.length > 1000))
      ended.shift();
  };
  const failed = (circuit: Circuit, why: OpenReason, { name }: OpenLane) => {
    if (circuit.failed()) onShut?.(why, circuit.openUntil(), name);
  };

  const once = async (request: OutboundRequest, lane: OpenLane): Promise<OutboundResponse> => {
    if (isPaused(lane)) throw notSent("the partner asked us to wait");
    const open = circuitsOf(lane).filter((each) => each.isOpen());
    if (!open.every((each) => each.mayProbe())) throw notSent("the partner does not answer");
    for (const each of open) each.probe();
    try {
      await lane.places.enter();
      try {
        const answer = await outbound(request);
        const asked = retryAfterMs(answer, now());
        if (asked !== null && lane.longestPauseMs > 0) {
          pause(lane, now() + asked);
          onShut?.("asked", lane.pausedUntil, lane.name);
        }
        const ok = answer.status < 500;
        silence.ok();
        if (ok) lane.errors.ok();
        else failed(lane.errors, "failing", lane);
        note(ok);
        return answer;
      } catch (error) {
        if (!isRefused(error)) {
          failed(silence, "silent", lane);
          note(false);
        }
        throw error;
      } finally {
        lane.places.leave();
      }
    } finally {
      for (const each of open) each.probed();
    }
  };

  const healthOf = (lane: OpenLane): LaneHealth => {
    const open = circuitsOf(lane).filter((each) => each.isOpen());
    const next = Math.max(lane.pausedUntil, ...open.map((each) => each.openUntil()));
    const shut = open.some((each) => now() < each.openUntil());
    return {
      state: shut ? "OPEN" : isPaused(lane) ? "PAUSED" : open.length > 0 ? "HALF_OPEN" : "CLOSED",
      next_try_at: next > now() ? new Date(next) : null,
    };
  };

  return {
    send: async (request, name) => {
      const lane = laneOf(name);
      for (let tried = 1; ; tried++) {
        const last = request.method !== "GET" || tried === TRIES;
        try {
          const answer = await once(request, lane);
          const asked = retryAfterMs(answer, now());
          const again = answer.status >= 500 || answer.status === 429;
          if (last || !again || (asked ?? 0) > WORTH_WAITING_MS || isOpen(lane)) return answer;
          await wait(Math.max(asked ?? 0, backoff(tried, random)));
        } catch (error) {
          if (last || isRefused(error) || isOpen(lane) || isPaused(lane)) throw error;
          await wait(backoff(tried, random));
        }
      }
    },
    health: () => {
      const recent = ended.filter(({ at }) => at >= now() - WINDOW_MS);
      const states = lanes.map((lane) => [lane.name, healthOf(lane)] as const);
      const nexts = states.flatMap(([, { next_try_at }]) => next_try_at ?? []);
      const some = (wanted: CircuitState) => states.some(([, { state }]) => state === wanted);
      return {
        state: some("OPEN") ? "OPEN" : some("HALF_OPEN") ? "HALF_OPEN" : "CLOSED",
        next_try_at: nexts.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
        lanes: Object.fromEntries(states),
        calls: recent.length,
        failures: recent.filter(({ ok }) => !ok).length,
        under_way: lanes.reduce((sum, { places }) => sum + places.underWay(), 0),
      };
    },
    heard: () => {
      silence.heard();
      for (const { errors } of lanes) errors.heard();
    },
    shut: (why, until, name) => {
      const lane = laneOf(name);
      if (why === "asked") pause(lane, until);
      else (why === "silent" ? silence : lane.errors).shut(until);
    },
  };
}

type Circuit = ReturnType<typeof createCircuit>;

/** Opens after failures in a row; then one call at a time tests whether it works again. */
function createCircuit(now: () => number, random: () => number) {
  let inARow = 0;
  let pause = FIRST_PAUSE_MS;
  let openUntil = 0;
  let probing = false;
  const isOpen = () => inARow >= FAILURES_TO_OPEN;
  return {
    isOpen,
    openUntil: () => openUntil,
    mayProbe: () => now() >= openUntil && !probing,
    probe: () => {
      probing = true;
    },
    probed: () => {
      probing = false;
    },
    ok: () => {
      inARow = 0;
      pause = FIRST_PAUSE_MS;
    },
    /** True: it is open now. */
    failed: () => {
      inARow++;
      if (!isOpen()) return false;
      openUntil = now() + pause * (0.75 + random() / 2);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      return true;
    },
    heard: () => {
      if (isOpen()) openUntil = Math.min(openUntil, now());
    },
    shut: (until: number) => {
      // The clocks of replicas differ, and a wrong one must not block a partner for ever.
      const at = Math.min(until, now() + 2 * LONGEST_PAUSE_MS);
      if (at <= now()) return;
      inARow = Math.max(inARow, FAILURES_TO_OPEN);
      openUntil = Math.max(openUntil, at);
    },
  };
}

/** At most so many calls at once; others wait for a limited time, in their order. */
function createPlaces(atOnce: number, wait: (ms: number) => Promise<unknown>) {
  const queue: (() => void)[] = [];
  let underWay = 0;
  return {
    underWay: () => underWay,
    enter: async (): Promise<void> => {
      if (underWay < atOnce) {
        underWay++;
        return;
      }
      if (queue.length >= WAITING) throw notSent("too many calls are waiting");
      let gone = false;
      await new Promise<void>((go) => {
        queue.push(go);
        const giveUp = async () => {
          await wait(LONGEST_WAIT_MS);
          const index = queue.indexOf(go);
          if (index === -1) return;
          queue.splice(index, 1);
          gone = true;
          go();
        };
        void giveUp();
      });
      if (gone) throw notSent("no connection came free in time");
    },
    leave: () => {
      const next = queue.shift();
      if (next) next();
      else underWay--;
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
