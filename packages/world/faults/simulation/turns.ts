import { createHash } from "node:crypto";
import type { Random } from "../../src/random.ts";

/** What a work of the outside ended in. */
type End = { value: unknown } | { error: unknown };
type Work = {
  nth: number;
  name: string;
  /** When it may begin, in simulated milliseconds; null: at once. */
  from: number | null;
  begin(): Promise<unknown>;
  /** Set when it has begun. */
  over: Promise<End> | null;
  end: End | null;
  /** Waits for a lock of the database: the process that waits. */
  lockedAs: (() => number | null) | null;
  settle(end: End): void;
};

export type Turns = {
  draw: Random;
  /** Something of the outside that takes one turn: it begins when it is its turn, and nothing else happens meanwhile. */
  work<T>(
    name: string,
    begin: () => Promise<T>,
    more?: { from?: number; lockedAs?: () => number | null },
  ): Promise<T>;
  /** A life of its own: a request, a look into the outbox. */
  spawn(name: string, life: () => Promise<unknown>): void;
  /** Lives that have not ended. */
  lives(): number;
  /** One turn; false: nothing can happen before the clock moves. */
  turn(): Promise<boolean>;
  /** Turns until nothing can happen. */
  settle(): Promise<void>;
  /** Runs a life by itself, each work in the order of its coming and untold. */
  calm<T>(life: () => Promise<T>): Promise<T>;
  /** The process dies: no work that has not begun ever does, and no life goes on. */
  die(): Promise<void>;
  trace(line: string): void;
  /** Of everything that happened. */
  hash(): string;
};

const endOf = (work: Promise<unknown>): Promise<End> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
/** Waits for the end without keeping a processor busy: the database needs it. */
async function endsWithin(work: Work, ms: number): Promise<boolean> {
  if (work.end) return true;
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    work.over,
    new Promise<void>((go) => {
      timer = setTimeout(go, ms);
    }),
  ]);
  clearTimeout(timer);
  return work.end !== null;
}
const setImmediately = () => new Promise<void>((go) => setImmediate(go));
/** Turns of the event loop in which nothing came, after which nothing will. */
const QUIET_TURNS = 3;
/** A work that takes longer may wait for a lock; milliseconds. */
const SOON_MS = 5;
const LONGEST_MS = 20_000;

/**
 * One thing at a time: lives go on only between turns, and which work is next is drawn. Works that wait for a lock in the
 * database are set aside until whoever holds it has had a turn.
 */
export function createTurns(deps: {
  draw: Random;
  nowMs(): number;
  /** Works in other threads that will come back by themselves. */
  underWay(): number;
  /** Whether a process of the database waits for another one. */
  isBlocked(pid: number): Promise<boolean>;
  onLine?: ((line: string) => void) | undefined;
}): Turns {
  const hash = createHash("sha256");
  let waiting: Work[] = [];
  let locked: Work[] = [];
  let lives = new Set<symbol>();
  let nth = 0;
  let calm = false;
  let generation = 0;

  const trace = (line: string) => {
    if (calm) return;
    hash.update(line).update("\n");
    deps.onLine?.(line);
  };

  const quiet = async () => {
    for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
      const before = nth;
      await setImmediately();
      if (deps.underWay() > 0 || nth !== before) turns = -1;
    }
  };

  const isDue = ({ from }: Work) => from === null || from <= deps.nowMs();

  /** Waits until it has ended, or waits for somebody else. */
  const watch = async (work: Work): Promise<void> => {
    const giveUp = Date.now() + LONGEST_MS;
    for (;;) {
      if (await endsWithin(work, SOON_MS)) return;
      if (!work.lockedAs) continue;
      const pid = work.lockedAs();
      if (pid !== null && (await deps.isBlocked(pid)) && !work.end) {
        if (!locked.includes(work)) locked.push(work);
        return;
      }
      if (Date.now() > giveUp) throw new Error(`${work.name} neither ends nor waits`);
    }
  };

  const begin = (work: Work) => {
    work.over = endOf(work.begin()).then((end) => (work.end = end));
    return watch(work);
  };

  const deliver = (work: Work) => {
    const { end } = work;
    if (!end) return;
    if ("error" in end) {
      const { message } = end.error as Error;
      trace(`${work.nth} fails: ${message}`);
    } else trace(`${work.nth} done`);
    work.settle(end);
  };

  const turn = async (): Promise<boolean> => {
    await quiet();
    const woken = locked.filter(({ end }) => end);
    const choices = [...woken, ...waiting.filter(isDue)].toSorted((a, b) => a.nth - b.nth);
    const [first] = choices;
    if (!first) {
      if (locked.length > 0) throw new Error(`all wait: ${locked.map(({ name }) => name).join()}`);
      return false;
    }
    const work = calm ? first : turns.draw.pick(choices);
    trace(`${work.nth} ${work.name}`);
    if (work.end) {
      locked = locked.filter((each) => each !== work);
      deliver(work);
      return true;
    }
    waiting = waiting.filter((each) => each !== work);
    await begin(work);
    // Who waited for what this one held has it now, or waits on.
    for (const each of locked) if (each !== work) await watch(each);
    deliver(work);
    return true;
  };

  const turns: Turns = {
    draw: deps.draw,
    work: (name, begins, more = {}) =>
      new Promise((resolve, reject) => {
        nth += 1;
        waiting.push({
          nth,
          name,
          from: more.from ?? null,
          begin: begins,
          over: null,
          end: null,
          lockedAs: more.lockedAs ?? null,
          settle: (end) => {
            if ("error" in end) reject(end.error);
            else resolve(end.value as never);
          },
        });
      }),
    spawn: (name, life) => {
      const mine = Symbol(name);
      const born = generation;
      lives.add(mine);
      trace(`begins ${name}`);
      const over = (how: string) => {
        if (born !== generation) return;
        lives.delete(mine);
        trace(`ends ${name}: ${how}`);
      };
      life().then(
        (value) => over(String(value)),
        (error: unknown) => over(`fails ${(error as Error).message}`),
      );
    },
    lives: () => lives.size,
    turn,
    settle: async () => {
      while (await turn());
    },
    calm: async (life) => {
      calm = true;
      try {
        const alone: { end?: End } = {};
        void endOf(life()).then((end) => (alone.end = end));
        while (!alone.end) if (!(await turn())) await new Promise((go) => setTimeout(go, 1));
        if ("error" in alone.end) throw alone.end.error;
        return alone.end.value as never;
      } finally {
        calm = false;
      }
    },
    die: async () => {
      trace("dies");
      // Whoever has just been answered goes as far as to the next work, and no further.
      await quiet();
      generation += 1;
      waiting = [];
      lives = new Set();
      const left = locked;
      locked = [];
      nth += 1;
      for (const { over } of left) await over;
    },
    trace,
    hash: () => hash.copy().digest("hex").slice(0, 16),
  };
  return turns;
}
