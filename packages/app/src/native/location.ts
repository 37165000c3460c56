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

/** Whether asking for the position asks the driver ("prompt"), or is answered at once by what they said before. */
export async function positionPermission(): Promise<PermissionState> {
  // A phone's own dialog is shown by asking.
  if (nativeApp()) return "prompt";
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state;
  } catch {
    // The browser cannot tell; the button still asks.
    return "prompt";
  }
}

/** The position without asking for the permission: null if it was not granted before. */
export async function positionIfAllowed(): Promise<Position | null> {
  const phone = nativeApp();
  if (phone) return phone.position(true);
  return (await positionPermission()) === "granted" ? position() : null;
}
