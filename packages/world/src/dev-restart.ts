import { watch } from "node:fs";
import { join } from "node:path";
import type { Child } from "./child.ts";

const packages = join(import.meta.dirname, "..", "..");
/** What the service is made from. */
const sources = ["server/src", "server/migrations", "contract/src", "rules/src", "ocpi/src"];
/** An editor that saves many files at once, or one file in several writes, causes one restart. */
const GATHER_MS = 50;

/** Starts the service again when one of its sources changes. Returns what ends the watching. */
export function restartOnChange(service: Child, say: (message: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let restarting = false;
  let again = false;
  let closed = false;
  const restart = async (file: string) => {
    if (restarting) {
      again = true;
      return;
    }
    restarting = true;
    const before = performance.now();
    await service.restart().then(
      () => say(`${file} changed; service ready (${seconds(before)})`),
      // One that is ended while it starts has nothing to report.
      (error: unknown) => closed || say(String(error instanceof Error ? error.message : error)),
    );
    restarting = false;
    if (again && !closed) {
      again = false;
      await restart(file);
    }
  };
  const onChange = (file: string | null) => {
    if (!file || file.endsWith(".test.ts") || !/\.(ts|sql|json)$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void restart(file), GATHER_MS);
  };
  const watchers = sources.map((folder) =>
    watch(join(packages, folder), { recursive: true }, (_, file) => onChange(file)),
  );
  return () => {
    closed = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
