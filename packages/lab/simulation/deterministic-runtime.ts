import crypto from "node:crypto";
import { createRequire, syncBuiltinESMExports } from "node:module";
import type { Random } from "@voltmarg/testkit/random";

export type DeterministicRuntime = {
  /** Everything that is random from here on. */
  draw: Random;
  /** What makes works wait between two tries, in milliseconds; null: the timer. */
  pause: ((ms: number) => Promise<unknown>) | null;
  /** What has a thread of the platform's own do something, and then it is done when a turn says so; null: at once. */
  thread: ((name: string, begin: () => Promise<unknown>) => Promise<unknown>) | null;
  /** Real time again. */
  restore(): void;
};

const LONG_MS = 2 ** 30;
const THREADED = ["sign", "verify", "digest", "importKey", "exportKey", "generateKey"] as const;

/**
 * Takes the process's randomness, its stopwatch, its threads and the pauses between tries into one hand, so that a seed
 * decides all of them; what would come round by the real clock does not come. `nowMs` is the simulated instant.
 */
export function takeOverRuntime(first: Random, nowMs: () => number): DeterministicRuntime {
  const timers = createRequire(import.meta.url)("node:timers/promises") as {
    setTimeout: (ms?: number, value?: unknown, options?: object) => Promise<unknown>;
  };
  const real = {
    randomBytes: crypto.randomBytes,
    randomInt: crypto.randomInt,
    randomUUID: crypto.randomUUID,
    fraction: Math.random,
    stopwatch: performance.now,
    pause: timers.setTimeout,
    interval: globalThis.setInterval,
  } as const;
  const runtime: DeterministicRuntime = {
    draw: first,
    pause: null,
    thread: null,
    restore: () => {
      Object.assign(crypto, {
        randomBytes: real.randomBytes,
        randomInt: real.randomInt,
        randomUUID: real.randomUUID,
      });
      Math.random = real.fraction;
      performance.now = real.stopwatch;
      timers.setTimeout = real.pause;
      globalThis.setInterval = real.interval;
      for (const [name, method] of methods) Object.assign(subtle, { [name]: method });
      syncBuiltinESMExports();
    },
  };
  const bytes = (size: number) =>
    Buffer.from(Array.from({ length: size }, () => runtime.draw.int(0, 255)));
  const uuid = () => {
    const hex = bytes(16).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  Object.assign(crypto, {
    randomBytes: bytes,
    randomInt: (from: number, to?: number) =>
      to === undefined ? runtime.draw.int(0, from - 1) : runtime.draw.int(from, to - 1),
    randomUUID: uuid,
  });
  Math.random = () => runtime.draw.fraction();
  performance.now = nowMs;
  timers.setTimeout = async (ms = 0, value, options) => {
    if (!runtime.pause) return real.pause(ms, value, options);
    await runtime.pause(ms);
    return value;
  };
  // What comes round by the real clock (a lease that is renewed) would come by how busy the machine is.
  const never = () => {
    const timer = real.interval(() => {}, LONG_MS);
    clearInterval(timer);
    return timer;
  };
  Object.assign(globalThis, { setInterval: never });

  const subtle = Object.getPrototypeOf(crypto.webcrypto.subtle) as Record<string, unknown>;
  const methods = THREADED.map((name) => [name, subtle[name]] as const);
  for (const [name, method] of methods) {
    subtle[name] = function inTurn(this: unknown, ...args: unknown[]) {
      const begin = () => Reflect.apply(method as () => Promise<unknown>, this, args);
      // Two threads are never done in the same order again.
      return runtime.thread ? runtime.thread(name, begin) : begin();
    };
  }
  syncBuiltinESMExports();
  return runtime;
}
