import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installStorage } from "../../test/memory-storage.ts";
import { keepTokensOf } from "../../test/tokens.ts";
import { setUser, signOut } from "../api/account/account.ts";
import { offline, Refusal } from "../api/http/refusal.ts";
import { personal } from "../native/storage.ts";
import {
  type QueueHandler,
  enqueue,
  sendQueue,
  type QueuedItem,
  type QueuedAction,
} from "./queue.ts";

type User = Parameters<typeof setUser>[0];
const aditi = { id: "u1", customer_type: "PERSONAL" } as User;
const bela = { id: "u2", customer_type: "PERSONAL" } as User;

const heart = (locationId: string, on: boolean): QueuedAction => ({
  kind: "favourite",
  locationId,
  name: locationId,
  on,
});
const reply = (text: string): QueuedAction => ({
  kind: "reply",
  ticketId: "t1",
  body: { text, file_ids: [] },
});

/** A service that answers as the test says, and what it was told. */
function service(answer: (one: QueuedItem) => unknown = () => undefined) {
  const told: QueuedItem["wish"][] = [];
  const refused: QueuedItem["wish"][] = [];
  const by: QueueHandler = {
    send: async (one) => {
      told.push(one.wish);
      await answer(one);
    },
    onSent: () => undefined,
    onRefused: ({ wish }) => void refused.push(wish),
  };
  return { by, told, refused };
}

let device: ReturnType<typeof installStorage>;
beforeEach(() => {
  device = installStorage();
  keepTokensOf(aditi.id);
  setUser(aditi);
});
afterEach(() => signOut());

test("[N-1] what was wanted without a network is sent once, in order, when there is one", async () => {
  enqueue(heart("a", true));
  enqueue(reply("It hums."));
  const { by, told } = service();
  expect(await sendQueue(by)).toBe(false);
  expect(told).toEqual([heart("a", true), reply("It hums.")]);
  await sendQueue(by);
  expect(told).toHaveLength(2);
});

test("[N-1] the network that fails again leaves everything, under the same keys", async () => {
  enqueue(reply("One"), "key-1");
  enqueue(reply("Two"), "key-2");
  const broken = service(() => {
    throw offline();
  });
  expect(await sendQueue(broken.by)).toBe(true);
  expect(broken.told).toEqual([reply("One")]);
  const keys: string[] = [];
  const whole = service(({ key }) => void keys.push(key));
  await sendQueue(whole.by);
  expect(keys).toEqual(["key-1", "key-2"]);
});

test("[N-1] a service in trouble is asked again later, a refusal is told and not repeated", async () => {
  enqueue(reply("One"));
  enqueue(heart("a", true));
  let status = 503;
  const { by, told, refused } = service((one) => {
    if (one.wish.kind === "reply") throw new Refusal("INTERNAL", status, {});
  });
  expect(await sendQueue(by)).toBe(true);
  expect(refused).toEqual([]);
  status = 409;
  expect(await sendQueue(by)).toBe(false);
  expect(refused).toEqual([reply("One")]);
  expect(told.filter(({ kind }) => kind === "favourite")).toHaveLength(1);
});

test.each([
  ["a sign-in that ran out", 401],
  ["too many calls at once", 429],
])(
  "[N-1] %s is no answer: nothing is lost or told, and all of it is sent later",
  async (_what, status) => {
    const wishes: QueuedAction[] = [
      reply("One"),
      { kind: "rating", sessionId: "s1", body: { stars: 4, tags: [], text: "" } },
      { kind: "ticket", body: { category: "APP", text: "It shows nothing." } as never },
    ];
    for (const wish of wishes) enqueue(wish);
    const early = service(() => {
      throw new Refusal("UNAUTHENTICATED", status, {});
    });
    expect(await sendQueue(early.by)).toBe(true);
    expect([early.told, early.refused]).toEqual([[reply("One")], []]);
    const later = service();
    expect(await sendQueue(later.by)).toBe(false);
    expect(later.told).toEqual(wishes);
  },
);

test("[N-1] what could not be sent for fourteen days is dropped, and not a moment earlier", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    enqueue(reply("Old"));
    vi.advanceTimersByTime(1);
    enqueue(reply("New"));
    vi.advanceTimersByTime(14 * 86_400_000 - 1);
    const { by, told } = service();
    await sendQueue(by);
    expect(told).toEqual([reply("New")]);
    expect(personal.read("queue")).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test("[N-1] a device whose clock was a year ahead keeps what it queued, and sends it when the clock is right", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const now = Date.now();
    vi.setSystemTime(now + 365 * 86_400_000);
    enqueue(reply("From next year"));
    vi.setSystemTime(now);
    const { by, told } = service();
    await sendQueue(by);
    expect(told).toEqual([reply("From next year")]);
  } finally {
    vi.useRealTimers();
  }
});

test("[N-1] on a device without room what was wanted is sent all the same, once", async () => {
  enqueue(reply("With room"));
  device.set = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  enqueue(reply("Without room"));
  const { by, told } = service();
  expect(await sendQueue(by)).toBe(false);
  expect(told).toEqual([reply("With room"), reply("Without room")]);
  await sendQueue(by);
  expect(told).toHaveLength(2);
});

test("[N-1] of two wishes about one station the later counts; of two replies both", async () => {
  enqueue(heart("a", true));
  enqueue(heart("b", true));
  enqueue(heart("a", false));
  enqueue(reply("One"));
  enqueue(reply("Two"));
  const { by, told } = service();
  await sendQueue(by);
  expect(told).toEqual([heart("b", true), heart("a", false), reply("One"), reply("Two")]);
});

test("[N-1] a tap during the sending is sent too, and two senders at once send nothing twice", async () => {
  enqueue(heart("a", true));
  const { by, told } = service(() => {
    if (told.length === 1) enqueue(heart("b", true));
  });
  await Promise.all([sendQueue(by), sendQueue(by)]);
  expect(told).toEqual([heart("a", true), heart("b", true)]);
});

test("[A-4] the queue is its driver's: gone at logout, and never sent as somebody else", async () => {
  enqueue(reply("Mine"));
  const kept = personal.read<QueuedItem[]>("queue");
  await signOut();
  expect(personal.read("queue")).toBeNull();
  keepTokensOf(bela.id);
  setUser(bela);
  // As if it had outlived the logout.
  personal.write("queue", kept);
  const { by, told } = service();
  await sendQueue(by);
  expect(told).toEqual([]);
  expect(personal.read("queue")).toBeNull();
});
