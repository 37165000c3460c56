import { mapCopy } from "./copy.ts";
import type { Engine } from "./engine.ts";

let engine: Promise<Engine> | null = null;

/** Loads the map's code after the page is shown; the next screen repeats a failed load. */
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
