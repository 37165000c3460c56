import { nativeApp } from "./native-app.ts";

/** A touch felt in the hand; browsers allow it only after the driver has touched the page, and complain before. */
export function buzz(milliseconds: number): void {
  const phone = nativeApp();
  if (phone) phone.vibrate(milliseconds);
  else if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(milliseconds);
}
