import { scenarioOf, type Provider } from "./provider.ts";

/** The longest delay of an answer. */
const LONGEST_MS = 8_000;
/** By receipt: the function that releases its first answer; null: released. */
const HELD = new WeakMap<Provider, Map<string, (() => void) | null>>();

/** In `held_order` the first answer of a receipt waits until it is released; later ones do not. */
export async function heldBack(provider: Provider, receipt: string): Promise<void> {
  if (scenarioOf(provider) === "held_order") await hold(provider, receipt);
}

/** The first answer of this name waits until it is released. */
export async function hold(provider: Provider, receipt: string): Promise<void> {
  const held = HELD.get(provider) ?? new Map<string, (() => void) | null>();
  HELD.set(provider, held);
  if (held.has(receipt)) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS);
    held.set(receipt, () => {
      clearTimeout(timer);
      resolve();
    });
  });
  held.set(receipt, null);
}

/** Releases all waiting answers; returns how many. */
export function answerHeld(provider: Provider): number {
  const waiting = [...(HELD.get(provider)?.values() ?? [])].filter((each) => each !== null);
  for (const letGo of waiting) letGo();
  return waiting.length;
}
