import type { FastifyInstance } from "fastify";
import { sendProblem } from "../../platform/http/mount.ts";
import { payPage } from "./pay-page.ts";
import { receiveNotice, type TopUpDeps } from "./top-up.ts";

/** Payment documents and the provider's notices: pages and raw bodies, outside the JSON contract. */
export async function payRoutes(
  app: FastifyInstance,
  deps: TopUpDeps & { name: string; publicUrl: string; checkoutBase: string },
): Promise<void> {
  const pay = payPage(deps);
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: 1_048_576 },
      (_request, body, next) => next(null, body),
    );

    raw.get("/pay/checkout-page.js", (_request, reply) =>
      reply
        .type("text/javascript; charset=utf-8")
        .header("cache-control", "no-cache")
        .send(pay.script),
    );
    raw.get<{ Params: { order: string } }>("/pay/:order", async (request, reply) => {
      const page = await pay.document(request.params.order);
      if (!page) return sendProblem(reply, "NOT_FOUND");
      if ("redirect" in page) return reply.redirect(page.redirect, 303);
      return reply
        .header("content-security-policy", page.policy)
        .header("cache-control", "no-store")
        .type("text/html; charset=utf-8")
        .send(page.html);
    });
    raw.post<{ Params: { order: string } }>("/pay/:order/return", async (request, reply) => {
      const next = await pay.comeBack(
        request.params.order,
        new URLSearchParams(String(request.body ?? "")),
      );
      return reply.redirect(next, 303);
    });
    raw.post("/webhooks/razorpay", async (request, reply) => {
      const { headers } = request;
      const taken = await receiveNotice(deps, {
        rawBody: String(request.body ?? ""),
        signature: String(headers["x-razorpay-signature"] ?? ""),
        eventId: String(headers["x-razorpay-event-id"] ?? ""),
      });
      return taken === "TAKEN" ? reply.code(200).send("{}") : sendProblem(reply, "UNAUTHENTICATED");
    });
  });
}
