import {
  OutboundError,
  type Outbound,
  type OutboundRequest,
  type OutboundResponse,
} from "@voltmarg/testkit/service-parts";
import type { Turns } from "./scheduler.ts";

/** Shares of all requests that are lost, that come to a broken gateway, and whose answer is lost. */
export type WireFaults = { lost: number; broken: number; unanswered: number };

export const CALM_WIRE: WireFaults = { lost: 0, broken: 0, unanswered: 0 };
/** Whoever waits longer for an answer gives up. */
const PATIENCE_MS = 10_000;

const cutOff = (sent: boolean) => new OutboundError("the wire was cut", { sent });

/** What leaves the service takes two turns, there and back, and may get lost on each. */
export function simulateWire(
  deps: { turns: Turns; nowMs(): number; faults(): WireFaults; onFault(): void },
  answer: (request: OutboundRequest) => OutboundResponse,
): Outbound {
  const { turns, nowMs, faults } = deps;
  const { draw } = turns;
  const befalls = (share: number) => {
    const is = draw.chance(share);
    if (is) deps.onFault();
    return is;
  };
  return async (request) => {
    const name = `${request.method} ${request.url}`;
    const sentAt = nowMs();
    const answered = await turns.work(`wire ${name}`, async () => {
      if (befalls(faults().lost)) throw cutOff(draw.chance(0.5));
      if (befalls(faults().broken))
        return { status: draw.pick([500, 502, 503]), headers: {}, body: "" };
      return answer(request);
    });
    return turns.work(`answer ${name} ${answered.status}`, async () => {
      if (befalls(faults().unanswered) || nowMs() - sentAt > PATIENCE_MS) throw cutOff(true);
      return answered;
    });
  };
}
