import { type ComponentType, lazy, type LazyExoticComponent } from "react";

type File<Props> = { default: ComponentType<Props> };

/** Parts of the first screen that are being loaded. */
const asked: Promise<unknown>[] = [];

/**
 * Settles when all code of the first screen is loaded, or failed to. React shows a fallback for at least 300 ms, so the
 * first screen is drawn once and complete.
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
  // In a task of its own: on a slow phone asking for the files of two parts takes as long as a touch may wait.
  if (now) asked.push(nextTask().then(get));
  return lazy(() => (there ? atOnce(there) : get()));
}

const nextTask = () => new Promise<void>((go) => setTimeout(go));

/** A thenable that answers synchronously counts as loaded, so React does not suspend. */
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

/** The same for a part that opens by itself: where its code cannot be loaded, as without a network, it is left out. */
export const lazyOptional = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> =>
  lazyDefault(() =>
    load().then(
      (file) => ({ default: file[name] }),
      () => ({ default: () => null }),
    ),
  );
