import { createHmac, randomInt } from "node:crypto";
import { wallet, type TopUp } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  KEY_SECRET,
  ledgerFaults,
  startHarness,
  WEBHOOK_SECRET,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";

const OLD_SECRET = "webhook-secret-before-rotation";
const AT_ONCE = 24;

let world: Harness;
beforeAll(async () => {
  world = await startHarness({
    locations: 0,
    operators: false,
    env: { RAZORPAY_WEBHOOK_SECRET: `${WEBHOOK_SECRET},${OLD_SECRET}` },
  });
  await control("scenario", { name: "no_webhook" });
});
afterAll(() => world.stop());

type Checkout = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};
async function control(path: string, body: object): Promise<Checkout> {
  const response = await fetch(`${world.pay.url}/control/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  return (await response.json()) as Checkout;
}
const pay = (topUp: TopUp) => control("pay", { order_id: topUp.order_id });
const as = (driver: Driver) => ({ params: { userId: driver.id }, token: driver.token });
const ask = async (driver: Driver, minor: number): Promise<TopUp> =>
  (await world.call(wallet.createTopUp, { ...as(driver), body: { amount_minor: minor } })).body
    .data;
const balanceOf = async (driver: Driver) =>
  (await world.call(wallet.getWallet, as(driver))).body.data.balance_minor;

/** The whole service without a socket: thousands of notices in seconds. */
const inject = async (
  method: "GET" | "POST",
  url: string,
  headers: Record<string, string>,
  payload = "",
): Promise<number> =>
  (await world.service.http.inject({ method, url, headers, payload })).statusCode;

let events = 0;
const sign = (body: string, secret = WEBHOOK_SECRET) =>
  createHmac("sha256", secret).update(body).digest("hex");
const post = (body: string, more: { signature?: string; eventId?: string } = {}) =>
  inject(
    "POST",
    "/webhooks/razorpay",
    {
      "content-type": "application/json",
      "x-razorpay-signature": more.signature ?? sign(body),
      "x-razorpay-event-id": more.eventId ?? `evt_${events++}`,
    },
    body,
  );
const notice = (event: string, topUp: TopUp, paymentId: string, status: string) =>
  JSON.stringify({
    entity: "event",
    event,
    payload: {
      payment: {
        entity: {
          id: paymentId,
          order_id: topUp.order_id,
          amount: topUp.amount_minor,
          currency: "INR",
          status,
          method: "upi",
        },
      },
    },
  });
/** A captured payment at the provider, without a notice. */
const take = (topUp: TopUp, id: string) =>
  control("payment", { id, order_id: topUp.order_id, amount: topUp.amount_minor });
const verify = (driver: Driver, topUp: TopUp, paid: Checkout) =>
  inject(
    "POST",
    `/api/user/v1/wallet/${driver.id}/top-ups/${topUp.id}/verify`,
    { authorization: `Bearer ${driver.token}`, "content-type": "application/json" },
    JSON.stringify(paid),
  );
/** What the poller does, at once: asks the provider. */
const poll = (driver: Driver, topUp: TopUp) =>
  inject("GET", `/api/user/v1/wallet/${driver.id}/top-ups/${topUp.id}`, {
    authorization: `Bearer ${driver.token}`,
  });

/** Runs works a few at a time, as so many clients would. */
async function together<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const answers: T[] = [];
  const left = [...works.entries()];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) answers[next[0]] = await next[1]();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item].concat(rest)),
  );
}

describe("[B-1] a payment", () => {
  test("is credited once after a thousand notices, with one event id and with a thousand, concurrent with verify and poll", async () => {
    const driver = await world.signUp();
    const topUp = await ask(driver, 50_000);
    const paid = await pay(topUp);
    const id = paid.razorpay_payment_id;
    const captured = notice("payment.captured", topUp, id, "captured");
    const orderPaid = notice("order.paid", topUp, id, "captured");
    const answers = await together<number | undefined>(
      Array.from({ length: 1_060 }, (_, n) => async () => {
        if (n % 53 === 0) return verify(driver, topUp, paid);
        if (n % 59 === 0) return poll(driver, topUp);
        if (n % 97 === 0) return void (await world.service.outbox.drain());
        if (n % 3 === 0) return post(captured, { eventId: "evt_the_same" });
        return post(n % 2 === 0 ? captured : orderPaid);
      }),
    );
    expect(new Set(answers)).toEqual(new Set([200, undefined]));
    await world.pass(60, 60);
    expect(await balanceOf(driver)).toBe(50_000);
    const { rows } = await world.database.pool.query(
      "select count(*)::int as n from ledger_transfer where scope = $1",
      [driver.id],
    );
    expect(rows[0].n).toBe(1);
  });

  test("has the same result in all 720 orders of authorized, captured, order.paid, failed, verify and poll", async () => {
    const drivers = await Promise.all(Array.from({ length: 8 }, () => world.signUp()));
    const orders = permutations([
      "authorized",
      "captured",
      "order.paid",
      "failed",
      "verify",
      "poll",
    ]);
    expect(orders).toHaveLength(720);
    const cases = await together(
      orders.map((order, n) => async () => {
        const driver = drivers[n % drivers.length]!;
        const topUp = await ask(driver, 5_000);
        return { order, driver, topUp, paid: await pay(topUp) };
      }),
    );
    for (let step = 0; step < 6; step++) {
      const answers = await together(
        cases.map(({ order, driver, topUp, paid }) => () => {
          const event = order[step]!;
          if (event === "verify") return verify(driver, topUp, paid);
          if (event === "poll") return poll(driver, topUp);
          const status = event === "order.paid" ? "captured" : event;
          const name = event === "order.paid" ? event : `payment.${event}`;
          return post(notice(name, topUp, paid.razorpay_payment_id, status));
        }),
      );
      expect(new Set(answers)).toEqual(new Set([200]));
      world.clock.advance(1);
      await world.service.outbox.drain();
    }
    const { rows } = await world.database.pool.query(
      "select status, count(*)::int as n from top_up where user_id = any($1) group by status",
      [drivers.map(({ id }) => id)],
    );
    expect(rows).toEqual([{ status: "CREDITED", n: 720 }]);
    for (const driver of drivers) expect(await balanceOf(driver)).toBe(90 * 5_000);
  });

  test("is credited by none of a thousand tampered notices", async () => {
    const driver = await world.signUp();
    const [topUp, other] = [await ask(driver, 50_000), await ask(driver, 60_000)];
    const body = notice("payment.captured", topUp, "pay_forged", "captured");
    const right = sign(body);
    const elsewhere = notice("payment.captured", other, "pay_forged", "captured");
    const forgeries: ((n: number) => [string, string])[] = [
      // One character of the body changed.
      (n) => {
        const at = 1 + ((n * 7) % (body.length - 1));
        const changed = body[at] === "x" ? "y" : "x";
        return [body.slice(0, at) + changed + body.slice(at + 1), right];
      },
      // One digit of the signature changed.
      (n) => {
        const at = n % 64;
        return [body, right.slice(0, at) + (right[at] === "0" ? "1" : "0") + right.slice(at + 1)];
      },
      // Signed by somebody else, or with the key's secret instead of the notices'.
      (n) => [body, sign(body, n % 2 === 0 ? KEY_SECRET : `guess-${randomInt(1e9)}`)],
      // Cut off.
      (n) => [body.slice(0, 1 + (n % (body.length - 1))), right],
      // Another order under this one's signature.
      (n) => [n % 2 === 0 ? elsewhere : body.replace(topUp.order_id, other.order_id), right],
      // No signature, half of one, one too long.
      (n) => [body, ["", right.slice(0, 32), `${right}00`, right.toUpperCase()][n % 4]!],
    ];
    const answers = await together(
      Array.from({ length: 1_000 }, (_, n) => () => {
        const [text, signature] = forgeries[n % forgeries.length]!(n);
        return post(text, { signature });
      }),
    );
    expect(answers.filter((status) => status === 401)).toHaveLength(1_000);
    expect(await world.service.outbox.drain()).toBe(0);
    expect(await balanceOf(driver)).toBe(0);
    // The control: the same notice untouched, with the secret of before the rotation.
    await take(topUp, "pay_forged");
    expect(await post(body, { signature: sign(body, OLD_SECRET) })).toBe(200);
    await world.service.outbox.drain();
    expect(await balanceOf(driver)).toBe(50_000);
  });

  test.each(["authorized_then_failed", "no_webhook"])(
    "that is authorised and never captured does not process for ever: %s",
    async (heard) => {
      const driver = await world.signUp();
      const topUp = await ask(driver, 50_000);
      await control("scenario", { name: "authorized_then_failed" });
      await pay(topUp);
      const look = async () =>
        (
          await world.call(wallet.getTopUp, {
            params: { userId: driver.id, id: topUp.id },
            token: driver.token,
          })
        ).body.data.status;
      expect(await look()).toBe("PROCESSING");
      if (heard === "no_webhook") await control("scenario", { name: "no_webhook" });
      await world.pass(60, 30);
      await control("scenario", { name: "no_webhook" });
      const { rows } = await world.database.pool.query("select status from top_up where id = $1", [
        topUp.id,
      ]);
      expect(rows).toEqual([{ status: "FAILED" }]);
      // It was captured later after all: the money is credited.
      const late = `pay_after_all_${heard}`;
      await take(topUp, late);
      await post(notice("payment.captured", topUp, late, "captured"));
      await world.service.outbox.drain();
      expect(await look()).toBe("CREDITED");
    },
  );

  test.each([
    ["39 times is asked for again", 39, false],
    ["40 times is not asked for any more", 40, true],
  ])("that the provider did not know %s", async (_what, times, isOver) => {
    const driver = await world.signUp();
    await ask(driver, 50_000);
    const { pool } = world.database;
    const mine = "topic = 'payment.poll' and payload ->> 'userId' = $1";
    await pool.query(`update outbox set attempts = $2, due_at = created_at where ${mine}`, [
      driver.id,
      times - 1,
    ]);
    await world.service.outbox.drain();
    const { rows } = await pool.query(
      `select attempts, done_at is not null as "isOver" from outbox where ${mine}`,
      [driver.id],
    );
    expect(rows).toEqual([{ attempts: times, isOver }]);
  });

  test("is stored without the payer's number, address and bank", async () => {
    const topUp = await ask(await world.signUp(), 50_000);
    const told = JSON.parse(notice("payment.captured", topUp, "pay_named", "captured"));
    const who = { contact: "+919999988888", email: "payer@private.example", vpa: "payer@bank" };
    Object.assign(told.payload.payment.entity, who, { card: { last4: "1111", name: "A Payer" } });
    await post(JSON.stringify(told));
    const { rows } = await world.database.pool.query(
      "select payload from outbox where topic = 'payment.notice' and payload ->> 'orderId' = $1",
      [topUp.order_id],
    );
    expect(rows).toEqual([
      {
        payload: {
          orderId: topUp.order_id,
          payment: {
            id: "pay_named",
            order_id: topUp.order_id,
            amount: 50_000,
            currency: "INR",
            status: "captured",
            method: "upi",
            card: { last4: "1111" },
          },
        },
      },
    ]);
    await world.service.outbox.drain();
  });

  test("that failed does not affect the next try, which is authorised", async () => {
    const driver = await world.signUp();
    const topUp = await ask(driver, 50_000);
    for (const [id, status] of [
      ["pay_first", "failed"],
      ["pay_second", "authorized"],
      ["pay_first", "failed"],
    ]) {
      await post(notice(`payment.${status}`, topUp, id!, status!));
      await world.service.outbox.drain();
    }
    const { rows } = await world.database.pool.query("select status from top_up where id = $1", [
      topUp.id,
    ]);
    expect(rows).toEqual([{ status: "PROCESSING" }]);
  });
});

test("the ledger balances after all of these", async () => {
  expect(await ledgerFaults(world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});
