import {
  OutboundError,
  type Outbound,
  type OutboundRequest,
  type OutboundResponse,
} from "@voltmarg/testkit/service-parts";
import type { Scheduler } from "./scheduler.ts";

/** Shares of all requests that are lost, that reach a failing gateway, and whose answer is lost. */
export type NetworkFaults = { lost: number; broken: number; unanswered: number };

export const CALM_NETWORK: NetworkFaults = { lost: 0, broken: 0, unanswered: 0 };
/** The caller's timeout. */
const PATIENCE_MS = 10_000;

const cutOff = (sent: boolean) => new OutboundError("the wire was cut", { sent });

/** An outgoing request takes two turns, one for the request and one for the answer, and each may be lost. */
export function simulateNetwork(
  deps: { scheduler: Scheduler; nowMs(): number; faults(): NetworkFaults; onFault(): void },
  answer: (request: OutboundRequest) => OutboundResponse,
): Outbound {
  const { scheduler, nowMs, faults } = deps;
  const { draw } = scheduler;
  const befalls = (share: number) => {
    const is = draw.chance(share);
    if (is) deps.onFault();
    return is;
  };
  return async (request) => {
    const name = `${request.method} ${request.url}`;
    const sentAt = nowMs();
    const answered = await scheduler.work(`wire ${name}`, async () => {
      if (befalls(faults().lost)) throw cutOff(draw.chance(0.5));
      if (befalls(faults().broken))
        return { status: draw.pick([500, 502, 503]), headers: {}, body: "" };
      return answer(request);
    });
    return scheduler.work(`answer ${name} ${answered.status}`, async () => {
      if (befalls(faults().unanswered) || nowMs() - sentAt > PATIENCE_MS) throw cutOff(true);
      return answered;
    });
  };
}
