/** A place of Google's, of the present library or the one before it, as far as an address is made from it. */
export type RawPlace = {
  id?: string;
  place_id?: string;
  name?: string;
  displayName?: string | null;
  formatted_address?: string;
  formattedAddress?: string | null;
  vicinity?: string;
  icon?: string;
  svgIconMaskURI?: string | null;
  url?: string;
  googleMapsURI?: string | null;
  address_components?: { long_name: string; short_name: string; types: string[] }[];
  addressComponents?: { longText: string | null; shortText: string | null; types: string[] }[];
  geometry?: { location?: LatLng };
  location?: LatLng | null;
};
type LatLng = { lat: () => number; lng: () => number };

type LongShort = { long: string; short: string };
export type MappedAddress = {
  gmID: string;
  icon: string;
  url: string;
  placeID: string;
  displayAddress: string;
  name: string;
  vicinity: string;
  locality: LongShort;
  state: LongShort;
  country: LongShort;
  /** Both −1 when the place has no geometry. */
  geoLocation: { latitude: number; longitude: number };
  streetNumber: string;
  streetName: string;
  postalCode: string;
  sublocality: string;
};

/** The place as the product keeps an address; what the place does not say is empty. */
export function mapAddress(place: RawPlace): MappedAddress {
  const parts = [
    ...(place.address_components ?? []).map(({ long_name, short_name, types }) => ({
      long: long_name,
      short: short_name,
      types,
    })),
    ...(place.addressComponents ?? []).map(({ longText, shortText, types }) => ({
      long: longText ?? "",
      short: shortText ?? "",
      types,
    })),
  ];
  const part = (...wanted: string[]): LongShort => {
    for (const type of wanted) {
      const found = parts.find(({ types }) => types.includes(type));
      if (found) return { long: found.long, short: found.short };
    }
    return { long: "", short: "" };
  };
  const at = place.geometry?.location ?? place.location;
  const placeID = place.place_id ?? place.id ?? "";
  return {
    gmID: place.id ?? placeID,
    icon: place.icon ?? place.svgIconMaskURI ?? "",
    url: place.url ?? place.googleMapsURI ?? "",
    placeID,
    displayAddress: place.formatted_address ?? place.formattedAddress ?? "",
    name: place.name ?? place.displayName ?? "",
    vicinity: place.vicinity ?? "",
    locality: part("locality", "postal_town", "administrative_area_level_3"),
    state: part("administrative_area_level_1"),
    country: part("country"),
    geoLocation: at ? { latitude: at.lat(), longitude: at.lng() } : { latitude: -1, longitude: -1 },
    streetNumber: part("street_number").long,
    streetName: part("route").long,
    postalCode: part("postal_code").long,
    sublocality: part("sublocality_level_1", "sublocality").long,
  };
}
