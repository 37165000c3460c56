import { type ComponentType, lazy, type LazyExoticComponent } from "react";

type File<Props> = { default: ComponentType<Props> };

/** Parts of the first screen that are on their way. */
const asked: Promise<unknown>[] = [];

/**
 * Settles when all of the first screen is there, or failed to come. React leaves what stands for a missing part for at
 * least 300 ms, so the first screen is better drawn once and whole.
 */
export async function firstScreenParts(): Promise<void> {
  // A part that came may have asked for more.
  while (asked.length > 0) await Promise.allSettled(asked.splice(0));
}

/** A component loaded when it is first shown; `now`: it is of the first screen. */
export function lazyDefault<Props>(
  load: () => Promise<File<Props>>,
  now = false,
): LazyExoticComponent<ComponentType<Props>> {
  let there: File<Props> | undefined;
  const get = async () => (there = await load());
  if (now) asked.push(get());
  return lazy(() => (there ? atOnce(there) : get()));
}

/** React takes what answers in the same breath as loaded, and suspends nothing. */
const atOnce = <Value>(value: Value) =>
  // oxlint-disable-next-line unicorn/no-thenable -- that is what it takes
  ({ then: (take: (value: Value) => unknown) => take(value) }) as unknown as Promise<Value>;

/** A component loaded when it is first shown, by its name in its file. */
export const lazyNamed = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  now = false,
): LazyExoticComponent<ComponentType<Props>> =>
  lazyDefault(async () => ({ default: (await load())[name] }), now);
