import { expect, test } from "vitest";
import { isInIndia, isSamePlace, placeIn, placeName, placeText } from "./place.ts";

test("a name is one line of at most 120 letters, without what could be a tag", () => {
  expect(placeName("  Lake \n\t Garden ")).toBe("Lake Garden");
  expect(placeName("a<b>c")).toBe("a b c");
  expect(placeName("x".repeat(121))).toBe("x".repeat(120));
  expect(placeName(`${"x".repeat(119)} y`)).toBe("x".repeat(119));
  for (const none of [null, undefined, "", "  ", "<>"]) expect(placeName(none)).toBeUndefined();
});

test("a place of a link lies on Earth, its poles and its date line included", () => {
  expect(placeIn("90,180", null)).toEqual({ latitude: 90, longitude: 180 });
  expect(placeIn("-90,-180", null)).toEqual({ latitude: -90, longitude: -180 });
  for (const wrong of ["90.1,0", "-90.1,0", "0,180.1", "0,-180.1", " ,1", "1, ", "a,1", null])
    expect(placeIn(wrong, null), String(wrong)).toBeNull();
  expect(placeIn("0,0", " ")).toEqual({ latitude: 0, longitude: 0 });
  expect(placeIn("18.5, 73.8", "Home")).toEqual({ latitude: 18.5, longitude: 73.8, name: "Home" });
});

test("a link says where a place is to a metre", () => {
  expect(placeText({ latitude: 18.123456, longitude: 73.9 })).toBe("18.12346,73.9");
});

test("trips are planned up to the borders of India", () => {
  const inside = (latitude: number, longitude: number) => isInIndia({ latitude, longitude });
  expect(inside(6, 68)).toBe(true);
  expect(inside(37.6, 97.5)).toBe(true);
  expect(inside(5.99, 80)).toBe(false);
  expect(inside(37.61, 80)).toBe(false);
  expect(inside(20, 67.99)).toBe(false);
  expect(inside(20, 97.51)).toBe(false);
});

test("two places are the same within some hundred metres both ways", () => {
  const at = (latitude: number, longitude: number) => ({ latitude, longitude });
  const same = (north: number, east: number) => isSamePlace(at(0, 0), at(north, east));
  expect(same(0.0019, 0.0019)).toBe(true);
  expect(same(-0.0019, -0.0019)).toBe(true);
  expect(same(0.002, 0)).toBe(false);
  expect(same(0, 0.002)).toBe(false);
  expect(same(0, -0.002)).toBe(false);
});
