import type { Bus } from "../../platform/bus/bus.ts";
import type { Clock } from "../../platform/clock.ts";

type SignedIn = { userId: string; sid: string };

export type SignInMemory = {
  holds(caller: SignedIn): Promise<boolean>;
  /** A driver signed out: forgotten at once, in every replica. */
  ended(userId: string): void;
  /** Hears of every driver of whom a sign-in ended, in whichever replica. */
  onEnded(listener: (userId: string) => void): void;
};

const TOPIC = "sign-in";
/** A sign-in that ended without a signal is believed for so long at most. */
const BELIEVED_MS = 5_000;
const MOST = 50_000;

/**
 * Sign-ins found good a moment ago, for lists that hold nothing of anybody's own: they ask the database once in five
 * seconds instead of at every turn of the map.
 */
export function createSignInMemory(deps: {
  holds(caller: SignedIn): Promise<boolean>;
  clock: Clock;
  bus: Bus;
}): SignInMemory {
  const { clock, bus } = deps;
  const known = new Map<string, Map<string, number>>();
  /** Grows when something is forgotten: what was read before that is not remembered. */
  let forgotten = 0;
  const forget = (userId: string) => {
    forgotten++;
    known.delete(userId);
  };
  bus.subscribe(TOPIC, ({ id }) => forget(id));
  bus.onGap(() => {
    forgotten++;
    known.clear();
  });
  return {
    holds: async (caller) => {
      const now = clock.now().getTime();
      const at = known.get(caller.userId)?.get(caller.sid);
      if (at !== undefined && Math.abs(now - at) < BELIEVED_MS) return true;
      known.get(caller.userId)?.delete(caller.sid);
      const before = forgotten;
      if (!(await deps.holds(caller))) return false;
      // A sign-out came while it was asked: the answer may be from before it.
      if (before !== forgotten) return deps.holds(caller);
      if (known.size >= MOST) known.clear();
      const own = known.get(caller.userId) ?? new Map<string, number>();
      known.set(caller.userId, own.set(caller.sid, now));
      return true;
    },
    ended: (userId) => {
      forget(userId);
      bus.publish({ topic: TOPIC, key: "", id: userId, version: 0 });
    },
    onEnded: (listener) => void bus.subscribe(TOPIC, ({ id }) => listener(id)),
  };
}
