import { startInterval } from "../interval.ts";
import type { Caller } from "./admit.ts";

export type SignIns = {
  /** Those of these sign-ins that are still valid. */
  holding(callers: readonly Caller[]): Promise<ReadonlySet<Caller>>;
  /** Called with a driver's id when one of their sign-ins ended, in any replica. */
  onEnded(listener: (userId: string) => void): void;
};

export type DriverStream = {
  /** Closes the stream because a newer one replaces it. */
  displace(): void;
  end(): void;
  onEnd(listener: () => void): void;
};

/**
 * Maximum streams per driver in one replica. A lost connection leaves a dead stream for a while, so more than one per
 * device.
 */
export const MOST_STREAMS = 5;
/** The maximum delay in noticing an ended sign-in when its signal was lost. */
const LOOK_MS = 10_000;
const AT_ONCE = 500;

/**
 * The open streams of every driver. Above the limit the oldest is closed, which is most likely dead, so that dead
 * streams do not lock a driver out.
 */
export function createDriverStreams(signIns: SignIns): {
  add(caller: Caller, stream: DriverStream): void;
} {
  const byDriver = new Map<string, Map<DriverStream, Caller>>();

  const endThoseOver = async (open: readonly (readonly [DriverStream, Caller])[]) => {
    for (let from = 0; from < open.length; from += AT_ONCE) {
      const some = open.slice(from, from + AT_ONCE);
      const holding = await signIns.holding(some.map(([, caller]) => caller));
      for (const [stream, caller] of some) if (!holding.has(caller)) stream.end();
    }
  };
  // The check failed; it is repeated shortly.
  const look = (open: readonly (readonly [DriverStream, Caller])[]) =>
    void endThoseOver(open).catch(() => {});
  signIns.onEnded((userId) => look([...(byDriver.get(userId) ?? [])]));
  startInterval(LOOK_MS, () => look([...byDriver.values()].flatMap((open) => Array.from(open))));

  return {
    add: (caller, stream) => {
      const { userId } = caller;
      const open = byDriver.get(userId) ?? new Map<DriverStream, Caller>();
      byDriver.set(userId, open.set(stream, caller));
      stream.onEnd(() => {
        open.delete(stream);
        if (open.size === 0 && byDriver.get(userId) === open) byDriver.delete(userId);
      });
      if (open.size <= MOST_STREAMS) return;
      const [oldest] = open.keys();
      // Removed at once, not when its connection closes, which a dead client may delay.
      open.delete(oldest!);
      oldest!.displace();
    },
  };
}
