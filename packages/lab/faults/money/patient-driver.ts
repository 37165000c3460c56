import { setTimeout as wait } from "node:timers/promises";
import { Refusal } from "@voltmarg/client";
import { callRoute } from "@voltmarg/client/node";
import { accounts, wallet } from "@voltmarg/contract";
import { newMobile } from "@voltmarg/testkit/driver";
import { signIn } from "@voltmarg/world/seed";

export type SignedIn = { token: string; refreshToken: string; userId: string };

/** What the drivers of a run share. */
export type Patience = {
  url: string;
  paymentsUrl: string;
  /** False: every retry uses another key, as if there were no idempotency. */
  sameKeys: boolean;
  /** Milliseconds before the first retry, and the most before a later one, which each doubles. */
  pause: { first: number; most: number };
  /** Requests sent, those that were answered, and those cut off or 5xx. */
  count: { asked: number; errors: number; told: number };
};

/** How long a driver waits for a service that is down before the run fails. */
export const PATIENCE_MS = 240_000;

export const noCount = () => ({ asked: 0, errors: 0, told: 0 });

/** So many drivers, signed up one after another. */
export async function signUpAll(url: string, count: number): Promise<SignedIn[]> {
  const team: SignedIn[] = [];
  while (team.length < count) team.push(await signIn(url, newMobile(), "SU"));
  return team;
}

/** A driver who repeats each request under the same key until it is answered. */
export function patientDriver(patience: Patience, nth: number, signedIn: SignedIn) {
  const { url, count } = patience;
  const { userId } = signedIn;
  let { token, refreshToken } = signedIn;
  let names = 0;
  let renewing: Promise<void> | null = null;

  const renew = async () => {
    const query = { grant_type: "refresh_token" as const, refresh_token: refreshToken };
    const tokens = await callRoute(url, accounts.refreshToken, { query });
    ({ access_token: token, refresh_token: refreshToken } = tokens);
  };

  /** Retries until there is an answer; `again` is the number of attempts so far. A refusal is an answer. */
  async function untilTold<T>(ask: (again: number) => Promise<T>): Promise<T | Refusal> {
    const giveUp = Date.now() + PATIENCE_MS;
    const { first, most } = patience.pause;
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
        await wait(Math.min(first * 2 ** again, most) * (0.5 + Math.random()));
      }
    }
  }
  const own = () => ({ token, params: { userId } });
  const keyOf = (name: string, again: number) => (patience.sameKeys ? name : `${name}~${again}`);
  const nameOf = (kind: string) => `${kind}-driver-${nth}-${(names += 1)}`;

  return {
    userId,
    token: () => token,
    own,
    untilTold,
    keyOf,
    nameOf,
    /** Pays in so many paise and waits until they are credited. Answers the id of the top-up. */
    topUp: async (minor: number, method: "upi" | "card" = "upi"): Promise<string> => {
      const name = nameOf("top-up");
      const order = await untilTold((again) =>
        callRoute(url, wallet.createTopUp, {
          ...own(),
          headers: { "idempotency-key": keyOf(name, again) },
          body: { amount_minor: minor },
        }),
      );
      if (order instanceof Refusal) throw order;
      const { id, order_id } = order.data;
      await untilTold(async () => {
        const body = JSON.stringify({ order_id, method });
        const paid = await fetch(`${patience.paymentsUrl}/control/pay`, { method: "POST", body });
        await paid.arrayBuffer();
      });
      const giveUp = Date.now() + PATIENCE_MS;
      for (;;) {
        const seen = await untilTold(() =>
          callRoute(url, wallet.getTopUp, { token, params: { userId, id } }),
        );
        if (!(seen instanceof Refusal) && seen.data.status === "CREDITED") return id;
        if (Date.now() > giveUp) throw new Error(`${name} was never credited`);
        await wait(Math.min(patience.pause.first * 3, 150));
      }
    },
    /**
     * Asks for so many paise back; `cutShort`: how often the driver's own connection breaks before the first answer. The
     * key of the withdrawal; null: it was refused.
     */
    withdraw: async (minor: number, cutShort: number): Promise<string | null> => {
      const name = nameOf("withdrawal");
      const made = await untilTold((again) => {
        const asked = callRoute(url, wallet.createWithdrawal, {
          ...own(),
          headers: { "idempotency-key": keyOf(name, again) },
          body: { amount_minor: minor },
        });
        if (again > 0 || Math.random() >= cutShort) return asked;
        asked.catch(() => {});
        return wait(Math.random() * 40).then(() => Promise.reject(new Error("line broken")));
      });
      return made instanceof Refusal ? null : name;
    },
  };
}
