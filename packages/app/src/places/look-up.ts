import { locate } from "../locations/use-locate.ts";
import { placesCopy as copy } from "./copy.ts";
import type { Suggestion } from "./google/places.ts";
import type { Place } from "./place.ts";

/** Where the device is; null: not known or not allowed. */
export async function whereIAm(): Promise<Place | null> {
  const me = await locate();
  return me && { latitude: me.lat, longitude: me.lon, name: copy.here };
}

/** Where an address is; null: the maps service no longer has it, or does not say. */
export async function placeOfAddress(address: Suggestion): Promise<Place | null> {
  const found = await address.open().catch(() => null);
  if (!found) return null;
  const { mapAddress } = await import("./google/mapped-address.ts");
  const { geoLocation, displayAddress, name } = mapAddress(found);
  if (geoLocation.latitude === -1 && geoLocation.longitude === -1) return null;
  return { ...geoLocation, name: name || displayAddress };
}
