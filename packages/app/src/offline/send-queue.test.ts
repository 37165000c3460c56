import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installStorage } from "../../test/memory-storage.ts";
import { json, startService } from "../../test/service.ts";
import { keepTokensOf } from "../../test/tokens.ts";
import { setUser } from "../api/account/account.ts";
import { queryClient } from "../api/queries/query-client.ts";
import { keys } from "../api/queries/keys.ts";
import {
  optimisticFavourite,
  setOptimisticFavourite,
} from "../api/offline/optimistic-favourites.ts";
import { personal, writeServer } from "../native/storage.ts";
import { useToasts } from "../ui/toast.ts";
import { enqueue, forgetQueue, type QueuedAction } from "./queue.ts";
import { startQueue } from "./send-queue.ts";

// A page that the driver leaves and comes back to.
const page = Object.assign(new EventTarget(), { hidden: true });
Object.assign(globalThis, {
  document: page,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});
Object.defineProperty(globalThis, "navigator", { value: { onLine: true, language: "en-GB" } });
const comeBack = () => page.dispatchEvent(new Event("visibilitychange"));
startQueue();

const DRIVER = "u1";
const ACTIONS: Record<string, QueuedAction> = {
  "a favourite": { kind: "favourite", locationId: "l1", name: "Plaza", on: true },
  "no favourite": { kind: "favourite", locationId: "l1", name: "Plaza", on: false },
  "a rating": { kind: "rating", sessionId: "s1", body: { stars: 4, tags: [], text: "" } },
  "a ticket": { kind: "ticket", body: { category: "APP", text: "Nothing shows.", file_ids: [] } },
  "a reply": { kind: "reply", ticketId: "t1", body: { text: "It hums.", file_ids: [] } },
};

let service: Awaited<ReturnType<typeof startService>>;
let status: number;
beforeEach(async () => {
  installStorage();
  forgetQueue();
  status = 200;
  service = await startService((_, response) =>
    json(response, status === 200 ? { data: {} } : { code: "CONFLICT", message: "No." }, status),
  );
  writeServer(service.address);
  keepTokensOf(DRIVER);
  setUser({ id: DRIVER, customer_type: "PERSONAL" } as Parameters<typeof setUser>[0]);
  useToasts.setState({ toasts: [] });
  page.hidden = false;
});
afterEach(async () => {
  vi.useRealTimers();
  page.hidden = true;
  await service.close();
});

const waiting = () => personal.read<unknown[]>("queue")?.length ?? 0;
const emptied = () => expect.poll(waiting).toBe(0);
const said = () => useToasts.getState().toasts.map(({ text, kind }) => [kind, text]);

test.each([
  ["a favourite", "POST /api/ocpi/v1/wishlist/u1", { location_id: "l1" }, []],
  ["no favourite", "DELETE /api/ocpi/v1/wishlist/u1/l1", null, []],
  [
    "a rating",
    "PUT /api/ocpi/v1/sessions/s1/rating",
    { stars: 4, tags: [], text: "" },
    [["success", "Your rating was sent."]],
  ],
  [
    "a ticket",
    "POST /api/user/v1/tickets",
    { category: "APP", text: "Nothing shows.", file_ids: [] },
    [["success", "Your ticket was sent."]],
  ],
  [
    "a reply",
    "POST /api/user/v1/tickets/t1/messages",
    { text: "It hums.", file_ids: [] },
    [["success", "Your answer was sent."]],
  ],
])(
  "[N-1] %s goes to where it belongs, under its key, and its driver is told",
  async (what, call, body, told) => {
    enqueue(ACTIONS[what]!, "key-of-the-first-try");
    comeBack();
    await emptied();
    const [sent, ...more] = service.seen;
    expect([`${sent!.method} ${sent!.url}`, sent!.body ? JSON.parse(sent!.body) : null]).toEqual([
      call,
      body,
    ]);
    if (["a ticket", "a reply"].includes(what))
      expect(sent!.headers["idempotency-key"]).toBe("key-of-the-first-try");
    expect(more).toEqual([]);
    await expect.poll(said).toEqual(told);
  },
);

test("[N-1] what the service refuses is told with its reason, shown as before, and not sent again", async () => {
  status = 409;
  setOptimisticFavourite("l1", true);
  for (const what of ["a favourite", "a rating"]) enqueue(ACTIONS[what]!);
  comeBack();
  await emptied();
  await expect.poll(said).toEqual([
    ["error", expect.stringMatching(/^A favorite was not saved\. ./)],
    ["error", expect.stringMatching(/^Your rating was not sent\. ./)],
  ]);
  expect(optimisticFavourite("l1", performance.now())).toBeUndefined();
  const { length } = service.seen;
  comeBack();
  expect(service.seen).toHaveLength(length);
});

test("[N-1] what was sent is read again where it is shown", async () => {
  const shown = [keys.wishlist, keys.rating("s1"), keys.tickets];
  for (const key of shown) queryClient.setQueryData(key, { read: true });
  for (const what of ["a favourite", "a rating", "a ticket"]) enqueue(ACTIONS[what]!);
  comeBack();
  await emptied();
  const stale = () => shown.map((key) => queryClient.getQueryState(key)?.isInvalidated);
  await expect.poll(stale).toEqual([true, true, true]);
});

test("[N-1] a service in trouble is asked again after half a minute, while the app is looked at", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  };
  const isPlanned = () => vi.getTimerCount() === 1;
  status = 503;
  enqueue(ACTIONS["a reply"]!);
  comeBack();
  await until(() => service.seen.length === 1 && isPlanned());
  await vi.advanceTimersByTimeAsync(29_999);
  expect(service.seen).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await until(() => service.seen.length === 2 && isPlanned());
  page.hidden = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([service.seen.length, waiting()]).toEqual([2, 1]);
  status = 200;
  page.hidden = false;
  comeBack();
  await until(() => waiting() === 0);
});
