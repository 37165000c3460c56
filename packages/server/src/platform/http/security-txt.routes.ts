import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import { sendProblem } from "./problem.ts";

/** How long the file may be cached; RFC 9116 recommends less than a year. */
const GOOD_FOR_MS = 90 * 24 * 60 * 60_000;

/** RFC 9116: the contact for security reports, when one is configured. */
export function securityTxtRoutes(
  http: FastifyInstance,
  deps: { clock: Clock; contacts: readonly string[]; publicUrl: string },
): void {
  const path = "/.well-known/security.txt";
  http.get(path, async (_request, reply) => {
    if (deps.contacts.length === 0) return sendProblem(reply, "NOT_FOUND");
    const expires = new Date(deps.clock.now().getTime() + GOOD_FOR_MS);
    const lines = [
      ...deps.contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires.toISOString()}`,
      "Preferred-Languages: en, hi",
      `Canonical: ${deps.publicUrl}${path}`,
    ];
    return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
}
