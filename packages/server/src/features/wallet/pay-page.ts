import type { Language } from "@voltmarg/contract";
import { shownFirst } from "./paid-with.ts";
import { payCopy } from "./pay-page-copy.ts";
import type { TopUpDeps } from "./top-up.ts";
import { orderOf, stillFits, verifyTopUp } from "./top-up.ts";

export type PayPage = {
  /**
   * The payment document of an order: HTML with its own security policy; null for an unknown order. `wish`: what
   * checkout shows first.
   */
  document(
    orderId: string,
    wish: URLSearchParams,
    language: Language,
  ): Promise<{ html: string; policy: string } | { redirect: string } | null>;
  /** The script of that document. */
  script: string;
  /** Handles the provider's POST after checkout; returns the URL to which the driver is redirected. */
  comeBack(orderId: string, fields: URLSearchParams): Promise<string>;
};

const escape = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

// Opens the provider's checkout at once; every exit leads to the page that reads the top-up's state from the service.
const SCRIPT = `const order = JSON.parse(document.getElementById('order').textContent);
const back = () => location.replace(order.back);
const open = () => {
  if (!window.Razorpay) return document.getElementById('failed').hidden = false;
  new window.Razorpay({ ...order.options, modal: { ondismiss: back } }).open();
};
document.getElementById('pay').addEventListener('click', open);
open();
`;

/**
 * Checkout has a document of its own, so that the app's policy names no third party (PCI SAQ A: no scripts of
 * others on pages of ours except the provider's, here).
 */
export function payPage(
  deps: TopUpDeps & { name: string; publicUrl: string; checkoutBase: string },
): PayPage {
  const backTo = (topUpId: string) => `/add-money?topup=${encodeURIComponent(topUpId)}`;
  const origin = new URL(deps.checkoutBase).origin;
  const hosts = origin.endsWith("razorpay.com") ? "https://*.razorpay.com" : origin;
  const scripts = origin.endsWith("razorpay.com")
    ? "https://checkout.razorpay.com"
    : deps.checkoutBase;
  const policy = [
    `default-src 'none'`,
    `script-src 'self' ${hosts}`,
    `style-src 'unsafe-inline'`,
    `img-src 'self' data: ${hosts}`,
    `frame-src ${hosts}`,
    `connect-src 'self' ${hosts}`,
    `form-action 'self' ${hosts}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join("; ");

  return {
    script: SCRIPT,
    document: async (orderId, wish, language) => {
      const row = await orderOf(deps, orderId);
      if (!row) return null;
      if (row.status === "CREDITED") return { redirect: backTo(row.id) };
      if (row.status === "CREATED" && !(await stillFits(deps, row)))
        return { redirect: "/add-money" };
      const copy = payCopy[language];
      const display = {
        ...shownFirst(wish, copy.choice),
        // Of the app's languages Razorpay's checkout has English and Hindi.
        ...(language === "hi" && { language }),
      };
      const options = {
        key: deps.razorpay.keyId,
        amount: Number(row.amount),
        currency: "INR",
        name: deps.name,
        description: copy.topUp,
        order_id: orderId,
        callback_url: `${deps.publicUrl}/pay/${encodeURIComponent(orderId)}/return`,
        redirect: true,
        theme: { color: "#00566B" },
        config: { display },
      };
      const data = JSON.stringify({ options, back: backTo(row.id) }).replaceAll("<", "\\u003c");
      const pay = copy.pay(`₹${(Number(row.amount) / 100).toFixed(2)}`);
      const html = `<!doctype html>
<html lang="${copy.tag}" dir="${copy.dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="data:,">
<title>${pay} – ${escape(deps.name)}</title>
<style>:root{color-scheme:light dark}body{font:17px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;text-align:center;padding:20px;box-sizing:border-box;background:light-dark(#fff,#11181a);color:light-dark(#0b1513,#f3f7f6)}button,a{display:block;min-height:48px;margin:12px auto 0;font:inherit}button{padding:12px 24px;border:0;border-radius:10px;background:light-dark(#00566b,#62cbe0);color:light-dark(#fff,#03212a);font-weight:600}a{color:inherit;line-height:48px}</style>
<script src="${escape(scripts)}/v1/checkout.js" defer></script><script src="/pay/checkout-page.js" defer></script></head>
<body><main><h1>${pay}</h1><p>${copy.opens}</p>
<p id="failed" role="alert" hidden>${copy.failed}</p>
<button id="pay" type="button">${copy.open}</button><a href="${backTo(row.id)}">${copy.back}</a></main>
<script type="application/json" id="order">${data}</script></body></html>`;
      return { html, policy };
    },
    comeBack: async (orderId, fields) => {
      const row = await orderOf(deps, orderId);
      if (!row) return "/wallet";
      const paymentId = fields.get("razorpay_payment_id");
      const signature = fields.get("razorpay_signature");
      if (paymentId && signature) {
        await verifyTopUp(deps, row, {
          paymentId,
          signature,
          // Only this page's order is accepted.
          orderId: fields.get("razorpay_order_id") === orderId ? orderId : "",
        });
      }
      return backTo(row.id);
    },
  };
}
