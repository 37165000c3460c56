/** Waits for a turn of an owner: what to call when the work is done. Null: refused, or it waited too long. */
export type FairQueue = (owner: string) => Promise<(() => void) | null>;

/**
 * Admits so many at once, of one owner (an account, a partner) no more than `each`, and one owner after another: who is
 * slow, or asks for much, delays only itself. An owner's own turns keep their order. No more than `waiting` wait: beyond it
 * the newest of the owner with the most is refused. Nobody waits longer than `waitMs`.
 */
export function createFairQueue(limits: {
  atOnce: number;
  each: number;
  waiting: number;
  waitMs: number;
}): FairQueue {
  /** Whoever was admitted, or was done, last is the last. */
  const owners = new Map<string, Owner>();
  let admitted = 0;

  const mayEnter = (owner: Owner) => admitted < limits.atOnce && owner.admitted < limits.each;
  const forgetIdle = (name: string, owner: Owner) => {
    if (owner.admitted + owner.waiting.length === 0) owners.delete(name);
  };
  const toEnd = (name: string, owner: Owner) => {
    owners.delete(name);
    owners.set(name, owner);
    forgetIdle(name, owner);
  };
  const admit = (name: string, owner: Owner) => {
    admitted++;
    owner.admitted++;
    toEnd(name, owner);
    return () => {
      admitted--;
      owner.admitted--;
      toEnd(name, owner);
      for (const [each, next] of owners)
        if (mayEnter(next)) next.waiting.shift()?.answer(admit(each, next));
    };
  };
  const isFull = () => {
    let waiting = 0;
    for (const owner of owners.values()) waiting += owner.waiting.length;
    return waiting >= limits.waiting;
  };
  const longest = () =>
    [...owners.values()].reduce((one, other) =>
      other.waiting.length > one.waiting.length ? other : one,
    );

  return async (name) => {
    const owner = owners.get(name) ?? { admitted: 0, waiting: [] };
    if (mayEnter(owner)) return admit(name, owner);
    if (isFull()) {
      const most = longest();
      if (most.waiting.length <= owner.waiting.length + 1) return null;
      most.waiting.pop()!.answer(null);
    }
    owners.set(name, owner);
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        owner.waiting.splice(owner.waiting.indexOf(turn), 1);
        forgetIdle(name, owner);
        resolve(null);
      }, limits.waitMs);
      const turn: Turn = {
        answer: (done) => {
          clearTimeout(late);
          resolve(done);
        },
      };
      owner.waiting.push(turn);
    });
  };
}

type Turn = { answer(done: (() => void) | null): void };
type Owner = { admitted: number; waiting: Turn[] };
