import { unlessOutage } from "./database-outage.ts";

/** After so many refusals one after another the others are not tried. */
const MOST_IN_A_ROW = 5;

/** Rows that wait in memory and are written in batches, beside whoever brought them. */
export type WriteBehind<T> = {
  /** Never waits and never fails; over the bound the row is lost. */
  put(row: T, bytes: number): void;
  /** Writes all that waits; what the database was not there for waits for the next time. Never fails. */
  flush(): Promise<void>;
};

/**
 * For rows that are good to have and that nobody may wait for: a crash loses those that wait, and so does a database that
 * is away for longer than the bound holds.
 */
export function createWriteBehind<T>(options: {
  write: (batch: readonly T[]) => Promise<unknown>;
  mostRows: number;
  mostBytes: number;
  /** Rows and bytes in a batch at most. */
  batch: { rows: number; bytes: number };
  /** full: no room was left; refused: the database does not take it. */
  onLost: (why: "full" | "refused", rows: number, error?: unknown) => void;
  onWritten?: (rows: number) => void;
}): WriteBehind<T> {
  const { write, onLost, onWritten } = options;
  let waiting: { row: T; bytes: number }[] = [];
  let held = 0;
  let flushing: Promise<void> | null = null;

  const next = () => {
    let bytes = 0;
    const over = waiting.findIndex((each, at) => {
      bytes += each.bytes;
      return at >= options.batch.rows || (at > 0 && bytes > options.batch.bytes);
    });
    return waiting.slice(0, over === -1 ? waiting.length : over);
  };

  /** False: the database is away, and the batch waits on. */
  const writeAll = async (batch: readonly T[]): Promise<boolean> => {
    try {
      const written = await unlessOutage(() => write(batch));
      if (written) onWritten?.(batch.length);
      return written;
    } catch (error) {
      await writeEach(batch, error);
      return true;
    }
  };

  /** What one row broke must not cost the others, unless it is all of them. */
  const writeEach = async (batch: readonly T[], cause: unknown): Promise<void> => {
    let [lost, inARow, error] = [0, 0, cause];
    for (const row of batch) {
      if (inARow === MOST_IN_A_ROW) {
        lost++;
        continue;
      }
      try {
        await write([row]);
        onWritten?.(1);
        inARow = 0;
      } catch (refusal) {
        [lost, inARow, error] = [lost + 1, inARow + 1, refusal];
      }
    }
    if (lost > 0) onLost("refused", lost, error);
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = next();
      if (!(await writeAll(batch.map(({ row }) => row)))) return;
      waiting = waiting.slice(batch.length);
      held -= batch.reduce((sum, { bytes }) => sum + bytes, 0);
    }
  };

  return {
    put: (row, bytes) => {
      if (waiting.length >= options.mostRows || held + bytes > options.mostBytes)
        return onLost("full", 1);
      waiting.push({ row, bytes });
      held += bytes;
    },
    flush: () => {
      flushing ??= drain().finally(() => (flushing = null));
      return flushing;
    },
  };
}
