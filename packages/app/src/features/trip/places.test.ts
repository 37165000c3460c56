import { expect, test } from "vitest";
import { cityPlaces } from "./city-places.ts";
import { placeIn, whole } from "./places.ts";

test("[T-1] places come from cities and from links", () => {
  expect(cityPlaces("en").find(({ key }) => key === "Pune")!.place.latitude).toBe(18.52);
  expect(cityPlaces("en").length).toBeGreaterThan(20);
  expect(placeIn("18.5,73.8", "Home")).toEqual({ latitude: 18.5, longitude: 73.8, name: "Home" });
  for (const text of [null, "", "18.5", "north,south", "91,0", "0,181"])
    expect(placeIn(text, null)).toBeNull();
});

test("[T-1] a percentage is a whole number within its bounds", () => {
  const texts = ["80", " 7 ", "100", "0", "101", "8.5", "-3", "", "1e1"];
  const none = [null, null, null, null, null, null];
  expect(texts.map((text) => whole(text, 1, 100))).toEqual([80, 7, 100, ...none]);
});
