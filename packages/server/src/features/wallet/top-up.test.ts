import { createHmac } from "node:crypto";
import { provider, wallet, type TopUp } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  accountBalances,
  KEY_SECRET,
  faultsOfSums,
  nextMobile,
  PROVIDER_TOKEN,
  startHarness,
  WEBHOOK_SECRET,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";
import { captureHold } from "./ledger.store.ts";

const OLD_SECRET = "webhook-secret-before-rotation";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({
    locations: 0,
    operators: false,
    env: { RAZORPAY_WEBHOOK_SECRET: `${WEBHOOK_SECRET},${OLD_SECRET}` },
  });
});
afterAll(() => world.stop());

type Checkout = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};
type Payment = { id: string; status: string } & Record<string, unknown>;

const as = (driver: Driver) => ({ params: { userId: driver.id }, token: driver.token });
const walletOf = async (driver: Driver) =>
  (await world.call(wallet.getWallet, as(driver))).body.data;
const movementsOf = async (driver: Driver, query: object = {}) =>
  (await world.call(wallet.listMovements, { ...as(driver), query })).body;
const ask = async (driver: Driver, minor: number): Promise<TopUp> =>
  (await world.call(wallet.createTopUp, { ...as(driver), body: { amount_minor: minor } })).body
    .data;
/** As if it had been begun a quarter of an hour before. */
const age = ({ id }: TopUp) =>
  world.database.pool.query(
    "update top_up set created_at = created_at - interval '15 minutes' where id = $1",
    [id],
  );
const look = async (driver: Driver, id: string): Promise<TopUp> =>
  (
    await world.call(wallet.getTopUp, {
      params: { userId: driver.id, id },
      token: driver.token,
    })
  ).body.data;

const provide = async (path: string, body: unknown) => {
  const response = await fetch(`${world.pay.url}/control/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Checkout };
};
const provided = async <T>(path: string) =>
  (await (await fetch(`${world.pay.url}/control/${path}`)).json()) as T;
const scenario = (name: string) => provide("scenario", { name });
const pay = async (orderId: string) => (await provide("pay", { order_id: orderId })).body;

let events = 0;
const notice = (event: string, payment: Payment) =>
  JSON.stringify({ entity: "event", event, payload: { payment: { entity: payment } } });
const post = async (
  body: string,
  more: { secret?: string; signature?: string; eventId?: string } = {},
): Promise<number> => {
  const { secret = WEBHOOK_SECRET, eventId = `evt_test_${events++}` } = more;
  const signature = more.signature ?? createHmac("sha256", secret).update(body).digest("hex");
  const response = await fetch(`${world.url}/webhooks/razorpay`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-razorpay-signature": signature,
      "x-razorpay-event-id": eventId,
    },
    body,
  });
  await response.arrayBuffer();
  return response.status;
};
/** A payment at the provider, without a notice. */
const take = async (payment: Payment): Promise<Payment> => {
  expect((await provide("payment", payment)).status).toBe(200);
  return payment;
};
const paymentFor = (topUp: TopUp, more: Partial<Payment> = {}): Payment => ({
  id: `pay_${topUp.id}`,
  order_id: topUp.order_id,
  amount: topUp.amount_minor,
  currency: "INR",
  status: "captured",
  method: "upi",
  ...more,
});
const comeBack = (orderId: string, fields: Partial<Checkout>) =>
  fetch(`${world.url}/pay/${orderId}/return`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
  });
const verify = (driver: Driver, topUp: TopUp, body: Checkout) => ({
  params: { userId: driver.id, id: topUp.id },
  token: driver.token,
  body,
});

describe("a top-up is credited", () => {
  test("[B-1] by the provider's notice", async () => {
    await scenario("happy");
    const driver = await world.signUp();
    const topUp = await ask(driver, 50_000);
    expect(topUp).toMatchObject({
      status: "CREATED",
      amount_minor: 50_000,
      checkout_path: `/pay/${topUp.order_id}`,
    });
    await pay(topUp.order_id);
    expect((await walletOf(driver)).balance_minor).toBe(0);
    await world.drain();
    expect(await walletOf(driver)).toEqual({
      currency: "INR",
      balance_minor: 50_000,
      held_minor: 0,
      goodwill_minor: 0,
      returnable_minor: 50_000,
      addable_minor: 950_000,
      withdrawing_minor: 0,
      disputed_minor: 0,
      spendable_minor: 45_000,
      minimum_minor: 5_000,
      last_paid_with: { method: "UPI", app: null, last4: null },
    });
    expect((await look(driver, topUp.id)).status).toBe("CREDITED");
  });

  test("[B-1] by coming back from checkout, without any notice", async () => {
    await scenario("no_webhook");
    const driver = await world.signUp();
    const topUp = await ask(driver, 50_000);
    const response = await comeBack(topUp.order_id, await pay(topUp.order_id));
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`/add-money?topup=${topUp.id}`);
    expect((await walletOf(driver)).balance_minor).toBe(50_000);
  });

  test("[B-1] by the app's verification, without any notice", async () => {
    await scenario("no_webhook");
    const driver = await world.signUp();
    const topUp = await ask(driver, 50_000);
    const paid = await pay(topUp.order_id);
    const { body } = await world.call(wallet.verifyTopUp, verify(driver, topUp, paid));
    expect(body.data.status).toBe("CREDITED");
    expect((await walletOf(driver)).balance_minor).toBe(50_000);
  });

  test("[B-1] by polling, if no notice comes", async () => {
    await scenario("no_webhook");
    const driver = await world.signUp();
    const topUp = await ask(driver, 50_000);
    await pay(topUp.order_id);
    await world.pass(59, 59);
    expect((await walletOf(driver)).balance_minor).toBe(0);
    await world.pass(1);
    expect((await walletOf(driver)).balance_minor).toBe(50_000);

    const second = await ask(driver, 10_000);
    await pay(second.order_id);
    expect((await look(driver, second.id)).status).toBe("CREDITED");
    expect((await walletOf(driver)).balance_minor).toBe(60_000);
  });

  test("[B-1] a day after it was asked for; of one that nobody pays the provider is asked no more after two days", async () => {
    await scenario("no_webhook");
    const driver = await world.signUp();
    const late = await ask(driver, 50_000);
    await ask(driver, 10_000);
    await world.pass(24 * 3_600, 3_600);
    await pay(late.order_id);
    await world.pass(24 * 3_600, 3_600);
    expect(await accountBalances(world, driver.id)).toEqual({ wallet: 50_000n });
    const { calls } = await provided<{ calls: number }>("calls");
    await world.pass(7 * 24 * 3_600, 24 * 3_600);
    expect(await provided("calls")).toEqual({ calls });
  });

  test("[B-1] if it is captured after it had failed", async () => {
    await scenario("failed_then_captured");
    const driver = await world.signUp();
    const topUp = await ask(driver, 50_000);
    await pay(topUp.order_id);
    await world.drain();
    expect((await look(driver, topUp.id)).status).toBe("FAILED");
    await world.pass(31, 31);
    expect((await look(driver, topUp.id)).status).toBe("CREDITED");
    expect((await walletOf(driver)).balance_minor).toBe(50_000);
  });

  test.each(["out_of_order", "duplicate_webhooks", "late_webhook", "tampered_webhook"])(
    "[B-1] once, whatever becomes of the notices: %s",
    async (name) => {
      await scenario(name);
      const driver = await world.signUp();
      const topUp = await ask(driver, 20_000);
      await pay(topUp.order_id);
      await world.pass(70, 35);
      expect((await look(driver, topUp.id)).status).toBe("CREDITED");
      expect((await walletOf(driver)).balance_minor).toBe(20_000);
      expect((await movementsOf(driver)).total_elements).toBe(1);
    },
  );

  test("[B-1] a debt is paid first, and a second notice of that payment changes nothing", async () => {
    await scenario("happy");
    const driver = await world.signUp();
    await world.database.transact((tx) =>
      captureHold(tx, {
        userId: driver.id,
        sessionId: "ses_debt",
        cdrId: `cdr_${driver.id}`,
        total: 3_000n,
        gst: 458n,
        reason: "Baner Hub",
        at: world.clock.now(),
      }),
    );
    expect(await walletOf(driver)).toMatchObject({ balance_minor: -3_000, spendable_minor: 0 });
    const topUp = await ask(driver, 20_000);
    world.clock.advance(1);
    const paid = await pay(topUp.order_id);
    await world.drain();
    const { body } = await world.call(wallet.verifyTopUp, verify(driver, topUp, paid));
    expect(body.data.status).toBe("CREDITED");
    expect(await walletOf(driver)).toMatchObject({
      balance_minor: 17_000,
      spendable_minor: 12_000,
    });
    expect(await accountBalances(world, driver.id)).toEqual({ wallet: 17_000n, overdraft: 0n });
    expect((await movementsOf(driver)).content).toMatchObject([
      { kind: "TOP_UP", amount_minor: 20_000, balance_minor: 17_000 },
      { kind: "CHARGE", amount_minor: -3_000, balance_minor: -3_000 },
    ]);
    const { rows } = await world.database.pool.query(
      "select topic from outbox where done_at is null and failures > 0",
    );
    expect(rows).toEqual([]);
  });

  test("two payments of one order are both the driver's money", async () => {
    await scenario("no_webhook");
    const driver = await world.signUp();
    const topUp = await ask(driver, 10_000);
    for (const id of [`pay_a_${topUp.id}`, `pay_b_${topUp.id}`]) {
      await post(notice("payment.captured", await take(paymentFor(topUp, { id }))));
    }
    await world.drain();
    expect((await walletOf(driver)).balance_minor).toBe(20_000);
  });
});

describe("a top-up is not credited", () => {
  test("[B-1] by a notice that was changed after it was signed, or signed by somebody else", async () => {
    await scenario("no_webhook");
    const driver = await world.signUp();
    const topUp = await ask(driver, 50_000);
    const body = notice("payment.captured", await take(paymentFor(topUp)));
    const right = createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex");
    const tampered: [string, { secret?: string; signature?: string }][] = [
      [body.replace("50000", "500000"), { signature: right }],
      [`${body} `, { signature: right }],
      [body.slice(1), { signature: right }],
      [body, { signature: "" }],
      [body, { signature: right.slice(1) }],
      [body, { signature: right.toUpperCase() }],
      [body, { signature: `${right}00` }],
      [body, { secret: KEY_SECRET }],
      [body, { secret: "guess" }],
      ...Array.from({ length: 64 }, (_, at): [string, { signature: string }] => [
        body,
        { signature: right.slice(0, at) + (right[at] === "0" ? "1" : "0") + right.slice(at + 1) },
      ]),
    ];
    const answers = await Promise.all(tampered.map(([text, more]) => post(text, more)));
    expect([...new Set(answers)]).toEqual([401]);
    await world.drain();
    expect((await walletOf(driver)).balance_minor).toBe(0);
    // The control: the same notice, untouched, signed with the secret in use before the last rotation.
    expect(await post(body, { secret: OLD_SECRET })).toBe(200);
    await world.drain();
    expect((await walletOf(driver)).balance_minor).toBe(50_000);
  });

  test("[B-1] by a checkout answer that is not signed for this very order and payment", async () => {
    await scenario("no_webhook");
    const driver = await world.signUp();
    const topUp = await ask(driver, 50_000);
    const other = await ask(driver, 5_000);
    const paid = await pay(topUp.order_id);
    const small = await pay(other.order_id);
    const wrong: Checkout[] = [
      { ...paid, razorpay_signature: paid.razorpay_signature.replace(/^./, "x") },
      { ...paid, razorpay_signature: "" },
      { ...paid, razorpay_payment_id: small.razorpay_payment_id },
      { ...paid, razorpay_order_id: other.order_id },
      small,
    ];
    for (const body of wrong) {
      const refused = await world.refused(wallet.verifyTopUp, verify(driver, topUp, body));
      expect([refused.status, refused.body.code]).toEqual([400, "PAYMENT_NOT_VERIFIED"]);
      expect((await comeBack(topUp.order_id, body)).status).toBe(303);
    }
    expect((await comeBack(topUp.order_id, {})).status).toBe(303);
    expect((await walletOf(driver)).balance_minor).toBe(0);
  });

  test("[B-1] by another amount or currency, or for an order nobody made: that money is in suspense", async () => {
    await scenario("no_webhook");
    const driver = await world.signUp();
    const topUp = await ask(driver, 50_000);
    const before = (await accountBalances(world, "system")).suspense ?? 0n;
    const strange = [
      paymentFor(topUp, { amount: 49_999 }),
      paymentFor(topUp, { id: `pay_usd_${topUp.id}`, currency: "USD" }),
      paymentFor(topUp, { id: "pay_of_nobody", order_id: "order_of_nobody", amount: 700 }),
      paymentFor(topUp, { id: "pay_failed", order_id: "order_of_nobody", status: "failed" }),
    ];
    for (const payment of strange) {
      await take(payment);
      for (const event of ["payment.captured", "order.paid"]) {
        expect(await post(notice(event, payment))).toBe(200);
      }
    }
    await world.drain();
    expect((await walletOf(driver)).balance_minor).toBe(0);
    expect((await look(driver, topUp.id)).status).toBe("CREATED");
    const after = (await accountBalances(world, "system")).suspense ?? 0n;
    expect(after - before).toBe(49_999n + 50_000n + 700n);
  });

  test("by a signed notice without a payment", async () => {
    for (const body of ["", "nonsense", "null", "[]", "{}", '{"payload":{"payment":{}}}']) {
      expect(await post(body)).toBe(200);
    }
    expect(await world.service.outbox.drain()).toBe(0);
  });
});

describe("requesting a top-up", () => {
  test.each([
    [4_999, "AMOUNT_TOO_SMALL", "Add at least ₹50."],
    [1, "AMOUNT_TOO_SMALL", "Add at least ₹50."],
    [1_000_001, "AMOUNT_TOO_LARGE", "Add ₹10,000 at most at a time."],
    [0, "INVALID_INPUT", expect.any(String)],
    [-5_000, "INVALID_INPUT", expect.any(String)],
    [5_000.5, "INVALID_INPUT", expect.any(String)],
    ["5000", "INVALID_INPUT", expect.any(String)],
    [2 ** 60, "INVALID_INPUT", expect.any(String)],
  ])("of %s paise is refused", async (amount_minor, code, message) => {
    const driver = await world.signUp();
    const { status, body } = await world.refused(wallet.createTopUp, {
      ...as(driver),
      body: { amount_minor } as { amount_minor: number },
    });
    expect({ status, code: body.code, message: body.message }).toEqual({
      status: 400,
      code,
      message,
    });
  });

  test("of the minimum and of the maximum is accepted", async () => {
    expect((await ask(await world.signUp(), 5_000)).status).toBe("CREATED");
    expect((await ask(await world.signUp(), 1_000_000)).status).toBe("CREATED");
  });

  test("[B-10] that would bring the balance above its cap is refused, with what still fits", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 940_000);
    expect((await walletOf(driver)).addable_minor).toBe(60_000);
    const refused = await world.refused(wallet.createTopUp, {
      ...as(driver),
      body: { amount_minor: 60_001 },
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "WALLET_FULL", field: "amount_minor", most_minor: 60_000 },
    });
    expect((await ask(driver, 60_000)).status).toBe("CREATED");
  });

  test("[B-10] is refused with nothing that fits where the rest is less than the least top-up", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 996_000);
    expect((await walletOf(driver)).addable_minor).toBe(0);
    const asked = { ...as(driver), body: { amount_minor: 5_000 } };
    const { body } = await world.refused(wallet.createTopUp, asked);
    expect(body).toMatchObject({ code: "WALLET_FULL", most_minor: 0 });
  });

  test("[B-10] two at once that pass the cap together are one order and one refusal", async () => {
    const driver = await world.signUp();
    const asked = await Promise.allSettled([1, 2, 3].map(() => ask(driver, 600_000)));
    const made = asked.filter(({ status }) => status === "fulfilled");
    const refused = asked.filter(({ status }) => status === "rejected");
    expect([made.length, refused.length]).toEqual([1, 2]);
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(String(reason)).toContain("WALLET_FULL");
    // One that nobody pays counts for a quarter of an hour.
    expect((await walletOf(driver)).addable_minor).toBe(400_000);
    await age((made[0] as PromiseFulfilledResult<TopUp>).value);
    expect((await walletOf(driver)).addable_minor).toBe(1_000_000);
  });

  test("[B-10] a payment that was made is credited above the cap, by a late notice too", async () => {
    await scenario("happy");
    const driver = await world.signUp();
    const early = await ask(driver, 600_000);
    await age(early);
    const late = await ask(driver, 900_000);
    await pay(early.order_id);
    await pay(late.order_id);
    await world.drain();
    expect(await walletOf(driver)).toMatchObject({ balance_minor: 1_500_000, addable_minor: 0 });
    expect((await look(driver, early.id)).status).toBe("CREDITED");
    expect((await look(driver, late.id)).status).toBe("CREDITED");
  });

  test("[B-10] the payment page of an order that no longer fits leads to what does", async () => {
    await scenario("happy");
    const driver = await world.signUp();
    const early = await ask(driver, 600_000);
    await age(early);
    await world.topUp(driver, 900_000);
    const page = await fetch(world.url + early.checkout_path, { redirect: "manual" });
    expect(page.headers.get("location")).toBe("/add-money");
  });

  test("[B-1] twice with one key is one order; with another amount it is refused", async () => {
    const driver = await world.signUp();
    const send = (minor: number, key: string) => ({
      ...as(driver),
      body: { amount_minor: minor },
      headers: { "idempotency-key": key },
    });
    const made = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.call(wallet.createTopUp, send(50_000, "one-top-up")).then(({ body }) => body.data),
      ),
    );
    expect(new Set(made.map(({ id, order_id }) => `${id} ${order_id}`)).size).toBe(1);
    // The provider is asked about it once at a time.
    const polls = await world.database.pool.query(
      "select from outbox where topic = 'payment.poll' and payload ->> 'topUpId' = $1",
      [made[0]!.id],
    );
    expect(polls.rowCount).toBe(1);
    const refused = await world.refused(wallet.createTopUp, send(60_000, "one-top-up"));
    expect([refused.status, refused.body.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    const another = await world.call(wallet.createTopUp, send(50_000, "another-top-up"));
    expect(another.body.data.id).not.toBe(made[0]!.id);
    const stranger = await world.signUp();
    const theirs = await world.call(wallet.createTopUp, {
      ...send(50_000, "one-top-up"),
      ...as(stranger),
    });
    expect(theirs.body.data.id).not.toBe(made[0]!.id);
  });

  test("[M-3] [B-2] a corporate driver has no wallet", async () => {
    const backoffice = { token: PROVIDER_TOKEN };
    const company = await world.call(provider.putCompany, {
      ...backoffice,
      body: { name: "Sahyadri" },
    });
    const mobile = nextMobile();
    await world.call(provider.listCompanyNumber, {
      ...backoffice,
      params: { id: company.body.data.id },
      body: { mobile },
    });
    const driver = await world.signUp(mobile, "CORPORATE");
    for (const refused of [
      await world.refused(wallet.getWallet, as(driver)),
      await world.refused(wallet.listMovements, as(driver)),
      await world.refused(wallet.createTopUp, { ...as(driver), body: { amount_minor: 50_000 } }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, "WALLET_NOT_USED"]);
    }
  });
});

test("[B-1] movements come newest first, page by page, each with the balance after it", async () => {
  await scenario("happy");
  const driver = await world.signUp();
  const amounts = [5_000, 7_000, 11_000, 13_000, 17_000];
  for (const minor of amounts) {
    await world.topUp(driver, minor);
    world.clock.advance(1_000);
  }
  const sizes = { page_no: 0, page_size: 2, total_elements: 5, total_pages: 3 };
  const first = await movementsOf(driver, { page_size: 2 });
  expect(first).toMatchObject(sizes);
  expect(first.content.map((each) => each.amount_minor)).toEqual([17_000, 13_000]);
  expect(first.content.map((each) => each.balance_minor)).toEqual([53_000, 36_000]);
  const last = await movementsOf(driver, { page_size: 2, page_no: 2 });
  expect(last).toMatchObject({ ...sizes, page_no: 2 });
  expect(last.content.map((each) => each.amount_minor)).toEqual([5_000]);
  expect((await movementsOf(driver, { page_no: 3, page_size: 2 })).content).toEqual([]);
  expect((await movementsOf(driver)).page_size).toBe(20);
  for (const query of [{ page_size: 0 }, { page_size: 101 }, { page_no: -1 }, { page_no: "x" }]) {
    const refused = await world.refused(wallet.listMovements, {
      ...as(driver),
      query,
    });
    expect(refused.body.code).toBe("INVALID_INPUT");
  }
});

describe("the payment document", () => {
  test("[B-1] contains its order and allows only the provider's scripts and ours", async () => {
    const driver = await world.signUp();
    const topUp = await ask(driver, 123_400);
    const response = await fetch(`${world.url}${topUp.checkout_path}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const policy = Object.fromEntries(
      response.headers
        .get("content-security-policy")!
        .split("; ")
        .map((part) => [part.split(" ")[0]!, part.split(" ").slice(1).join(" ")]),
    );
    expect(policy).toMatchObject({
      "default-src": "'none'",
      "script-src": `'self' ${world.pay.url}`,
      "frame-src": world.pay.url,
      "base-uri": "'none'",
      "frame-ancestors": "'none'",
    });
    expect(html).toContain("Pay ₹1234.00");
    const scripts = [...html.matchAll(/<script ([^>]*)>/g)].map((match) => match[1]);
    expect(scripts).toEqual([
      `src="${world.pay.url}/v1/checkout.js" defer`,
      `src="/pay/checkout-page.js" defer`,
      `type="application/json" id="order"`,
    ]);
    const data = JSON.parse(/id="order">([^<]*)</.exec(html)![1]!) as {
      options: Record<string, unknown>;
      back: string;
    };
    expect(data.back).toBe(`/add-money?topup=${topUp.id}`);
    expect(data.options).toMatchObject({
      key: "rzp_test_harness",
      amount: 123_400,
      order_id: topUp.order_id,
      callback_url: `${world.url}/pay/${topUp.order_id}/return`,
    });
    const script = await fetch(`${world.url}/pay/checkout-page.js`);
    expect(script.headers.get("content-type")).toContain("text/javascript");
  });

  test("[B-1] speaks the language of the app, else that of the browser", async () => {
    const topUp = await ask(await world.signUp(), 123_400);
    const page = async (query: string, accept: string) => {
      const headers = { "accept-language": accept };
      const html = await (
        await fetch(`${world.url}/pay/${topUp.order_id}${query}`, { headers })
      ).text();
      const data = JSON.parse(/id="order">([^<]*)</.exec(html)![1]!) as {
        options: { description: string; config: { display: { language?: string } } };
      };
      const [, tag] = /<html lang="([^"]*" dir="[^"]*)"/.exec(html)!;
      const [, title] = /<h1>(.*?)<\/h1>/.exec(html)!;
      return { html, tag, title, options: data.options };
    };
    const hindi = await page("?language=hi&method=CARD", "en-IN");
    expect([hindi.tag, hindi.title]).toEqual(['hi-IN" dir="ltr', "₹1234.00 का भुगतान करें"]);
    expect(hindi.options).toMatchObject({
      description: "वॉलेट में पैसे जोड़ना",
      config: { display: { language: "hi", blocks: { first: { name: "आपकी पसंद" } } } },
    });
    expect(hindi.html).not.toMatch(/Back|Open payment|payment window|did not load/);

    const urdu = await page("", "ur-IN,en;q=0.5");
    expect([urdu.tag, urdu.title]).toEqual(['ur-IN" dir="rtl', "\u2066₹1234.00\u2069 ادا کریں"]);
    expect(urdu.html).not.toMatch(/Back|Open payment|payment window|did not load/);
    expect((await page('?language="><script>', "")).tag).toBe('en-IN" dir="ltr');
  });

  test("of an unknown order does not exist, and its return URL leads to the wallet", async () => {
    const response = await fetch(`${world.url}/pay/order_unknown`);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
    const back = await comeBack("order_unknown", {});
    expect([back.status, back.headers.get("location")]).toEqual([303, "/wallet"]);
  });

  test("of a paid order redirects", async () => {
    await scenario("happy");
    const driver = await world.signUp();
    const topUp = await ask(driver, 5_000);
    await pay(topUp.order_id);
    await world.drain();
    const response = await fetch(`${world.url}${topUp.checkout_path}`, { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      `/add-money?topup=${topUp.id}`,
    ]);
  });
});

test("[B-1] the limits, the currency and the payment key can be read", async () => {
  const { body } = await world.call(wallet.getEmspConfig, { params: { id: "default" } });
  expect(body.data).toMatchObject({
    environment: "TEST",
    currency: "INR",
    minimum_balance_minor: 5_000,
    suggested_top_up_minor: 50_000,
    minimum_top_up_minor: 5_000,
    maximum_top_up_minor: 1_000_000,
    payment_key: "rzp_test_harness",
    otp_valid_s: 300,
    demo_speed: 1,
  });
  const named = await world.call(wallet.getEmspConfig, { params: { id: body.data.id } });
  expect(named.body).toEqual(body);
  const unknown = await world.refused(wallet.getEmspConfig, { params: { id: "XYZ" } });
  expect(unknown.status).toBe(404);
});

test("the ledger balances after all of these", async () => {
  expect(await faultsOfSums(world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

// Last, because the provider stays down.
test("[B-1] an unreachable provider is reported", async () => {
  const driver = await world.signUp();
  const open = await ask(driver, 5_000);
  await world.pay.close();
  const { status, body } = await world.refused(wallet.createTopUp, {
    ...as(driver),
    body: { amount_minor: 50_000 },
    headers: { "idempotency-key": "while-it-is-away" },
  });
  expect([status, body.code]).toEqual([503, "PAYMENT_PROVIDER_UNREACHABLE"]);
  expect((await look(driver, open.id)).status).toBe("CREATED");
  expect((await walletOf(driver)).balance_minor).toBe(0);
});
