import type { ServerResponse } from "node:http";
import type { Session } from "@voltmarg/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { json, startService } from "../../../test/service.ts";
import { writeServer, writeTokens } from "../../native/storage.ts";
import { keys } from "../queries/keys.ts";
import { queryClient } from "../queries/query-client.ts";
import { streamSessions } from "./session-stream.ts";

// A page that can be hidden, and a device whose network comes back.
const page = Object.assign(new EventTarget(), { hidden: false });
const device = new EventTarget();
Object.assign(globalThis, {
  document: page,
  addEventListener: device.addEventListener.bind(device),
  removeEventListener: device.removeEventListener.bind(device),
});
const hide = (hidden: boolean) => {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
};

let service: Awaited<ReturnType<typeof startService>>;
/** The service's side of the connections, oldest first; `ended` tells which the app has closed. */
let streams: { response: ServerResponse; ended: boolean }[] = [];
let answer: (response: ServerResponse) => void;
let stop: AbortController;
let over: Promise<void>;

const begin = (response: ServerResponse) => {
  const stream = { response, ended: false };
  response.on("close", () => (stream.ended = true));
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write("event: ready\ndata: {}\n\n");
  streams.push(stream);
};
/** Waits without the clock of the app, which `expect.poll` would set forward. */
const until = async (holds: () => boolean | undefined) => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};
const closed = (nth: number) => until(() => streams[nth]!.ended);
const opened = (count: number) => until(() => streams.length === count);
const calls = () => service.seen.filter(({ url }) => url.endsWith("/sessions/live"));
const session = (version: number, more: Partial<Session> = {}) =>
  ({ id: "s1", version, status: "ACTIVE", cdr_id: null, ...more }) as Session;
const send = (nth: number, told: Session) =>
  streams[nth]!.response.write(
    `id: ${told.version}\nevent: session\ndata: ${JSON.stringify(told)}\n\n`,
  );
const known = () => queryClient.getQueryData<Session>(keys.session("s1"))?.version;
/** After one failure, two, and so on, ms. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** The pauses that the app has begun, ms. Whatever else waits does so for another time. */
const pauses = () =>
  vi
    .mocked(setTimeout)
    .mock.calls.map(([, ms = 0]) => ms)
    .filter((ms) => PAUSES.includes(ms));
const paused = (...ms: number[]) => until(() => String(pauses()) === String(ms));
/** Lets time pass in the app, and what it caused happen. */
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await new Promise((resolve) => setImmediate(resolve));
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  // Of a pause at random the shortest.
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.spyOn(globalThis, "setTimeout");
  installStorage();
  queryClient.clear();
  streams = [];
  answer = begin;
  page.hidden = false;
  service = await startService((_, response) => answer(response));
  writeServer(service.address);
  writeTokens({ access_token: "t", refresh_token: "r" });
  stop = new AbortController();
  over = streamSessions(stop.signal);
});
afterEach(async () => {
  stop.abort();
  await over;
  vi.useRealTimers();
  vi.restoreAllMocks();
  await service.close();
});

test("[S-2] a stream that breaks goes on after the last event that came, half a second later", async () => {
  await opened(1);
  expect(calls()[0]!.headers["last-event-id"]).toBeUndefined();
  send(0, session(7));
  await until(() => known() === 7);
  streams[0]!.response.end();
  await paused(500);
  await pass(499);
  expect(calls()).toHaveLength(1);
  await pass(1);
  await opened(2);
  expect(calls()[1]!.headers["last-event-id"]).toBe("7");
  send(1, session(8));
  await until(() => known() === 8);
});

test("[S-2] where the service fails each pause is twice the one before, half a minute at most, until an event comes", async () => {
  answer = (response) => json(response, { code: "INTERNAL", message: "No." }, 503);
  const all = [...PAUSES, 15_000, 15_000];
  for (const [nth, ms] of all.entries()) {
    await paused(...all.slice(0, nth + 1));
    expect(calls()).toHaveLength(nth + 1);
    if (nth === all.length - 1) answer = begin;
    await pass(ms);
    await until(() => calls().length === nth + 2);
  }
  await opened(1);
  send(0, session(3));
  await until(() => known() === 3);
  streams[0]!.response.end();
  await paused(...all, 500);
});

test("[S-2] a connection without a byte for 55 seconds is given up, one with the service's comments is not", async () => {
  await opened(1);
  await pass(54_000);
  streams[0]!.response.write(": still here\n\n");
  await pass(0);
  for (const ms of [54_000, 1_000]) {
    expect(streams[0]!.ended).toBe(false);
    await pass(ms);
  }
  await closed(0);
  await paused(500);
  await pass(500);
  await opened(2);
});

test("[S-2] an event that cannot be read ends its stream; the next one goes on after the last that could", async () => {
  await opened(1);
  send(0, session(4));
  await until(() => known() === 4);
  streams[0]!.response.write("id: 5\nevent: session\ndata: {half\n\n");
  await closed(0);
  await paused(500);
  await pass(500);
  await opened(2);
  send(1, session(6));
  await until(() => known() === 6);
  expect(calls()).toHaveLength(2);
});

test("[S-2] a hidden page has no stream; shown again it has one at once", async () => {
  await opened(1);
  hide(true);
  await closed(0);
  await pass(60_000);
  expect(calls()).toHaveLength(1);
  hide(false);
  await opened(2);
});

test("[S-2] a network that comes back ends the pause", async () => {
  await opened(1);
  streams[0]!.response.end();
  await paused(500);
  await pass(100);
  expect(calls()).toHaveLength(1);
  device.dispatchEvent(new Event("online"));
  await opened(2);
});

test("[A-4] whose sign-in is over hears no more and asks no more", async () => {
  await opened(1);
  answer = (response) => json(response, { code: "UNAUTHENTICATED", message: "Sign in." }, 401);
  streams[0]!.response.end();
  await paused(500);
  await pass(500);
  await over;
  const before = service.seen.length;
  await pass(60_000);
  expect(service.seen).toHaveLength(before);
});

test("[S-4] [B-1] what ends, or is billed, has the wallet and the bills read again; more energy does not", async () => {
  await opened(1);
  const watched = [keys.wallet, keys.cdrs, keys.cdrOfSession("s1")];
  const read = () => watched.forEach((key) => queryClient.setQueryData(key, { read: true }));
  const stale = () => watched.map((key) => queryClient.getQueryState(key)?.isInvalidated);
  send(0, session(1));
  await until(() => known() === 1);
  for (const [version, more, again] of [
    [2, { kwh: 2 }, false],
    [3, { status: "COMPLETED" }, true],
    [4, { status: "COMPLETED", cdr_id: "c1" }, true],
    [5, { status: "COMPLETED", cdr_id: "c1", kwh: 3 }, false],
  ] as const) {
    read();
    send(0, session(version, more));
    await until(() => known() === version);
    expect(stale(), `${version}`).toEqual([again, again, again]);
  }
});

test("[S-2] with each connection the open sessions are read again: one may have ended meanwhile", async () => {
  await opened(1);
  queryClient.setQueryData(keys.openSessions, [session(1)]);
  const isStale = () => queryClient.getQueryState(keys.openSessions)?.isInvalidated;
  expect(isStale()).toBe(false);
  hide(true);
  await closed(0);
  hide(false);
  await until(isStale);
});
