import { expect, test } from "vitest";
import { car, connector, evse, location, NOW } from "../../test/location.ts";
import { ANY_STATION } from "@voltmarg/rules";
import { bestReasons } from "./best-reasons.ts";

const at = (id: string, north: number, watts: number) =>
  location({
    id,
    coordinates: { latitude: 12.97 + north / 111.2, longitude: 77.59 },
    evses: [evse("AVAILABLE", [connector({ max_electric_power: watts })])],
  });
const by = {
  vehicle: { ...car, max_dc_intake: 100 },
  wish: ANY_STATION,
  me: { lat: 12.97, lon: 77.59 },
  now: NOW,
};

test("[L-13] says what a station is the best of; what others have alike is no reason", () => {
  const [near, strong, far] = [
    at("near", 1, 30_000),
    at("strong", 2, 60_000),
    at("far", 3, 30_000),
  ];
  // All have one price.
  expect([...bestReasons([strong!, near!, far!], by)]).toEqual([
    ["near", "nearest"],
    ["strong", "fastest for you"],
  ]);
  expect([...bestReasons([near!], by)]).toEqual([]);
  // Both give this car the same.
  expect([...bestReasons([at("a", 1, 120_000), at("b", 2, 180_000)], by)]).toEqual([
    ["a", "nearest"],
  ]);
});
