const TEN_MINUTES = 600_000;
let last = Date.now();

/** Notes when the member last touched the page. */
export function noteUse(): void {
  for (const kind of ["pointerdown", "keydown", "wheel"])
    addEventListener(kind, () => (last = Date.now()), { passive: true });
}

export const wasUsedLately = (): boolean => Date.now() - last < TEN_MINUTES;
