import type { Bus } from "../../platform/bus/bus.ts";
import type { Clock } from "../../platform/clock.ts";

type SignedIn = { userId: string; sid: string };

export type SignInMemory = {
  holds(caller: SignedIn): Promise<boolean>;
  /** A driver signed out: removed from the cache at once, in every replica. */
  ended(userId: string): void;
  /** Called with each driver one of whose sign-ins ended, in any replica. */
  onEnded(listener: (userId: string) => void): void;
};

const TOPIC = "sign-in";
/** How long a sign-in that ended without a signal stays valid here, at most. */
const BELIEVED_MS = 5_000;
const MOST = 50_000;

/**
 * Cache of recently verified sign-ins, for lists without personal data: they query the database once in five seconds
 * instead of at every move of the map.
 */
export function createSignInMemory(deps: {
  holds(caller: SignedIn): Promise<boolean>;
  clock: Clock;
  bus: Bus;
}): SignInMemory {
  const { clock, bus } = deps;
  const known = new Map<string, Map<string, number>>();
  /** Increases with each removal: a read that began before it is not cached. */
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
      // A sign-out came during the query: the answer may be older.
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
