import { describe, expect, test } from "vitest";
import { mapAddress } from "./mapped-address.ts";
import { newRequest, oldRequest } from "./places.ts";

const mapped = {
  gmID: "p1",
  icon: "icon.png",
  url: "https://maps.example/p1",
  placeID: "p1",
  displayAddress: "12 MG Road, Ashok Nagar, Bengaluru, Karnataka 560001, India",
  name: "MG Road",
  vicinity: "",
  locality: { long: "Bengaluru", short: "BLR" },
  state: { long: "Karnataka", short: "KA" },
  country: { long: "India", short: "IN" },
  geoLocation: { latitude: 12.97, longitude: 77.6 },
  streetNumber: "12",
  streetName: "Mahatma Gandhi Road",
  postalCode: "560001",
  sublocality: "Ashok Nagar",
};
const parts: [long: string, short: string, type: string][] = [
  ["12", "12", "street_number"],
  ["Mahatma Gandhi Road", "MG Rd", "route"],
  ["Ashok Nagar", "Ashok Nagar", "sublocality_level_1"],
  ["Bengaluru", "BLR", "locality"],
  ["Karnataka", "KA", "administrative_area_level_1"],
  ["India", "IN", "country"],
  ["560001", "560001", "postal_code"],
];
const location = { lat: () => 12.97, lng: () => 77.6 };

describe("[L-11] the mapped address", () => {
  test("of a place of the present library", () => {
    const place = {
      id: "p1",
      displayName: "MG Road",
      formattedAddress: mapped.displayAddress,
      svgIconMaskURI: "icon.png",
      googleMapsURI: "https://maps.example/p1",
      location,
      addressComponents: parts.map(([longText, shortText, type]) => ({
        longText,
        shortText,
        types: [type, "political"],
      })),
    };
    expect(mapAddress(place)).toEqual(mapped);
  });

  test("of a place of the library before it", () => {
    const place = {
      id: "gm1",
      place_id: "p1",
      name: "MG Road",
      formatted_address: mapped.displayAddress,
      icon: "icon.png",
      url: "https://maps.example/p1",
      vicinity: "Ashok Nagar",
      geometry: { location },
      address_components: parts.map(([long_name, short_name, type]) => ({
        long_name,
        short_name,
        types: [type],
      })),
    };
    expect(mapAddress(place)).toEqual({ ...mapped, gmID: "gm1", vicinity: "Ashok Nagar" });
  });

  test("of a place without geometry lies at −1, −1; what it does not say is empty", () => {
    expect(mapAddress({ place_id: "p1", name: "Somewhere" })).toEqual({
      ...mapped,
      icon: "",
      url: "",
      displayAddress: "",
      name: "Somewhere",
      locality: { long: "", short: "" },
      state: { long: "", short: "" },
      country: { long: "", short: "" },
      geoLocation: { latitude: -1, longitude: -1 },
      streetNumber: "",
      streetName: "",
      postalCode: "",
      sublocality: "",
    });
  });
});

test("[L-11] types are asked for with a country only; bounds are preferred, or strict", () => {
  const bounds = { west: 77, south: 12, east: 78, north: 13 };
  expect(oldRequest("mg", { types: ["address"] })).toEqual({ input: "mg" });
  expect(
    oldRequest("mg", { country: "IN", types: ["address"], bounds, strictBounds: true }),
  ).toEqual({
    input: "mg",
    componentRestrictions: { country: "in" },
    types: ["address"],
    bounds,
    strictBounds: true,
  });
  expect(newRequest("mg", { types: ["route"], bounds })).toEqual({
    input: "mg",
    locationBias: bounds,
  });
  expect(newRequest("mg", { country: "IN", types: ["route"], bounds, strictBounds: true })).toEqual(
    {
      input: "mg",
      includedRegionCodes: ["in"],
      includedPrimaryTypes: ["route"],
      locationRestriction: bounds,
    },
  );
});
