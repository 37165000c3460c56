import { expect, test } from "vitest";
import { sharedPath, tripName, wayName } from "./trip-words.ts";

const start = { latitude: 18.52, longitude: 73.86 };
const end = { latitude: 19.12, longitude: 72.89 };
const ends = { start: { ...start, name: "Pune" }, end: { ...end, name: "Mumbai" } };

test("a trip is called as the driver calls it, else by where it leads", () => {
  expect(tripName({ ...ends, name: "Holiday" })).toBe("Holiday");
  expect(tripName({ ...ends, name: null })).toBe("Pune to Mumbai");
});

test("a place without a name is the start or the destination", () => {
  expect(wayName({ start, end: ends.end } as typeof ends)).toBe("Start to Mumbai");
  expect(wayName({ start: ends.start, end } as typeof ends)).toBe("Pune to Destination");
});

test("a link to a shared trip carries nothing but its key", () => {
  expect(sharedPath("a/b?c")).toBe("/trips/shared/a%2Fb%3Fc");
});
