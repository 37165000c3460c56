import { content } from "@voltmarg/contract";
import { spokenBy } from "../../platform/http/language.ts";
import { problemOf } from "../../platform/http/problem.ts";
import type { RawAnswer, RawRequest, RawRoute } from "../../platform/http/raw.ts";
import { payPage } from "./pay-page.ts";
import { receiveNotice } from "./notices.ts";
import type { TopUpDeps } from "./top-up.ts";

const header = (request: RawRequest, name: string) => String(request.headers[name] ?? "");
const goTo = (location: string): RawAnswer => ({ status: 303, headers: { location } });

function problem(code: "NOT_FOUND" | "UNAUTHENTICATED"): RawAnswer {
  const body = problemOf(code);
  return {
    status: body.status,
    headers: { "content-type": "application/problem+json" },
    body: JSON.stringify(body),
  };
}

/** Payment documents and the provider's notices: pages and raw bodies, outside the JSON contract. */
export function payRoutes(
  deps: TopUpDeps & { name: string; publicUrl: string; checkoutBase: string },
): RawRoute[] {
  const pay = payPage(deps);
  return [
    {
      method: "GET",
      path: "/pay/checkout-page.js",
      handle: () => ({
        status: 200,
        headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" },
        body: pay.script,
      }),
    },
    {
      method: "GET",
      path: "/pay/:order",
      handle: async (request) => {
        const { params, query } = request;
        // The app says its language; the browser that opens the page may have another one.
        const asked = content.Language.safeParse(query.get("language")).data;
        const accepted = { "accept-language": header(request, "accept-language") };
        const language = asked ?? spokenBy({ headers: accepted });
        const page = await pay.document(params.order ?? "", query, language);
        if (!page) return problem("NOT_FOUND");
        if ("redirect" in page) return goTo(page.redirect);
        return {
          status: 200,
          headers: {
            "content-type": "text/html; charset=utf-8",
            "content-security-policy": page.policy,
            // Banks open their own windows, which need `window.opener`.
            "cross-origin-opener-policy": "same-origin-allow-popups",
            "cache-control": "no-store",
          },
          body: page.html,
        };
      },
    },
    {
      method: "POST",
      path: "/pay/:order/return",
      handle: async ({ params, body }) =>
        goTo(await pay.comeBack(params.order ?? "", new URLSearchParams(body))),
    },
    {
      method: "POST",
      path: "/webhooks/razorpay",
      handle: async (request) => {
        const taken = await receiveNotice(deps, {
          rawBody: request.body,
          signature: header(request, "x-razorpay-signature"),
          eventId: header(request, "x-razorpay-event-id"),
        });
        return taken === "TAKEN" ? { status: 200, body: "{}" } : problem("UNAUTHENTICATED");
      },
    },
  ];
}
