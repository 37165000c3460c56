import { unlessOutage } from "./database-outage.ts";

/** After this many failures in a row, the rest of the batch is dropped untried. */
const MOST_IN_A_ROW = 5;

/** A bounded buffer of rows that are written in batches in the background. */
export type WriteBehind<T> = {
  /** Never waits and never fails; when the buffer is full the row is lost. */
  put(row: T, bytes: number): void;
  /** Writes the buffered rows. If the database is unavailable they stay buffered. Never fails. */
  flush(): Promise<void>;
};

/**
 * For rows that may be lost and that no caller waits for. A crash loses the buffer, and a database outage loses what
 * does not fit into it.
 */
export function createWriteBehind<T>(options: {
  write: (batch: readonly T[]) => Promise<unknown>;
  mostRows: number;
  mostBytes: number;
  /** Maximum rows and bytes in a batch. */
  batch: { rows: number; bytes: number };
  /** full: the buffer was full; refused: the database rejected the rows. */
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

  /** False: the database is unavailable, and the batch stays buffered. */
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

  /** One bad row must not lose the others, unless every row fails. */
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
