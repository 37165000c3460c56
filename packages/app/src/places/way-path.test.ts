import { expect, test } from "vitest";
import { endsIn, endsQuery, tripBetween, wayTo } from "./way-path.ts";

const pune = { latitude: 18.52, longitude: 73.86, name: "Pune" };
const unnamed = { latitude: 19.12, longitude: 72.89 };

test("a link carries both ends with their names, and gives them back", () => {
  const query = endsQuery({ from: pune, to: { ...unnamed, name: "Mumbai" } });
  expect([...query]).toEqual([
    ["from", "18.52,73.86"],
    ["from_name", "Pune"],
    ["to", "19.12,72.89"],
    ["name", "Mumbai"],
  ]);
  expect(endsIn(query)).toEqual({ from: pune, to: { ...unnamed, name: "Mumbai" } });
});

test("an end that is not known and a name that is none are left out", () => {
  const query = endsQuery({ from: null, to: unnamed });
  expect([...query.keys()]).toEqual(["to"]);
  expect(endsIn(query)).toEqual({ from: null, to: unnamed });
  expect([...endsQuery({ from: null, to: null })]).toEqual([]);
});

test("stations on the way need a destination only, a trip both ends", () => {
  expect(wayTo(unnamed)).toBe("/on-my-way?to=19.12%2C72.89");
  expect(tripBetween({ from: unnamed, to: pune })).toBe(
    "/trip?from=19.12%2C72.89&to=18.52%2C73.86&name=Pune",
  );
});
