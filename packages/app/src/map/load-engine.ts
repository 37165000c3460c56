import type { Engine } from "./engine.ts";

let engine: Promise<Engine> | null = null;

/** The map's code comes after the page is up; a failed load is tried again by the next screen. */
export function loadEngine(styleUrl: string | null): Promise<Engine> {
  engine ??= whenIdle()
    .then(() => import("./engine.ts"))
    .then(({ createEngine }) => createEngine(styleUrl, "Map of charging stations"));
  engine.catch(() => (engine = null));
  return engine;
}

const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 1500 });
    else setTimeout(resolve, 200);
  });
