import { every } from "../interval.ts";
import type { Caller } from "./mount.ts";

export type SignIns = {
  /** Those of these sign-ins that still hold. */
  holding(callers: readonly Caller[]): Promise<ReadonlySet<Caller>>;
  /** Hears of every driver of whom a sign-in ended, in whichever replica. */
  onEnded(listener: (userId: string) => void): void;
};

export type DriverStream = {
  /** Ends it in favour of a newer one. */
  displace(): void;
  end(): void;
  onEnd(listener: () => void): void;
};

/** In one replica. A phone that lost its connection leaves a dead one behind for a while, so more than one per device. */
export const MOST_STREAMS = 5;
/** A sign-in that ended without a signal, or ran out, is noticed after so long at the latest. */
const LOOK_MS = 10_000;
const AT_ONCE = 500;

/**
 * The open streams of every driver. One too many ends the oldest and not the newest: the oldest is the one that is most
 * likely dead, and nobody is locked out by what they left behind.
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
  // Not known now: it is looked at again in a moment.
  const look = (open: readonly (readonly [DriverStream, Caller])[]) =>
    void endThoseOver(open).catch(() => {});
  signIns.onEnded((userId) => look([...(byDriver.get(userId) ?? [])]));
  every(LOOK_MS, () => look([...byDriver.values()].flatMap((open) => Array.from(open))));

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
      // At once, and not when its connection is closed: that may take long where nobody listens any more.
      open.delete(oldest!);
      oldest!.displace();
    },
  };
}
