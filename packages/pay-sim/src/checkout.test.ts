import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hmac, KEY_ID, KEY_SECRET, openShop, type Shop } from "../test/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const PARENT = "https://app.example";
const query = (order_id: string, more: Record<string, string> = {}) =>
  new URLSearchParams({
    key_id: KEY_ID,
    order_id,
    parent_origin: PARENT,
    name: "Voltmarg",
    description: "Wallet top-up",
    ...more,
  });
const open = (fields: URLSearchParams) => fetch(`${shop.sim.url}/v1/checkout?${fields.toString()}`);
const submit = (fields: URLSearchParams) =>
  fetch(`${shop.sim.url}/v1/checkout`, { method: "POST", body: fields });
/** The message of the document to its embedding page. */
const told = (html: string) => {
  const match = /parent\.postMessage\((\{.*?\}),("[^"]*")\);/.exec(html);
  return match === null ? null : { message: JSON.parse(match[1]!), to: JSON.parse(match[2]!) };
};

describe("[B-1] checkout", () => {
  test("the script names the provider's constructor", async () => {
    const response = await fetch(`${shop.sim.url}/v1/checkout.js`);
    expect(response.headers.get("content-type")).toContain("text/javascript");
    expect(await response.text()).toContain("window.Razorpay");
  });

  test("is a complete document: labelled as a test, with the amount and four ways out", async () => {
    const order = await shop.order(12_345_600);
    const response = await open(query(order.id));
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain("Test payments: no money moves");
    expect(html).toContain("₹1,23,456.00");
    for (const name of ["Pay by UPI", "Pay by card", "Fail", "Cancel"])
      expect(html).toContain(`>${name}</button>`);
    const policy = response.headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`frame-ancestors ${PARENT}`);
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)![1]!;
    expect(html).toContain(`<script nonce="${nonce}">`);
  });

  test("paid: reports the three signed fields to the embedding page only", async () => {
    const order = await shop.order();
    const fields = query(order.id, { outcome: "card", email: "a@b.in", contact: "+919876543210" });
    const said = told(await (await submit(fields)).text())!;
    expect(said.to).toBe(PARENT);
    expect(said.message.type).toBe("paid");
    const { razorpay_payment_id: paymentId } = said.message.detail;
    expect(said.message.detail).toEqual({
      razorpay_order_id: order.id,
      razorpay_payment_id: paymentId,
      razorpay_signature: hmac(KEY_SECRET, `${order.id}|${paymentId}`),
    });
    expect((await shop.call("GET", `/v1/payments/${paymentId}`)).body).toMatchObject({
      method: "card",
      email: "a@b.in",
      contact: "+919876543210",
      description: "Wallet top-up",
    });
  });

  test("failed: shows the error, reports it to the page, and can be tried again", async () => {
    const order = await shop.order();
    const html = await (await submit(query(order.id, { outcome: "fail" }))).text();
    expect(html).toContain('role="alert"');
    const said = told(html)!;
    expect(said.message).toMatchObject({
      type: "failed",
      detail: { reason: "payment_failed", metadata: { order_id: order.id } },
    });
    expect(html).toContain("Pay by UPI");
    expect(
      told(await (await submit(query(order.id, { outcome: "upi" }))).text())!.message.type,
    ).toBe("paid");
    const { items } = (await shop.call("GET", `/v1/orders/${order.id}/payments`)).body;
    expect(items.map(({ status }: { status: string }) => status)).toEqual(["failed", "captured"]);
  });

  test("cancelled: no payment was attempted", async () => {
    const order = await shop.order();
    expect(
      told(await (await submit(query(order.id, { outcome: "cancel" }))).text())!.message,
    ).toEqual({ type: "dismissed", detail: null });
    expect((await shop.call("GET", `/v1/orders/${order.id}`)).body).toMatchObject({
      status: "created",
      attempts: 0,
    });
  });

  test("an order that is paid, unknown, or of another key cannot be paid", async () => {
    const order = await shop.order();
    await shop.pay(order.id);
    for (const fields of [
      query(order.id),
      query("order_x"),
      query((await shop.order()).id, { key_id: "rzp_test_other" }),
    ]) {
      for (const response of [
        await open(fields),
        await submit(new URLSearchParams([...fields, ["outcome", "upi"]])),
      ]) {
        expect(response.status).toBe(400);
        expect(await response.text()).toContain('role="alert"');
      }
    }
    expect((await submit(query((await shop.order()).id, { outcome: "steal" }))).status).toBe(400);
  });

  test("text from outside is escaped, and only a web origin may embed the frame", async () => {
    const order = await shop.order();
    const evil = `</script><script>alert(1)</script>"'<img onerror=x>`;
    const response = await open(
      query(order.id, {
        name: evil,
        description: evil,
        email: evil,
        parent_origin: `https://a.example/${evil}`,
      }),
    );
    const html = await response.text();
    expect(html).not.toContain("<img");
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(response.headers.get("content-security-policy")).toContain(
      "frame-ancestors https://a.example",
    );
    for (const parent_origin of ["javascript:alert(1)", "*", "'none'; script-src *", ""]) {
      const policy = (await open(query(order.id, { parent_origin }))).headers.get(
        "content-security-policy",
      )!;
      expect(policy).toMatch(/frame-ancestors 'none'$/);
    }
  });
});
