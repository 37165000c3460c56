import { expect, test } from "vitest";
import { placesOf } from "./places-of.ts";

const bill = (id: string | null, name: string, total_energy: number, credited_by?: string) =>
  ({ location: { id, name }, total_energy, credited_by: credited_by ?? null }) as Parameters<
    typeof placesOf
  >[0][number];

test("places are summed up, most energy first", () => {
  expect(placesOf([])).toEqual([]);
  expect(
    placesOf([
      bill("a", "Plaza", 5),
      bill("b", "Kiosk", 7),
      bill("a", "Plaza, renamed", 4),
      bill("c", "Mall", 8),
    ]),
  ).toEqual([
    { name: "Plaza", kwh: 9, charges: 2 },
    { name: "Mall", kwh: 8, charges: 1 },
    { name: "Kiosk", kwh: 7, charges: 1 },
  ]);
});

test("a bill that was taken back is none", () => {
  const places = placesOf([bill("a", "Plaza", 5, "bill_2"), bill("a", "Plaza", 4)]);
  expect(places).toEqual([{ name: "Plaza", kwh: 4, charges: 1 }]);
});

test("a place without an id is known by its name", () => {
  const places = placesOf([bill(null, "Plaza", 5), bill(null, "Kiosk", 1), bill(null, "Plaza", 1)]);
  expect(places).toEqual([
    { name: "Plaza", kwh: 6, charges: 2 },
    { name: "Kiosk", kwh: 1, charges: 1 },
  ]);
});
