import { expect, test } from "vitest";
import { placeOf } from "./exchange.ts";
import type { Endpoint } from "./types/objects.ts";

const at = (identifier: string, url: string): Endpoint => ({ identifier, role: "SENDER", url });
const endpoints = [
  at("locations", "https://peer.example/ocpi/locations/"),
  at("sessions", "https://peer.example/ocpi"),
  at("tariffs", "https://peer.example/ocpi/shared"),
  at("credentials", "https://peer.example/ocpi/shared"),
  at("cdrs", "https://peer.example/ocpi/records/cdrs//"),
];

test.each([
  ["https://peer.example/ocpi/locations", "locations", []],
  ["https://peer.example/ocpi/locations/?offset=0", "locations", []],
  ["https://peer.example/ocpi/locations/a%2Fb/E1", "locations", ["a/b", "E1"]],
  ["https://peer.example/ocpi/records/cdrs/C-1//", "cdrs", ["C-1"]],
  ["https://peer.example/ocpi/locations2", "sessions", ["locations2"]],
  ["https://peer.example/ocpi/s-%ZZ", "sessions", ["s-%ZZ"]],
  // An address that may hold credentials is read as nothing else.
  ["https://peer.example/ocpi/shared/x", "credentials", ["x"]],
  ["https://other.example/ocpi/locations", null, []],
])("%s lies in %s", (url, module, segments) => {
  expect(placeOf(url, endpoints)).toEqual({ module, segments });
  expect(placeOf(url, endpoints.toReversed())).toEqual({ module, segments });
});
