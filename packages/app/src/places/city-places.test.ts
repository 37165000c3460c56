import { expect, test } from "vitest";
import { cityNear, cityPlaces, findCities } from "./city-places.ts";

test("[T-9] a city is found in three scripts and by how it sounds, the largest first", () => {
  for (const typed of ["Pune", "pun", "पुणे", "پونے"])
    expect(findCities(typed, "en")[0]?.key, typed).toBe("Pune");
  expect(findCities("Poona", "hi").map(({ place }) => place.name)).toContain("पुणे");
  expect(findCities("", "ur")[0]!.place).toEqual({
    latitude: 28.61,
    longitude: 77.21,
    name: "دہلی",
  });
  expect(findCities("qqqq", "en")).toEqual([]);
  expect(cityPlaces("en").length).toBeGreaterThan(20);
});

test("[T-9] a point is said by the large city near it, and by none where there is none", () => {
  expect(cityNear({ latitude: 18.6, longitude: 73.9 }, "hi")).toBe("पुणे");
  expect(cityNear({ latitude: 27.5, longitude: 71 }, "en")).toBeNull();
});
