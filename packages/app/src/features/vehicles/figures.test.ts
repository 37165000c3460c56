import { expect, test } from "vitest";
import { car } from "../../../test/location.ts";
import { figuresOf } from "./figures.ts";

test("a vehicle is listed with its battery and its range, as far as they are known", () => {
  const figures = (battery_capacity: number | null, range: number | null) =>
    figuresOf({ ...car, battery_capacity, range });
  expect(figures(45, 350)).toBe("45.0 kWh · 350 km");
  expect(figures(45, null)).toBe("45.0 kWh");
  expect(figures(null, 350)).toBe("350 km");
  expect(figures(null, null)).toBe("Battery and range not known");
});
