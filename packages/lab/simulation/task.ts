/** The result of an external task. */
export type End = { value: unknown } | { error: unknown };
/**
 * What a statement does when another transaction holds the lock: it waits in the database; it yields, which undoes
 * it, and is retried later; or it is the victim of a deadlock and fails.
 */
export type LockMode = "waits" | "gives way" | "victim";
/** The error of a statement that yielded: none of it took effect. */
export class Yielded extends Error {}

export type Task = {
  nth: number;
  name: string;
  /** When it may begin, in simulated milliseconds; null: at once. */
  from: number | null;
  /** The database process that runs it; null: it is not a statement, or has no process yet. */
  pid(): number | null;
  begin(manner: LockMode): Promise<unknown>;
  /** Set when it has begun. */
  over: Promise<void> | null;
  end: End | null;
  /** It yielded, and no lock has been released since. */
  stuck: boolean;
  /** The processes it waits for or yielded to. */
  blockers: readonly number[];
  settle(end: End): void;
};

export const endOf = (work: Promise<unknown>): Promise<End> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
/** Waits for the end without busy-waiting: the database needs the processor. */
export async function endsWithin(work: Task, ms: number): Promise<boolean> {
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
