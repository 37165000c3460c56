import type { Location } from "@voltmarg/contract";

/**
 * An address that opens the phone's own maps: geo: on Android, where the driver chooses the app, Apple's on its devices,
 * a map site elsewhere.
 */
export function directionsTo(
  { name, coordinates }: Pick<Location, "name" | "coordinates">,
  userAgent: string,
): string {
  const { latitude, longitude } = coordinates;
  const place = `${latitude},${longitude}`;
  if (/Android/i.test(userAgent)) return `geo:${place}?q=${place}(${encodeURIComponent(name)})`;
  if (/iPhone|iPad|iPod|Macintosh/i.test(userAgent))
    return `maps://?daddr=${place}&q=${encodeURIComponent(name)}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`;
}

/** Whether the address leaves the browser for an app of its own. */
export const leavesBrowser = (address: string): boolean => !address.startsWith("https:");
