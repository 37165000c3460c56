import { useSyncExternalStore } from "react";

const SHOWN_MS = 5_000;
let shown: { id: number; text: string }[] = [];
let next = 0;
const listeners = new Set<() => void>();

function set(toasts: typeof shown) {
  shown = toasts;
  for (const each of listeners) each();
}

/** Says shortly that something was done. */
export function say(text: string): void {
  next += 1;
  const id = next;
  set([...shown, { id, text }]);
  setTimeout(() => set(shown.filter((each) => each.id !== id)), SHOWN_MS);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, () => shown);
  return (
    <output className="toasts">
      {toasts.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </output>
  );
}
