import { createHmac } from "node:crypto";
import { wallet, type TopUp } from "@voltmarg/contract";
import type { Driver, Harness } from "@voltmarg/testkit/test-bed";
import type { Random } from "@voltmarg/testkit/random";
import { renewSignIn } from "../../renew-sign-in.ts";
import {
  DISPUTE_EVENTS,
  type Checkout,
  type Disputed,
  type Provider,
  type ProviderRecord,
} from "./provider.ts";

const MOST_OPEN = 6;
const RENEW_MS = 5 * 60_000;

/** A driver who does one operation at a time, some of which get no answer. */
export type SimulatedDriver = {
  driver: Driver;
  /** One operation; false: it was not confirmed. */
  act(known: ProviderRecord): Promise<boolean>;
  disputes: readonly Disputed[];
  /** The bank decides on what is open. */
  endDisputes(): Promise<void>;
};

export async function openSimulatedDriver(
  world: Harness,
  provider: Provider,
  dice: Random,
  nth: number,
): Promise<SimulatedDriver> {
  const driver = await world.signUp();
  let signedInAt = world.clock.now().getTime();
  let keys = 0;
  /** Unanswered top-ups: retried under the same key. */
  const unanswered: { key: string; minor: number }[] = [];
  const open: TopUp[] = [];
  const as = () => ({ params: { userId: driver.id }, token: driver.token });

  const ask = async ({ key, minor }: { key: string; minor: number }, at: number) => {
    const input = { body: { amount_minor: minor }, headers: { "idempotency-key": key } };
    const tries = Array.from({ length: at }, () =>
      world.call(wallet.createTopUp, { ...as(), ...input }).then(
        ({ body }) => body.data,
        () => null,
      ),
    );
    const shown = (await Promise.all(tries)).find((each) => each !== null);
    if (!shown) {
      unanswered.push({ key, minor });
      return false;
    }
    open.unshift(shown);
    open.length = Math.min(open.length, MOST_OPEN);
    return true;
  };

  const verify = async ({ id }: TopUp, body: Checkout) => {
    const input = { params: { userId: driver.id, id }, token: driver.token, body };
    // It may be refused: the provider is down, or a broken service has forgotten the order.
    await Promise.allSettled([world.call(wallet.verifyTopUp, input)]);
  };

  /** Any order of a top-up may still be open in a checkout; sometimes two of them are paid. */
  const payOne = async (known: ProviderRecord) => {
    const ordersOf = ({ id, order_id }: TopUp) => {
      const made = known.orders.filter(({ receipt }) => receipt === id).map((order) => order.id);
      return made.includes(order_id) ? made : [...made, order_id];
    };
    const several = open.filter((topUp) => ordersOf(topUp).length > 1);
    const topUp = dice.pick(several.length > 0 && dice.chance(0.7) ? several : open);
    const orders = dice.shuffle(ordersOf(topUp)).slice(0, dice.chance(0.5) ? 2 : 1);
    for (const orderId of orders) {
      const paid = await provider.pay(orderId);
      if (paid && dice.chance(0.5)) await verify(topUp, paid);
    }
    return true;
  };

  const look = async () => {
    const { id } = dice.pick(open);
    const params = { userId: driver.id, id };
    await world.call(wallet.getTopUp, { params, token: driver.token });
    return true;
  };

  const withdraw = async () => {
    const { body } = await world.call(wallet.getWallet, as());
    const most = body.data.balance_minor;
    if (most < 100) return false;
    // Small amounts too, so that a payment has more refunds than the list returns.
    const minor = dice.int(100, Math.min(most, dice.chance(0.7) ? 1_000 : most));
    const key = `withdrawal-${nth}-${keys++}`;
    const asked = { ...as(), body: { amount_minor: minor }, headers: { "idempotency-key": key } };
    const times = dice.chance(0.2) ? 2 : 1;
    const made = await Promise.allSettled(
      Array.from({ length: times }, () => world.call(wallet.createWithdrawal, asked)),
    );
    return made.some(({ status }) => status === "fulfilled");
  };

  /** An attacker who has the webhook secret reports an unpaid order as paid. */
  const forge = async () => {
    const { id, order_id, amount_minor: amount } = dice.pick(open);
    const payment = {
      id: `pay_forged${id}`,
      order_id,
      amount,
      currency: "INR",
      status: "captured",
    };
    const body = JSON.stringify({
      event: "payment.captured",
      payload: { payment: { entity: payment } },
    });
    const [secret = ""] = world.config.razorpay.webhookSecrets;
    const answer = await fetch(`${world.url}/webhooks/razorpay`, {
      method: "POST",
      headers: {
        "x-razorpay-signature": createHmac("sha256", secret).update(body).digest("hex"),
        "x-razorpay-event-id": `evt_forged_${nth}_${keys++}`,
      },
      body,
    });
    await answer.arrayBuffer();
    return answer.ok;
  };

  const disputes: Disputed[] = [];
  const say = async (one: Disputed, event: (typeof DISPUTE_EVENTS)[number]) => {
    if (event === "lost") one.lost = one.payment.amount;
    if (event === "won" || event === "closed") one.lost = 0;
    await provider.dispute(one.id, one.payment, event);
  };
  /** The bank reopens a payment, also one that is spent or sent back, or says more of a dispute; some of it twice. */
  const dispute = async (known: ProviderRecord) => {
    const orders = new Set(open.map(({ order_id }) => order_id));
    const undisputed = known.payments.filter(
      ({ id, order_id, captured }) =>
        captured && orders.has(order_id) && !disputes.some(({ payment }) => payment.id === id),
    );
    const going = disputes.filter(({ lost }) => lost === null);
    if (undisputed.length > 0 && (going.length === 0 || dice.chance(0.5))) {
      const payment = dice.pick(undisputed);
      const one: Disputed = { id: `disp_${nth}_${disputes.length}`, payment, lost: null };
      disputes.push(one);
      // Sometimes what is heard first is the end.
      await say(one, dice.chance(0.8) ? "created" : dice.pick(DISPUTE_EVENTS));
      return true;
    }
    if (going.length === 0) return false;
    const one = dice.pick(going);
    const event = dice.pick(DISPUTE_EVENTS);
    await say(one, event);
    if (dice.chance(0.3)) await say(one, event);
    return true;
  };

  return {
    driver,
    disputes,
    endDisputes: async () => {
      for (const one of disputes)
        if (one.lost === null) await say(one, dice.pick(["won", "lost", "closed"]));
        // Whatever was lost on the way is told again.
        else await say(one, one.lost > 0 ? "lost" : "won");
    },
    act: async (known) => {
      const now = world.clock.now().getTime();
      if (now - signedInAt > RENEW_MS) {
        await renewSignIn(world, driver);
        signedInAt = now;
      }
      const again = unanswered.shift();
      if (again) return ask(again, 1);
      const wish = dice.fraction();
      if (open.length === 0 || wish < 0.15) {
        const wanted = { key: `top-up-${nth}-${keys++}`, minor: dice.int(5_000, 50_000) };
        return ask(wanted, dice.chance(0.7) ? 2 : 1);
      }
      if (wish < 0.4) return payOne(known);
      if (wish < 0.45) return look();
      if (wish < 0.48) return forge();
      if (wish < 0.54) return dispute(known);
      return withdraw();
    },
  };
}
