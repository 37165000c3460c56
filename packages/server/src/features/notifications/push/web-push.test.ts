import { expect, test } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { newWebPushKeys } from "../../../platform/config/web-push-keys.ts";
import { OutboundError, type OutboundRequest } from "../../../platform/http/outbound.ts";
import { createWebPush, verdictOf } from "./web-push.ts";

const NOW = Date.parse("2026-11-20T01:00:00.000Z");
const answer = (status: number, headers: Record<string, string> = {}) =>
  verdictOf({ status, headers, body: "" }, NOW);
const later = (status: number, seconds: number | null) => ({
  is: "later",
  seconds,
  reason: `HTTP ${status}`,
});

test("every answer from 200 to 299 means that the browser gets the push, and no other", () => {
  for (const status of [200, 201, 299]) expect(answer(status)).toEqual({ is: "sent" });
  for (const status of [199, 300, 400, 403, 405, 409, 411, 412, 414, 428, 430, 499])
    expect(answer(status)).toEqual({ is: "refused", reason: `HTTP ${status}` });
});

test("a browser is forgotten for 404 and 410 only", () => {
  for (const status of [404, 410])
    expect(answer(status)).toEqual({ is: "gone", reason: `HTTP ${status}` });
  expect(answer(413)).toEqual({ is: "too_large" });
});

test("a push is tried later after 429 and from 500 on, when the push service says so", () => {
  for (const status of [429, 500, 501, 503, 599])
    expect(answer(status)).toEqual(later(status, null));
  expect(answer(429, { "retry-after": "0" })).toEqual(later(429, 0));
  expect(answer(503, { "retry-after": "1" })).toEqual(later(503, 1));
  expect(answer(503, { "retry-after": "soon" })).toEqual(later(503, null));
  expect(answer(403, { "retry-after": "1" })).toEqual({ is: "refused", reason: "HTTP 403" });
});

test("a push is tried not before the second in which the push service wants it", () => {
  const at = { "retry-after": "Fri, 20 Nov 2026 01:00:02 GMT" };
  const after = (ms: number) =>
    verdictOf({ status: 503, headers: at, body: "" }, Date.parse("2026-11-20T01:00:00.000Z") + ms);
  expect(after(0)).toEqual(later(503, 2));
  expect(after(999)).toEqual(later(503, 2));
  expect(after(1_000)).toEqual(later(503, 1));
  expect(after(2_000)).toEqual(later(503, 0));
  expect(after(3_000)).toEqual(later(503, 0));
});

const keys = newWebPushKeys();
const host = { named: ["push.example"], loopback: false };
const subscription = JSON.stringify({
  endpoint: "https://push.example/x",
  keys: { p256dh: newWebPushKeys().publicKey, auth: Buffer.alloc(16).toString("base64url") },
});
const asked: OutboundRequest[] = [];
const carrier = (fault: Error | null) =>
  createWebPush({
    settings: { ...keys, subject: "mailto:push@voltmarg.example" },
    hosts: host,
    outbound: async (request) => {
      asked.push(request);
      if (fault) throw fault;
      return { status: 201, headers: {}, body: "" };
    },
    clock: fakeClock(new Date(NOW)),
  });
const push = (more: object = {}) => ({
  token: subscription,
  payload: { id: "ntf_1" },
  topic: "topic-1",
  urgent: false,
  seconds: 59,
  ...more,
});

test("a push service gets urgency, topic and time to live, and no length but the sender's own", async () => {
  expect(await carrier(null)(push())).toEqual({ is: "sent" });
  const request = asked.at(-1)!;
  expect(request).toMatchObject({
    method: "POST",
    url: "https://push.example/x",
    repeatable: true,
    headers: {
      ttl: "59",
      urgency: "normal",
      topic: "topic-1",
      "content-encoding": "aes128gcm",
      authorization: expect.stringMatching(/^vapid t=/),
    },
  });
  expect(Object.keys(request.headers)).not.toContain("content-length");
  expect(Object.keys(request.headers)).toEqual(
    Object.keys(request.headers).map((name) => name.toLowerCase()),
  );
  expect(request.body!.length).toBeGreaterThan(0);
  await carrier(null)(push({ urgent: true, payload: null }));
  expect(asked.at(-1)!.headers["urgency"]).toBe("high");
  expect(asked.at(-1)!.body).toBe("");
});

test("a browser is forgotten where its address is refused here, and not where the line breaks", async () => {
  const refused = new OutboundError("the address is not public", { refused: true });
  expect(await carrier(refused)(push())).toEqual({
    is: "gone",
    reason: "the address is not public",
  });
  expect(await carrier(new OutboundError("no answer"))(push())).toEqual({
    is: "later",
    seconds: null,
    reason: "no answer",
  });
  await expect(carrier(new Error("a bug"))(push())).rejects.toThrow("a bug");
});

test("a token that is no subscription, or not of a known push service, is never called", async () => {
  const before = asked.length;
  const gone = { is: "gone", reason: "not a subscription we may use" };
  const elsewhere = subscription.replace("push.example", "other.example");
  for (const token of ["fcm:token", elsewhere])
    expect(await carrier(null)(push({ token }))).toEqual(gone);
  expect(asked).toHaveLength(before);
});
