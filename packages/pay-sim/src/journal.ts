import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

/** One change: the kind, id and complete new value of an object; null: it was removed. */
export type Put = readonly [kind: string, id: string, value: unknown];

export type Journal = {
  /** Everything of a kind, in the order it was first written. */
  all<T>(kind: string): T[];
  get<T>(kind: string, id: string): T | undefined;
  /** Writes changes atomically before it returns: after a crash all of them are there or none. */
  write(puts: readonly Put[]): void;
  close(): void;
};

/**
 * Stores the state as a file of changes, one per line. A line is written in one call before a request is answered. So
 * killing the process at any moment loses no acknowledged change, and an incomplete last line is a change that was not
 * acknowledged. The file is rewritten when it is opened. `null` stores the state in memory only.
 */
export function openJournal(stateDir: string | null): Journal {
  const kinds = new Map<string, Map<string, unknown>>();
  const apply = (puts: readonly Put[]): void => {
    for (const [kind, id, value] of puts) {
      let entries = kinds.get(kind);
      if (entries === undefined) kinds.set(kind, (entries = new Map()));
      if (value === null) entries.delete(id);
      else entries.set(id, value);
    }
  };

  let file: number | null = null;
  if (stateDir !== null) {
    mkdirSync(stateDir, { recursive: true });
    const path = join(stateDir, "journal.jsonl");
    for (const puts of readLines(path)) apply(puts);
    const now: Put[] = [...kinds].flatMap(([kind, entries]) =>
      [...entries].map(([id, value]): Put => [kind, id, value]),
    );
    writeFileSync(`${path}.new`, now.map((put) => `${JSON.stringify([put])}\n`).join(""));
    renameSync(`${path}.new`, path);
    file = openSync(path, "a");
  }

  return {
    all: <T>(kind: string) => [...(kinds.get(kind)?.values() ?? [])] as T[],
    get: <T>(kind: string, id: string) => kinds.get(kind)?.get(id) as T | undefined,
    write: (puts) => {
      if (file !== null) writeSync(file, `${JSON.stringify(puts)}\n`);
      apply(puts);
    },
    close: () => {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

function readLines(path: string): Put[][] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  // Text after the last line break is an incomplete write.
  lines.pop();
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as Put[];
    } catch {
      throw new Error(`${path}: line ${index + 1} cannot be read`);
    }
  });
}
