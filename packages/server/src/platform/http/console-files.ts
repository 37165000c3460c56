import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import { serveNamed } from "./named-files.ts";
import { sendProblem } from "./problem.ts";

/** No third party, no inline code, no frame, and no text that becomes code: the console needs none of it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/**
 * The pages of the provider's console below /console/. Where the console has a host of its own (`CONSOLE_ORIGIN`), no other
 * host shows them.
 */
export async function serveConsole(
  app: FastifyInstance,
  {
    consoleDir,
    consoleOrigin,
    publicUrl,
    party,
  }: Pick<Config, "consoleDir" | "consoleOrigin" | "publicUrl" | "party">,
): Promise<void> {
  if (!consoleDir) return;
  const ownHost = consoleOrigin === new URL(publicUrl).origin ? null : new URL(consoleOrigin).host;
  await app.register(
    async (pages) => {
      pages.addHook("onRequest", async (request, reply) => {
        if (ownHost && request.host !== ownHost) return sendProblem(reply, "NOT_FOUND");
        void reply
          .header("content-security-policy", POLICY)
          .header("x-robots-tag", "noindex, nofollow")
          .header("referrer-policy", "no-referrer");
      });
      const index = await serveNamed(pages, consoleDir, party);
      // Every path gets the same document, as the console has its own router.
      const show = (request: FastifyRequest, reply: FastifyReply) => {
        if (/[.]\w+$/.test(request.url.split("?")[0] ?? "")) return sendProblem(reply, "NOT_FOUND");
        return reply
          .header("cache-control", "no-cache")
          .type("text/html; charset=utf-8")
          .send(index);
      };
      pages.get("/", show);
      pages.get("/*", show);
    },
    { prefix: "/console" },
  );
}
