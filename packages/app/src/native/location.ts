import { nativeApp } from "./native-app.ts";

export type Position = { latitude: number; longitude: number };

/** Asks the device where it is; null when it does not know or may not say. */
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

/** The same, but nobody is asked for a permission: null where it was not given before. */
export async function positionIfAllowed(): Promise<Position | null> {
  const phone = nativeApp();
  if (phone) return phone.position(true);
  try {
    const { state } = await navigator.permissions.query({ name: "geolocation" });
    return state === "granted" ? await position() : null;
  } catch {
    // A browser that cannot be asked: the button still asks.
    return null;
  }
}
