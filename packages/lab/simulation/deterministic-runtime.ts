import crypto from "node:crypto";
import { createRequire, syncBuiltinESMExports } from "node:module";
import type { Random } from "@voltmarg/testkit/random";

export type DeterministicRuntime = {
  /** The source of all random values from now on. */
  draw: Random;
  /** Delay between two attempts, in milliseconds; null: the real timer. */
  pause: ((ms: number) => Promise<unknown>) | null;
  /** Runs work of the platform's thread pool and delivers its result in a scheduled turn; null: immediately. */
  thread: ((name: string, begin: () => Promise<unknown>) => Promise<unknown>) | null;
  /** Restores the real functions. */
  restore(): void;
};

const LONG_MS = 2 ** 30;
const THREADED = ["sign", "verify", "digest", "importKey", "exportKey", "generateKey"] as const;

/**
 * Replaces the process's randomness, performance clock, thread pool and retry delays, so that a seed decides all of
 * them; real interval timers do not fire. `nowMs` is the simulated time.
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
  // Real intervals (such as the renewal of a lease) would fire depending on the machine's load.
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
      // Two threads never finish in the same order again.
      return runtime.thread ? runtime.thread(name, begin) : begin();
    };
  }
  syncBuiltinESMExports();
  return runtime;
}
