import { expect, test } from "vitest";
import type { RawPlace } from "./google/mapped-address.ts";
import { placeOfAddress } from "./look-up.ts";

const addressOf = (open: () => Promise<RawPlace | null>) => ({
  placeId: "p1",
  main: "FC Road",
  more: "Pune",
  open,
});
const at = (lat: number, lng: number) => ({ location: { lat: () => lat, lng: () => lng } });

test("[T-1] [L-11] an address is a place with its own name, else with its address", async () => {
  const named = { displayName: "Vaishali", formattedAddress: "FC Road, Pune", ...at(18.52, 73.84) };
  const place = { latitude: 18.52, longitude: 73.84 };
  expect(await placeOfAddress(addressOf(async () => named))).toEqual({
    ...place,
    name: "Vaishali",
  });
  const { displayName: _, ...nameless } = named;
  expect(await placeOfAddress(addressOf(async () => nameless))).toEqual({
    ...place,
    name: "FC Road, Pune",
  });
});

test("[T-1] [L-11] on the equator and the prime meridian are places as well", async () => {
  for (const [latitude, longitude] of [
    [0, 0],
    [-1, 73],
    [18, -1],
  ] as const)
    expect(await placeOfAddress(addressOf(async () => at(latitude, longitude)))).toMatchObject({
      latitude,
      longitude,
    });
});

test.each<[string, () => Promise<RawPlace | null>]>([
  ["the maps service no longer has", async () => null],
  ["the maps service cannot be asked for", () => Promise.reject(new Error("no network"))],
  ["has no position", async () => ({ displayName: "Somewhere" })],
])("[T-1] [L-11] an address that %s is no place", async (_what, open) => {
  expect(await placeOfAddress(addressOf(open))).toBeNull();
});
