/** What a work of the outside ended in. */
export type End = { value: unknown } | { error: unknown };
/**
 * How a statement meets a lock that somebody else holds: it waits in the database; it gives way, as if it had never been
 * sent, and comes again; or it stands in a deadlock and is the one that fails.
 */
export type LockMode = "waits" | "gives way" | "victim";
/** What a statement that gives way ends in: nothing of it has happened. */
export class Yielded extends Error {}

export type Task = {
  nth: number;
  name: string;
  /** When it may begin, in simulated milliseconds; null: at once. */
  from: number | null;
  /** The process of the database that does it; null: it is no statement, or has none yet. */
  pid(): number | null;
  begin(manner: LockMode): Promise<unknown>;
  /** Set when it has begun. */
  over: Promise<void> | null;
  end: End | null;
  /** It gave way, and nobody has let go of anything since. */
  stuck: boolean;
  /** The processes it waits for or gave way to. */
  blockers: readonly number[];
  settle(end: End): void;
};

export const endOf = (work: Promise<unknown>): Promise<End> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
/** Waits for the end without keeping a processor busy: the database needs it. */
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
