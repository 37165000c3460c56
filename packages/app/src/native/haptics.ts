import { nativeApp } from "./native-app.ts";

/** A short vibration. Browsers allow it only after the driver touched the page, and log an error before. */
export function buzz(milliseconds: number): void {
  const phone = nativeApp();
  if (phone) phone.vibrate(milliseconds);
  else if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(milliseconds);
}
