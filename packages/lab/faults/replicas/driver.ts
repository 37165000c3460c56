import { Refusal } from "@voltmarg/client";
import { accounts, charging, type Session, stations, vehicles, wallet } from "@voltmarg/contract";
import { setTimeout as wait } from "node:timers/promises";
import { callRoute } from "@voltmarg/client/node";
import type { FreePlug } from "@voltmarg/testkit/driver";
import { car } from "@voltmarg/world/seed";
import { createListener, type Listener } from "./listener.ts";

/** The answers drivers got, and the counts of requests. */
export type Told = {
  topUps: { id: string; amount: number }[];
  withdrawals: { name: string; amount: number }[];
  /** By idempotency key, every session id that a start under it returned. */
  starts: Map<string, Set<string>>;
};

export type Load = {
  url: string;
  paymentsUrl: string;
  /** False: every retry uses another key, as if there were no idempotency. */
  sameKeys: boolean;
  goesOn(): boolean;
  plug(): FreePlug;
  /** Requests sent, and those without a proper answer: cut off, or 5xx. */
  count: { asked: number; errors: number; told: number };
};

export type Driver = { userId: string; told: Told; listener: Listener };

export type SignedIn = { token: string; refreshToken: string; userId: string };

/** How long a driver waits for a service that is down before the run fails. */
const PATIENCE_MS = 240_000;
/** How long after the service reports a change a stream may report it. */
const STREAM_LATE_MS = 30_000;

/** Tops up, charges, listens, reads and withdraws in a loop, and retries until there is an answer. */
export async function drive(load: Load, n: number, signedIn: SignedIn): Promise<Driver> {
  const { url, count } = load;
  const { userId } = signedIn;
  let { token, refreshToken } = signedIn;
  const told: Told = { topUps: [], withdrawals: [], starts: new Map() };
  const listener = createListener(url, () => token);
  let names = 0;
  let renewing: Promise<void> | null = null;
  let free = 0;

  const renew = async () => {
    const query = { grant_type: "refresh_token" as const, refresh_token: refreshToken };
    const tokens = await callRoute(url, accounts.refreshToken, { query });
    ({ access_token: token, refresh_token: refreshToken } = tokens);
  };
  const own = () => ({ token, params: { userId } });
  const keyOf = (name: string, again: number) => (load.sameKeys ? name : `${name}~${again}`);
  const nameOf = (kind: string) => `${kind}-driver-${n}-${(names += 1)}`;

  /** Retries until there is an answer. A refusal is an answer, for the caller to handle. */
  async function untilTold<T>(ask: (again: number) => Promise<T>): Promise<T | Refusal> {
    const giveUp = Date.now() + PATIENCE_MS;
    for (let again = 0; ; again += 1) {
      count.asked += 1;
      try {
        const answer = await ask(again);
        count.told += 1;
        return answer;
      } catch (error) {
        const refused = error instanceof Refusal && error.status < 500 && error.status !== 429;
        if (refused && error.status === 401) {
          renewing ??= renew()
            .catch(() => {})
            .finally(() => (renewing = null));
          await renewing;
        } else if (refused) return error;
        else count.errors += 1;
        if (Date.now() > giveUp) throw error;
        await wait(Math.min(50 * 2 ** again, 1_000) * (0.5 + Math.random()));
      }
    }
  }

  async function topUp(): Promise<void> {
    const name = nameOf("top-up");
    const amount = 100_000 + Math.floor(Math.random() * 50_000);
    const order = await untilTold((again) =>
      callRoute(url, wallet.createTopUp, {
        ...own(),
        headers: { "idempotency-key": keyOf(name, again) },
        body: { amount_minor: amount },
      }),
    );
    if (order instanceof Refusal) throw order;
    const { id, order_id } = order.data;
    await fetch(`${load.paymentsUrl}/control/pay`, {
      method: "POST",
      body: JSON.stringify({ order_id, method: "upi" }),
    });
    const giveUp = Date.now() + PATIENCE_MS;
    for (;;) {
      const seen = await untilTold(() =>
        callRoute(url, wallet.getTopUp, { token, params: { userId, id } }),
      );
      if (!(seen instanceof Refusal) && seen.data.status === "CREDITED") break;
      if (Date.now() > giveUp) throw new Error(`${name} was never credited`);
      await wait(150);
    }
    told.topUps.push({ id, amount });
    free += amount;
  }

  async function withdraw(): Promise<void> {
    const name = nameOf("withdrawal");
    const amount = 1_000 + Math.floor(Math.random() * 4_000);
    const made = await untilTold((again) => {
      const asked = callRoute(url, wallet.createWithdrawal, {
        ...own(),
        headers: { "idempotency-key": keyOf(name, again) },
        body: { amount_minor: amount },
      });
      // Sometimes the driver's own connection breaks before the answer arrives.
      if (again > 0 || Math.random() > 0.2) return asked;
      asked.catch(() => {});
      return wait(Math.random() * 40).then(() => Promise.reject(new Error("line broken")));
    });
    if (made instanceof Refusal) return;
    told.withdrawals.push({ name, amount });
    free -= amount;
  }

  async function charge(): Promise<void> {
    const plug = load.plug();
    const name = nameOf("start");
    const sessions = new Set<string>();
    const started = await untilTold(async (again) => {
      const { data } = await callRoute(url, charging.startSession, {
        token,
        headers: { "idempotency-key": keyOf(name, again) },
        body: {
          location_id: plug.location_id,
          evse_uid: plug.evse_uid,
          connector_id: plug.connector_id,
          estimation_info: { selectedMoney: 100, limitBy: "MONEY" },
        },
      });
      sessions.add(data.id);
      return data;
    });
    told.starts.set(name, sessions);
    // An occupied plug or an empty wallet: a normal answer.
    if (started instanceof Refusal) {
      if (started.code === "INSUFFICIENT_BALANCE") free = 0;
      return;
    }
    const { id } = started;
    await settled(id, ({ status }) => status !== "PENDING");
    await wait(500 + Math.random() * 2_500);
    await untilTold(() =>
      callRoute(url, charging.stopSession, { token, body: { session_id: id } }),
    );
    const over = await settled(
      id,
      ({ status, cdr_id }) => cdr_id !== null || status === "FAILED" || status === "INVALID",
    );
    if (over.cdr_id) free -= 10_000;
  }

  /** Polls until the session has this state; checks that the stream reports it soon after. */
  async function settled(id: string, is: (session: Session) => boolean): Promise<Session> {
    const giveUp = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await untilTold(() =>
        callRoute(url, charging.getSession, { token, params: { id } }),
      );
      if (!(answer instanceof Refusal) && is(answer.data)) {
        await listener.hasHeard(id, answer.data.version, STREAM_LATE_MS);
        return answer.data;
      }
      if (Date.now() > giveUp) throw new Error(`session ${id} does not settle`);
      await wait(250 + Math.random() * 250);
    }
  }

  async function look(): Promise<void> {
    await untilTold(() =>
      callRoute(url, stations.searchLocations, {
        token,
        query: { latitude: 12.9716, longitude: 77.5946, distance: 10, page_size: 20 },
      }),
    );
    await untilTold(() => callRoute(url, wallet.getWallet, own()));
    await untilTold(() => callRoute(url, charging.searchCdrs, own()));
  }

  await untilTold(() => callRoute(url, vehicles.addVehicle, { ...own(), body: car }));
  while (load.goesOn()) {
    if (free < 40_000) await topUp();
    if (Math.random() < 0.5) await withdraw();
    await look();
    if (load.goesOn()) await charge();
  }
  return { userId, told, listener };
}
