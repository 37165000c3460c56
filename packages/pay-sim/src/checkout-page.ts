import { randomBytes } from "node:crypto";
import type { Order } from "./entities.ts";

/** Parameters from the shop's script to the checkout document; carried through its form. */
export type CheckoutQuery = {
  key_id: string;
  order_id: string;
  /** origin of the embedding page: the only one that may embed it, and the one that receives the result */
  parent_origin: string;
  name: string;
  description: string;
  email: string;
  contact: string;
  /** the app or else the method that is shown first */
  first: string;
};

export type Page = { html: string; policy: string; status: number };

/** Text of the query or form, cut to a sane length; an invalid origin becomes empty. */
export function readCheckoutQuery(fields: URLSearchParams): CheckoutQuery {
  const text = (name: string) => (fields.get(name) ?? "").slice(0, 200);
  return {
    key_id: text("key_id"),
    order_id: text("order_id"),
    parent_origin: originOf(text("parent_origin")),
    name: text("name"),
    description: text("description"),
    email: text("email"),
    contact: text("contact"),
    first: text("first"),
  };
}

function originOf(text: string): string {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : "";
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#16191d,#eef0f2);--soft:light-dark(#565d66,#a5adb6);--card:light-dark(#fff,#1b1f24);--line:light-dark(#8a929c,#69717b);--accent:light-dark(#1d4f91,#8db8f0);--on-accent:light-dark(#fff,#0c1a2c);--danger:light-dark(#a3271f,#f2a29b);--note:light-dark(#fff3d1,#3a3014)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:end center;background:rgb(0 0 0/.45);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;background:var(--card);padding:20px 20px calc(20px + env(safe-area-inset-bottom));border-radius:14px 14px 0 0}
@media (min-width:30rem){body{place-items:center}main{border-radius:14px}}
.note{margin:0 0 16px;padding:8px 12px;border-radius:8px;background:var(--note);font-weight:600}
h1{margin:0;font-size:1rem;font-weight:600}
.amount{margin:4px 0;font-size:2rem;line-height:1.2;font-weight:700;font-variant-numeric:tabular-nums}
.soft{margin:0;color:var(--soft);overflow-wrap:anywhere}
.error{margin:16px 0 0;color:var(--danger);font-weight:600}
form{display:grid;gap:12px;margin-top:20px}
button{min-height:48px;padding:10px 16px;border:1.5px solid var(--line);border-radius:10px;background:transparent;color:inherit;font:inherit;font-weight:600;cursor:pointer}
button.pay{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;

function page(
  query: CheckoutQuery,
  body: string,
  options: { script?: string; status?: number } = {},
): Page {
  const nonce = randomBytes(16).toString("base64");
  const script =
    options.script === undefined ? "" : `<script nonce="${nonce}">${options.script}</script>`;
  return {
    status: options.status ?? 200,
    policy: [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      `script-src 'nonce-${nonce}'`,
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${query.parent_origin === "" ? "'none'" : query.parent_origin}`,
    ].join("; "),
    html: `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<title>Test payments</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main>${body}</main>${script}</body></html>`,
  };
}

const NOTE = `<p class="note">Test payments: no money moves</p>`;

/** A script that reports the result to the shop's page. `<` cannot end the script element. */
function tell(
  query: CheckoutQuery,
  type: "paid" | "failed" | "dismissed",
  detail: unknown,
): string {
  const json = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
  return `parent.postMessage(${json({ type, detail })},${json(query.parent_origin)});`;
}

const ESCAPE_CANCELS = `addEventListener("keydown",(e)=>{if(e.key==="Escape")document.getElementById("cancel").click()});document.getElementById("first").focus();`;

/** The document in which a driver pays. `failure` is the error of the last attempt. */
export function checkoutPage(
  query: CheckoutQuery,
  order: Order,
  failure?: { description: string },
): Page {
  const rupees = (order.amount / 100).toLocaleString("en-IN", {
    style: "currency",
    currency: "INR",
  });
  const hidden = Object.entries(query)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
    .join("");
  const description =
    query.description === "" ? "" : `<p class="soft">${escape(query.description)}</p>`;
  const error =
    failure === undefined ? "" : `<p class="error" role="alert">${escape(failure.description)}</p>`;
  return page(
    query,
    `${NOTE}<h1>${escape(query.name === "" ? "Payment" : query.name)}</h1>
<p class="amount">${escape(rupees)}</p>${description}<p class="soft">${escape(order.id)}</p>${error}
<form method="post" action="/v1/checkout">${hidden}
${ways(query.first)}
<button name="outcome" value="fail">Fail</button>
<button id="cancel" name="outcome" value="cancel">Cancel</button></form>`,
    {
      script:
        failure === undefined
          ? ESCAPE_CANCELS
          : `${tell(query, "failed", failure)}${ESCAPE_CANCELS}`,
    },
  );
}

const WAYS = [
  ["upi", "Pay by UPI"],
  ["phonepe", "Pay by PhonePe"],
  ["card", "Pay by card"],
] as const;

/** The buttons that pay, the wished one before the others. */
function ways(first: string): string {
  return WAYS.toSorted(([a], [b]) => Number(b === first) - Number(a === first))
    .map(
      ([value, text], at) =>
        `<button class="pay"${at === 0 ? ' id="first"' : ""} name="outcome" value="${value}">${text}</button>`,
    )
    .join("\n");
}

/** Shown for a moment until the shop's page takes over. */
export function resultPage(
  query: CheckoutQuery,
  type: "paid" | "dismissed",
  detail: unknown,
): Page {
  const text = type === "paid" ? "Payment done" : "Payment cancelled";
  return page(query, `${NOTE}<h1 role="status">${text}</h1>`, {
    script: tell(query, type, detail),
  });
}

/** An order that cannot be paid; the only way out is back. */
export function refusalPage(query: CheckoutQuery, reason: string): Page {
  return page(
    query,
    `${NOTE}<h1 role="alert">${escape(reason)}</h1>
<form method="post" action="/v1/checkout"><input type="hidden" name="parent_origin" value="${escape(query.parent_origin)}">
<button id="cancel" name="outcome" value="cancel">Close</button></form>`,
    { status: 400 },
  );
}
