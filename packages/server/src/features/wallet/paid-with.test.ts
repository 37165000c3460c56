import { wallet } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { shownFirst, upiAppOf } from "./paid-with.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const as = (driver: Driver) => ({ params: { userId: driver.id }, token: driver.token });
const lastOf = async (driver: Driver) =>
  (await world.call(wallet.getWallet, as(driver))).body.data.last_paid_with;

/** Pays an order as the provider's checkout does. */
async function pay(driver: Driver, how: object): Promise<void> {
  world.clock.advance(1_000);
  const { body } = await world.call(wallet.createTopUp, {
    ...as(driver),
    body: { amount_minor: 20_000 },
  });
  const paid = await fetch(`${world.pay.url}/control/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ order_id: body.data.order_id, ...how }),
  });
  const fields = (await paid.json()) as Record<
    "razorpay_payment_id" | "razorpay_order_id" | "razorpay_signature",
    string
  >;
  await world.call(wallet.verifyTopUp, {
    params: { userId: driver.id, id: body.data.id },
    token: driver.token,
    body: fields,
  });
}

test("[B-1] the wallet says how the newest payment was made, and nothing that is not known", async () => {
  const driver = await world.signUp();
  expect(await lastOf(driver)).toBeNull();
  await pay(driver, { method: "upi", vpa: "9845000001@ybl" });
  expect(await lastOf(driver)).toEqual({ method: "UPI", app: "PHONEPE", last4: null });
  await pay(driver, { method: "card" });
  expect(await lastOf(driver)).toEqual({ method: "CARD", app: null, last4: "1111" });
  await pay(driver, { method: "upi" });
  expect(await lastOf(driver)).toEqual({ method: "UPI", app: null, last4: null });
});

test("[B-1] an address tells its app where only that app gives out its handle", () => {
  const of = (vpa: string | null, method = "upi") => upiAppOf({ method, vpa } as never);
  expect(of("asha@okhdfcbank")).toBe("GOOGLE_PAY");
  expect(of("asha@PTYES")).toBe("PAYTM");
  expect(of("98450@upi")).toBe("BHIM");
  // A bank's own handle, a card, no address.
  for (const none of [of("asha@sbi"), of("asha@ybl", "card"), of(null), of("")])
    expect(none).toBeNull();
});

test("[B-1] the payment page shows the chosen way first, and only ways that there are", async () => {
  const first = (query: string) => shownFirst(new URLSearchParams(query), "Your choice");
  expect(first("")).toEqual({});
  expect(first("method=constructor&app=PHONEPE")).toEqual({});
  const instruments = (query: string) =>
    JSON.stringify(first(query)).match(/"instruments":(\[.*?\}\])/)![1];
  expect(instruments("method=CARD&app=PHONEPE")).toBe('[{"method":"card"}]');
  expect(instruments("method=UPI&app=PHONEPE")).toBe(
    '[{"method":"upi","flows":["intent"],"apps":["phonepe"]}]',
  );
  const driver = await world.signUp();
  const { body } = await world.call(wallet.createTopUp, {
    ...as(driver),
    body: { amount_minor: 20_000 },
  });
  const page = await fetch(`${world.url}${body.data.checkout_path}?method=CARD`);
  expect(await page.text()).toContain('"sequence":["block.first"]');
});
