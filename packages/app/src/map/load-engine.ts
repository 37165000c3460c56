import { mapCopy } from "./copy.ts";
import type { Engine } from "./engine.ts";

let engine: Promise<Engine> | null = null;

/** The map's code comes after the page is up; a failed load is tried again by the next screen. */
export async function loadEngine(styleUrl: string | null): Promise<Engine> {
  engine ??= whenIdle()
    .then(() => import("./engine.ts"))
    .then(({ createEngine }) => createEngine(styleUrl, mapCopy.label));
  engine.catch(() => (engine = null));
  const ready = await engine;
  ready.setStyle(styleUrl);
  return ready;
}

const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 1500 });
    else setTimeout(resolve, 200);
  });
