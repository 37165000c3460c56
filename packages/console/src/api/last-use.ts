import { clock } from "./clock.ts";

const TEN_MINUTES = 600_000;
let last = clock.now();

/** Notes when the member last touched the page. */
export function noteUse(): void {
  for (const kind of ["pointerdown", "keydown", "wheel"])
    addEventListener(kind, () => (last = clock.now()), { passive: true });
}

export const wasUsedLately = (): boolean => clock.now() - last < TEN_MINUTES;
