/** A touch felt in the hand; browsers allow it only after the driver has touched the page, and complain before. */
export function buzz(milliseconds: number): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(milliseconds);
}
