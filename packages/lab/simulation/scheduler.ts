import { createHash } from "node:crypto";
import type { Random } from "@voltmarg/testkit/random";
import { deadlocked } from "./deadlocked.ts";
import type { Locks } from "./locks.ts";
import { endOf, endsWithin, Yielded, type End, type LockMode, type Task } from "./task.ts";

export type Scheduler = {
  draw: Random;
  /**
   * An external task that takes one turn: it begins in its turn, and nothing else happens meanwhile. A statement
   * provides its database process id, and may be started more than once.
   */
  work<T>(
    name: string,
    begin: (manner: LockMode) => Promise<T>,
    more?: { from?: number; pid?: () => number | null },
  ): Promise<T>;
  /** Starts an independent activity: a request, a run of the outbox. */
  spawn(name: string, life: () => Promise<unknown>): void;
  /** Names of the activities that have not ended. */
  lives(): string[];
  /** When the next task that waits for the clock begins, in simulated milliseconds; Infinity: none waits. */
  nextAt(): number;
  /** Runs one turn; false: nothing can happen before the clock advances. */
  turn(): Promise<boolean>;
  /** Runs one activity alone, its tasks in order of arrival and without a trace. */
  calm<T>(life: () => Promise<T>): Promise<T>;
  /** A transaction has released its locks. */
  released(): void;
  /** The process dies: no pending task begins any more, no statement waits any longer, and no activity continues. */
  die(): Promise<void>;
  trace(line: string): void;
  /** Hash of the whole trace. */
  hash(): string;
};

const setImmediately = () => new Promise<void>((go) => setImmediate(go));
/** Event loop turns without a new task, after which none is expected. */
const QUIET_TURNS = 3;
/** A statement that takes longer may wait for a lock; milliseconds. */
const SOON_MS = 5;
const LONGEST_MS = 120_000;

/**
 * One task at a time: activities continue only between turns, and the next task is drawn at random. So is the next
 * owner of a lock: a database wakes all waiters at once, and the fastest wins. Here at most one statement waits
 * inside the database; the others are cancelled and retried when a lock is released. Deadlocks are detected and
 * resolved here, not by a timeout.
 */
export function createScheduler(deps: {
  draw: Random;
  nowMs(): number;
  /** Work outside the scheduler's turns, which ends by itself. */
  underWay(): number;
  locks: Pick<Locks, "blockersOf" | "cancel">;
  onLine?: ((line: string) => void) | undefined;
}): Scheduler {
  const { draw, locks } = deps;
  const hash = createHash("sha256");
  let waiting: Task[] = [];
  let running: Task | null = null;
  /** Waits inside the database. */
  let locked: Task | null = null;
  /** Finished waiting there; the result is not delivered yet. */
  let woken: Task[] = [];
  /** Cancelled, to be retried. */
  let aside: Task[] = [];
  let stirred = false;
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

  const isDue = ({ from }: Task) => from === null || from <= deps.nowMs();
  /** An earlier statement of the same connection has not ended. */
  const isBehind = (work: Task) => {
    const pid = work.pid();
    return pid !== null && [locked, ...aside].some((each) => each?.pid() === pid);
  };
  const choices = () =>
    [
      ...woken,
      ...aside.filter(({ stuck }) => !stuck),
      ...waiting.filter((work) => isDue(work) && !isBehind(work)),
    ].toSorted((a, b) => a.nth - b.nth);

  /** Waits until a task has ended, or waits for a lock. */
  const watch = async (work: Task, manner: LockMode): Promise<void> => {
    const giveUp = Date.now() + LONGEST_MS;
    while (!(await endsWithin(work, SOON_MS))) {
      if (Date.now() > giveUp) throw new Error(`${work.name} neither ends nor waits`);
      const pid = work.pid();
      if (pid === null) continue;
      const blockers = await locks.blockersOf(pid);
      if (blockers.length === 0 || work.end) continue;
      work.blockers = blockers;
      // The lock holder does nothing before its next turn, so this statement still waits when it is cancelled.
      if (manner === "gives way") return cancel(work);
      trace(`${work.nth} waits`);
      locked = work;
      return;
    }
  };
  /**
   * Cancels a statement that waits for a lock. Once: a busy database may take a while, in which the statement still
   * waits, and a second signal could hit the next statement.
   */
  const cancel = async (work: Task): Promise<void> => {
    await locks.cancel(work.pid()!);
    await work.over;
  };

  const unstick = () => {
    for (const work of aside) work.stuck = false;
  };

  const wake = async (how: (work: Task) => Promise<void>) => {
    const work = locked!;
    locked = null;
    await how(work);
    if (!work.end) return;
    woken.push(work);
    // Statements behind it in the queue were cancelled for it.
    unstick();
  };

  const begin = async (work: Task, manner: LockMode) => {
    waiting = waiting.filter((each) => each !== work);
    aside = aside.filter((each) => each !== work);
    stirred = false;
    running = work;
    work.over = endOf(work.begin(manner)).then((end) => void (work.end = end));
    await watch(work, manner);
    running = null;
    // The statement that waited for this one's lock has it now, or waits on.
    if (stirred && locked && locked !== work) await wake((it) => watch(it, "waits"));
    if (work.end) deliver(work, work.end);
  };

  const deliver = (work: Task, end: End) => {
    if (!("error" in end)) trace(`${work.nth} done`);
    else if (end.error instanceof Yielded) {
      trace(`${work.nth} gives way`);
      work.end = null;
      work.stuck = true;
      aside.push(work);
      return;
    } else trace(`${work.nth} fails: ${(end.error as Error).message}`);
    work.settle(end);
  };

  const turn = async (): Promise<boolean> => {
    await quiet();
    const all = choices();
    if (all.length === 0) return locked || aside.length > 0 ? untie() : false;
    const work = calm ? all[0]! : draw.pick(all);
    trace(`${work.nth} ${work.name}`);
    if (work.end) {
      woken = woken.filter((each) => each !== work);
      deliver(work, work.end);
    } else await begin(work, locked ? "gives way" : "waits");
    return true;
  };

  /** No task can continue, and some wait for locks: one task of the deadlock fails. */
  const untie = async (): Promise<boolean> => {
    const all = [...(locked ? [locked] : []), ...aside].toSorted((a, b) => a.nth - b.nth);
    if (locked) locked.blockers = await locks.blockersOf(locked.pid()!);
    const tied = deadlocked(all);
    // A lock holder may be waiting for the clock.
    if (tied.length === 0 && waiting.some((work) => !isDue(work))) return false;
    if (tied.length === 0) throw new Error(`all wait: ${all.map(({ name }) => name).join()}`);
    const victim = calm ? tied[0]! : draw.pick(tied);
    trace(`${victim.nth} stands in a deadlock`);
    if (victim === locked) await wake(cancel);
    else await begin(victim, "victim");
    return true;
  };

  return {
    draw,
    work: (name, begins, more = {}) =>
      new Promise((resolve, reject) => {
        nth += 1;
        waiting.push({
          nth,
          name,
          from: more.from ?? null,
          pid: more.pid ?? (() => null),
          begin: begins,
          over: null,
          end: null,
          stuck: false,
          blockers: [],
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
    lives: () => [...lives].map(({ description }) => description!),
    turn,
    nextAt: () =>
      waiting.reduce((soonest, { from }) => Math.min(soonest, from ?? Infinity), Infinity),
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
    released: () => {
      stirred = true;
      unstick();
    },
    die: async () => {
      trace("dies");
      // An activity that has just received its result continues up to its next task, and no further.
      await quiet();
      generation += 1;
      lives = new Set();
      const left = [running, locked];
      running = locked = null;
      waiting = [];
      woken = [];
      aside = [];
      nth += 1;
      // Waiting statements would wait forever, as the lock holders do nothing any more.
      for (const work of left) {
        const pid = work?.pid();
        if (!work || !pid) continue;
        while (!work.end) {
          await locks.cancel(pid);
          await endsWithin(work, SOON_MS);
        }
      }
    },
    trace,
    hash: () => hash.copy().digest("hex").slice(0, 16),
  };
}
