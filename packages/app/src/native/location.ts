import { nativeApp } from "./native-app.ts";

export type Position = { latitude: number; longitude: number };

/** The position of the device; null: not known or not allowed. */
export function position(): Promise<Position | null> {
  const phone = nativeApp();
  if (phone) return phone.position(false);
  return new Promise((resolve) => {
    if (!("geolocation" in navigator)) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: 8000, maximumAge: 60_000 },
    );
  });
}

/** The same without asking for the permission: null if it was not granted before. */
export async function positionIfAllowed(): Promise<Position | null> {
  const phone = nativeApp();
  if (phone) return phone.position(true);
  try {
    const { state } = await navigator.permissions.query({ name: "geolocation" });
    return state === "granted" ? await position() : null;
  } catch {
    // The browser cannot tell; the button still asks.
    return null;
  }
}

/** Whether asking is in vain: the driver, or the browser, has refused the position before. */
export async function isPositionRefused(): Promise<boolean> {
  if (nativeApp()) return false;
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "denied";
  } catch {
    return false;
  }
}
