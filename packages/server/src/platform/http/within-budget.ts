import { mostBodyOf } from "@voltmarg/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Budgeted, DriverBudgets } from "./driver-budgets.ts";

/**
 * Counts a call of somebody who is signed in, with its bytes; false: too many, and Retry-After is set. A body of unknown
 * length counts as the largest that the route accepts.
 */
export function isWithinBudget(
  gate: DriverBudgets,
  who: string,
  route: Budgeted,
  { headers, socket }: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const most = mostBodyOf(route);
  const length = headers["transfer-encoding"] ? most : Number(headers["content-length"] ?? 0);
  const wait = gate.spend(who, route, Math.min(length, most));
  if (wait !== null) {
    void reply.header("retry-after", String(wait));
    return false;
  }
  // In process, without a network, there is no such count.
  const written = () => (socket as Partial<typeof socket>).bytesWritten ?? 0;
  const before = written();
  reply.raw.once("close", () => gate.sent(who, written() - before));
  return true;
}
