import type { Rating, RouteInput, support } from "@voltmarg/contract";
import { create } from "zustand";
import { deviceNow } from "../clock.ts";
import { currentAccount } from "../api/account/account.ts";
import { newIdempotencyKey } from "../api/http/idempotency-key.ts";
import { isRefusal } from "../api/http/refusal.ts";
import { personal } from "../native/storage.ts";

/** An action taken without a network; it is sent once there is one. */
export type QueuedAction =
  | { kind: "favourite"; locationId: string; name: string; on: boolean }
  | { kind: "rating"; sessionId: string; body: Pick<Rating, "stars" | "tags" | "text"> }
  | { kind: "ticket"; body: RouteInput<typeof support.createTicket>["body"] }
  | { kind: "reply"; ticketId: string; body: RouteInput<typeof support.replyToTicket>["body"] };

/** `key` is the idempotency key: an action whose answer was lost is not done twice. */
export type QueuedItem = { key: string; user: string; at: number; wish: QueuedAction };

/** In the driver's personal storage, removed at logout. */
const NAME = "queue";
/** Older actions are dropped. */
const KEEP_MS = 14 * 86_400_000;

/** What the device had no room for: it lives as long as the page. */
let unstored: QueuedItem[] = [];
const stored = (): QueuedItem[] => personal.read<QueuedItem[]>(NAME) ?? [];
const read = (): QueuedItem[] => [...stored(), ...unstored];
const useQueue = create<{ waiting: QueuedItem[] }>(() => ({ waiting: read() }));

function write(waiting: QueuedItem[]): void {
  personal.write(NAME, waiting.length === 0 ? null : waiting);
  const lacks = (list: QueuedItem[]) => (one: QueuedItem) =>
    !list.some(({ key }) => key === one.key);
  // Without room the device keeps what it had, which must not be sent once more.
  if (stored().some(lacks(waiting))) personal.write(NAME, null);
  unstored = waiting.filter(lacks(stored()));
  useQueue.setState({ waiting });
}

/** The queued actions, oldest first. */
export const useQueued = (): QueuedItem[] => useQueue((store) => store.waiting);

/** Whether the call failed for lack of a network only. */
export const isOffline = (error: unknown): boolean => isRefusal(error, "OFFLINE");

/**
 * Queues an action until there is a network. `key`: of a try whose answer was lost. A later favourite or rating replaces
 * an earlier one of the same location or session.
 */
export function enqueue(wish: QueuedAction, key: string = newIdempotencyKey()): void {
  const account = currentAccount();
  if (account.state !== "signed-in") return;
  const others = read().filter((one) => one.key !== key && !isReplaced(one.wish, wish));
  write([...others, { key, user: account.user.id, at: deviceNow(), wish }]);
}

function isReplaced(before: QueuedAction, next: QueuedAction): boolean {
  if (before.kind === "favourite")
    return next.kind === "favourite" && before.locationId === next.locationId;
  return before.kind === "rating" && next.kind === "rating" && before.sessionId === next.sessionId;
}

/** Clears the queue in memory too. */
export function forgetQueue(): void {
  unstored = [];
  useQueue.setState({ waiting: [] });
}

export type QueueHandler = {
  send: (one: QueuedItem) => Promise<unknown>;
  onSent: (one: QueuedItem) => void;
  /** The service refused it for good. */
  onRefused: (one: QueuedItem, error: unknown) => void;
};

/** Sends the queue, oldest first, each action once; returns whether something is left. One tab at a time. */
export const sendQueue = (by: QueueHandler): Promise<boolean> => withLock(() => sendAll(by));

async function sendAll(by: QueueHandler): Promise<boolean> {
  const tried = new Set<string>();
  for (;;) {
    const account = currentAccount();
    if (account.state !== "signed-in") return false;
    const mine = read().filter((one) => isFor(one, account.user.id));
    if (mine.length < read().length) write(mine);
    const one = mine.find(({ key }) => !tried.has(key));
    if (!one) return mine.length > 0;
    tried.add(one.key);
    try {
      await by.send(one);
    } catch (error) {
      // No network, a service in trouble, too much at once, or a sign-in that ran out: none of it is an answer.
      if (!isRefusal(error) || error.status === 0 || error.status >= 500) return true;
      if (error.status === 401 || error.status === 429) return true;
      drop(one);
      by.onRefused(one, error);
      continue;
    }
    drop(one);
    by.onSent(one);
  }
}

const isFor = (one: QueuedItem, user: string) =>
  one.user === user && deviceNow() - one.at < KEEP_MS;

/** Reads anew: actions may have been removed or replaced meanwhile. */
const drop = ({ key }: QueuedItem) => write(read().filter((one) => one.key !== key));

let underWay: Promise<boolean> | null = null;

function withLock(task: () => Promise<boolean>): Promise<boolean> {
  const locks = globalThis.navigator?.locks;
  const alone = async () => (locks ? locks.request("vm.queue", task) : task());
  underWay ??= alone().finally(() => (underWay = null));
  return underWay;
}
