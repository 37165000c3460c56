import { describe, expect, test } from "vitest";
import { OutboundError, type OutboundRequest, type OutboundResponse } from "./outbound.ts";
import { createCircuitBreaker, type Lane } from "./circuit-breaker.ts";

/** A circuit breaker with a partner of the test's choice, and a clock that waits advance. */
function breakerFor(
  answer: (request: OutboundRequest, count: number) => Promise<OutboundResponse>,
  lanes?: Record<string, Lane>,
) {
  const clock = { at: 1_000_000 };
  const sent: OutboundRequest[] = [];
  const breaker = createCircuitBreaker(
    (request) => {
      sent.push(request);
      return answer(request, sent.length);
    },
    {
      now: () => clock.at,
      ...(lanes ? { lanes } : {}),
      random: () => 0.5,
      wait: async (ms) => {
        clock.at += ms;
      },
    },
  );
  const call = (method: string, lane?: string) =>
    breaker.send({ to: "NOBODY", method, url: "https://peer.example", headers: {} }, lane);
  return { breaker, clock, sent, call };
}
const status = (code: number, headers: Record<string, string> = {}) => ({
  status: code,
  headers,
  body: "",
});
const silent = async () => {
  throw new OutboundError("no answer in time");
};
const settled = () => new Promise<void>((go) => setImmediate(go));
const failureOf = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    return error as OutboundError;
  }
  throw new Error("it did not fail");
};

test("a GET is tried three times, a START never twice", async () => {
  const { sent, call } = breakerFor(async () => status(502));
  expect((await call("GET")).status).toBe(502);
  expect(sent).toHaveLength(3);
  const other = breakerFor(silent);
  await failureOf(other.call("POST"));
  await failureOf(other.call("PUT"));
  expect(other.sent).toHaveLength(2);
});

test("after failures in a row nothing is sent, and the error says that it was not sent", async () => {
  const { breaker, sent, call } = breakerFor(silent);
  await failureOf(call("GET"));
  expect(sent).toHaveLength(3);
  expect(breaker.health()).toMatchObject({ state: "OPEN", calls: 3, failures: 3 });
  const failure = await failureOf(call("POST"));
  expect([failure.sent, sent.length]).toEqual([false, 3]);
});

test("then single calls test whether the partner is back, at growing intervals", async () => {
  let back = false;
  let hold: (() => void) | undefined;
  const { breaker, clock, sent, call } = breakerFor(async () => {
    if (!back) return silent();
    await new Promise<void>((go) => (hold = go));
    return status(200);
  });
  await failureOf(call("GET"));
  const first = breaker.health().next_try_at!.getTime() - clock.at;
  clock.at += first;
  expect(breaker.health().state).toBe("HALF_OPEN");
  await failureOf(call("POST"));
  const second = breaker.health().next_try_at!.getTime() - clock.at;
  expect(second).toBe(2 * first);
  clock.at += second;
  back = true;
  const probe = call("POST");
  await settled();
  const count = sent.length;
  expect((await failureOf(call("POST"))).sent).toBe(false);
  expect(sent).toHaveLength(count);
  hold!();
  expect((await probe).status).toBe(200);
  expect(breaker.health().state).toBe("CLOSED");
});

test("a partner that calls us is called again at once", async () => {
  const { breaker, call } = breakerFor(silent);
  await failureOf(call("GET"));
  breaker.heard();
  expect(breaker.health().state).toBe("HALF_OPEN");
});

test("Retry-After is respected: a call waits for a short one; a long one refuses calls until then", async () => {
  const short = breakerFor(async (_request, count) =>
    count === 1 ? status(429, { "retry-after": "1" }) : status(200),
  );
  const before = short.clock.at;
  expect((await short.call("GET")).status).toBe(200);
  expect(short.clock.at - before).toBeGreaterThanOrEqual(1000);

  const long = breakerFor(async (_request, count) =>
    count === 1 ? status(503, { "retry-after": "120" }) : status(200),
  );
  expect((await long.call("GET")).status).toBe(503);
  expect((await failureOf(long.call("POST"))).sent).toBe(false);
  expect(long.sent).toHaveLength(1);
  long.clock.at += 120_000;
  expect((await long.call("POST")).status).toBe(200);
});

describe("the lanes of a partner", () => {
  const LANES = {
    BULK: { atOnce: 2, longestPauseMs: 900_000 },
    COMMAND: { atOnce: 2, longestPauseMs: 30_000 },
    STOP: { atOnce: 2, longestPauseMs: 0 },
  };
  const lanesOf = (answer: Parameters<typeof breakerFor>[0]) => breakerFor(answer, LANES);
  const ask = { "retry-after": "300" };

  test("a pause asked for in one does not hold another", async () => {
    const { breaker, clock, call } = lanesOf(async (_request, count) =>
      count === 1 ? status(429, ask) : status(200),
    );
    await call("GET", "BULK");
    expect((await failureOf(call("GET", "BULK"))).message).toContain("asked us to wait");
    expect((await call("POST", "COMMAND")).status).toBe(200);
    expect((await call("POST", "STOP")).status).toBe(200);
    const until = new Date(clock.at + 300_000);
    expect(breaker.health()).toMatchObject({
      state: "CLOSED",
      next_try_at: until,
      lanes: {
        BULK: { state: "PAUSED", next_try_at: until },
        COMMAND: { state: "CLOSED", next_try_at: null },
        STOP: { state: "CLOSED", next_try_at: null },
      },
    });
  });

  test("each obeys a pause up to its own limit", async () => {
    const { clock, sent, call } = lanesOf(async () => status(429, ask));
    await call("POST", "COMMAND");
    await failureOf(call("POST", "COMMAND"));
    clock.at += 30_000;
    await call("POST", "COMMAND");
    await call("POST", "STOP");
    await call("POST", "STOP");
    expect(sent).toHaveLength(4);
  });

  test("errors in one do not open another; silence opens all", async () => {
    let answer: () => Promise<OutboundResponse> = async () => status(500);
    const { breaker, call } = lanesOf(() => answer());
    await call("GET", "BULK");
    await failureOf(call("GET", "BULK"));
    expect(breaker.health().lanes).toMatchObject({
      BULK: { state: "OPEN" },
      COMMAND: { state: "CLOSED" },
    });
    answer = silent;
    for (let count = 0; count < 3; count++) await failureOf(call("POST", "COMMAND"));
    expect((await failureOf(call("POST", "STOP"))).sent).toBe(false);
    expect(breaker.health().lanes).toMatchObject({ STOP: { state: "OPEN" } });
  });

  test("each has its own connections", async () => {
    const held: (() => void)[] = [];
    const { breaker, call } = lanesOf(
      () => new Promise((answer) => held.push(() => answer(status(200)))),
    );
    const pulls = Array.from({ length: 2 }, () => call("GET", "BULK"));
    const started = call("POST", "COMMAND");
    await settled();
    expect(breaker.health().under_way).toBe(3);
    const stopped = call("POST", "STOP");
    await settled();
    expect(held).toHaveLength(4);
    for (const answer of held) answer();
    await Promise.all([...pulls, started, stopped]);
    expect(breaker.health().under_way).toBe(0);
  });

  test("another replica's pause concerns its lane, and one without a lane the first", async () => {
    const { breaker, clock, call } = lanesOf(async () => status(200));
    breaker.shut("asked", clock.at + 60_000, "COMMAND");
    await failureOf(call("POST", "COMMAND"));
    expect((await call("GET", "BULK")).status).toBe(200);
    clock.at += 30_000;
    expect((await call("POST", "COMMAND")).status).toBe(200);
    breaker.shut("asked", clock.at + 60_000);
    await failureOf(call("GET", "BULK"));
    breaker.shut("failing", clock.at + 10_000, "COMMAND");
    await failureOf(call("POST", "COMMAND"));
    expect((await call("POST", "STOP")).status).toBe(200);
  });
});

test("connections are limited, and a call that waits takes the next free one", async () => {
  const held: (() => void)[] = [];
  const waiting = new Promise<void>(() => {});
  const capped = createCircuitBreaker(
    () => new Promise((answer) => held.push(() => answer(status(200)))),
    { now: () => 0, wait: () => waiting },
  );
  const calls = Array.from({ length: 10 }, () =>
    capped.send({ to: "NOBODY", method: "GET", url: "https://peer.example", headers: {} }),
  );
  await settled();
  expect(held).toHaveLength(8);
  while (held.length > 0) {
    held.shift()!();
    await settled();
  }
  expect((await Promise.all(calls)).map((each) => each.status)).toEqual(
    Array.from({ length: 10 }, () => 200),
  );
  expect(capped.health().under_way).toBe(0);
});

test("a circuit opened by another replica is open here too, for a limited time", async () => {
  let at = 1_000_000;
  let sent = 0;
  const told: [string, number][] = [];
  const breaker = createCircuitBreaker(
    async () => {
      sent++;
      return { status: 200, headers: {}, body: "" };
    },
    { now: () => at, onShut: (why, until) => told.push([why, until]) },
  );
  const request = {
    to: "NOBODY" as const,
    method: "POST",
    url: "https://cpo.example/commands",
    headers: {},
  };
  breaker.shut("silent", at + 10_000);
  await expect(breaker.send(request)).rejects.toThrow("does not answer");
  at += 10_001;
  expect((await breaker.send(request)).status).toBe(200);
  breaker.shut("asked", at + 3_600_000);
  await expect(breaker.send(request)).rejects.toThrow("asked us to wait");
  at += 15 * 60_000;
  expect((await breaker.send(request)).status).toBe(200);
  expect(sent).toBe(2);
  expect(told).toEqual([]);
});
