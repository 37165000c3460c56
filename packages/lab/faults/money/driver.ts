import { problemIn, Refusal } from "@voltmarg/client";
import { accounts, wallet } from "@voltmarg/contract";
import { setTimeout as wait } from "node:timers/promises";
import { callRoute } from "@voltmarg/client/node";
import type { TestBed } from "./test-bed.ts";
import type { HoldOrder } from "./hold-server.ts";

/** Operations confirmed to a driver: the money in paise, by the driver's own key. */
export type Told = {
  kind: "top-up" | "hold" | "capture" | "release" | "withdrawal";
  name: string;
  amount: number;
};
export type Ledgerless = {
  userId: string;
  told: Told[];
  /** The balance in paise by the driver's own count. */
  free: number;
};

type Options = {
  testBed: TestBed;
  /** False: every retry uses another key, as if there were no idempotency. */
  sameKeys: boolean;
  goesOn(): boolean;
  onTold(): void;
};

type SignedIn = { token: string; refreshToken: string; userId: string };

/** How long a driver waits for a service that is down before the run fails. */
const PATIENCE_MS = 240_000;
const CUT_SHORT = 0.02;

/** A driver who tops up, charges and withdraws in a loop, and retries until there is an answer. */
export async function drive(options: Options, n: number, signedIn: SignedIn): Promise<Ledgerless> {
  const { testBed, sameKeys } = options;
  const { userId } = signedIn;
  let { token, refreshToken } = signedIn;
  const books: Ledgerless = { userId, told: [], free: 0 };
  const holds: { name: string; sessionId: string; amount: number }[] = [];
  let count = 0;

  /** Retries until there is an answer; `again` is the number of attempts so far. A refusal is an answer: null. */
  async function untilTold<T>(attempt: (again: number) => Promise<T>): Promise<T | null> {
    const giveUp = Date.now() + PATIENCE_MS;
    for (let again = 0; ; again += 1) {
      try {
        return await attempt(again);
      } catch (error) {
        if (error instanceof Refusal && error.status === 401) await renew().catch(() => {});
        else if (error instanceof Refusal && error.status < 500 && error.status !== 429)
          return null;
        if (Date.now() > giveUp) throw error;
        await wait(Math.min(20 * 2 ** again, 500) * (0.5 + Math.random()));
      }
    }
  }
  const renew = async () => {
    const query = { grant_type: "refresh_token" as const, refresh_token: refreshToken };
    const tokens = await callRoute(testBed.url, accounts.refreshToken, { query });
    ({ access_token: token, refresh_token: refreshToken } = tokens);
  };
  const keyOf = (name: string, again: number) => (sameKeys ? name : `${name}~${again}`);
  const own = () => ({ token, params: { userId } });
  const tell = (told: Told, change: number) => {
    books.told.push(told);
    books.free += change;
    options.onTold();
  };
  const nameOf = (kind: string) => `${kind}-${n}-${(count += 1)}`;

  async function topUp(): Promise<void> {
    const name = nameOf("top-up");
    const amount = 5_000 + Math.floor(Math.random() * 50_000);
    const order = await untilTold((again) =>
      callRoute(testBed.url, wallet.createTopUp, {
        ...own(),
        headers: { "idempotency-key": keyOf(name, again) },
        body: { amount_minor: amount },
      }),
    );
    if (!order) throw new Error(`${name} was refused`);
    const { id, order_id } = order.data;
    const method = Math.random() < 0.3 ? "card" : "upi";
    await untilTold(async () => {
      const paid = await fetch(`${testBed.paymentsUrl}/control/pay`, {
        method: "POST",
        body: JSON.stringify({ order_id, method }),
      });
      await paid.arrayBuffer();
    });
    await untilTold(async () => {
      const { data } = await callRoute(testBed.url, wallet.getTopUp, {
        token,
        params: { userId, id },
      });
      if (data.status !== "CREDITED") throw new Error(`${name} is ${data.status}`);
    });
    tell({ kind: "top-up", name: id, amount }, amount);
  }

  async function withdraw(): Promise<void> {
    const name = nameOf("withdrawal");
    const amount = 100 + Math.floor((Math.random() * books.free) / 2);
    const made = await untilTold((again) => {
      const asked = callRoute(testBed.url, wallet.createWithdrawal, {
        ...own(),
        headers: { "idempotency-key": keyOf(name, again) },
        body: { amount_minor: amount },
      });
      if (Math.random() >= CUT_SHORT) return asked;
      // The driver's connection breaks before the answer arrives.
      asked.catch(() => {});
      return wait(Math.random() * 30).then(() => Promise.reject(new Error("line broken")));
    });
    if (made) tell({ kind: "withdrawal", name, amount }, -amount);
  }

  const onHoldServer = (order: HoldOrder) => async () => {
    const response = await fetch(testBed.holdsUrl, { method: "POST", body: JSON.stringify(order) });
    const text = await response.text();
    if (!response.ok)
      throw new Refusal(order.do, response.status, problemIn(response.status, text));
    return true;
  };

  async function hold(): Promise<void> {
    const name = nameOf("hold");
    const amount = 1 + Math.floor(Math.random() * Math.min(books.free, 20_000));
    let sessionId = name;
    const placed = await untilTold((again) => {
      sessionId = keyOf(name, again);
      return onHoldServer({ do: "hold", userId, sessionId, amount })();
    });
    if (!placed) return;
    holds.push({ name, sessionId, amount });
    tell({ kind: "hold", name, amount }, -amount);
  }

  async function settle(): Promise<void> {
    const [open] = holds.splice(Math.floor(Math.random() * holds.length), 1);
    if (!open) return;
    const { name, sessionId, amount } = open;
    if (Math.random() < 0.25) {
      await untilTold(onHoldServer({ do: "release", userId, sessionId }));
      return tell({ kind: "release", name, amount }, amount);
    }
    // One in ten costs more than was held.
    const total = Math.floor(Math.random() * amount * 1.1);
    await untilTold((again) =>
      onHoldServer({
        do: "capture",
        userId,
        sessionId,
        cdrId: keyOf(`cdr-${name}`, again),
        total,
      })(),
    );
    tell({ kind: "capture", name, amount: total }, amount - total);
  }

  while (options.goesOn()) {
    const roll = Math.random();
    if (books.free < 6_000) await topUp();
    else if (roll < 0.02) await topUp();
    else if (roll < 0.04) await withdraw();
    else if (holds.length > 0 && (holds.length > 3 || roll < 0.52)) await settle();
    else await hold();
  }
  return books;
}
