import type { Location } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { warningFor } from "./scan-warning.ts";

const station = { id: "l", coordinates: { latitude: 12.97, longitude: 77.59 } } as Location;
/** North of it by so many km. */
const away = (km: number) => ({ lat: 12.97 + km / 111.195, lon: 77.59 });

test("[L-7] a charger of another station than the one opened is pointed out, however near", () => {
  expect(warningFor(station, "other", away(0))).toEqual({ kind: "other" });
  expect(warningFor(station, "l", away(0))).toBeNull();
});

test("[L-7] a charger more than 500 m away is pointed out, when it is known where the driver is", () => {
  expect(warningFor(station, null, away(0.49))).toBeNull();
  expect(warningFor(station, "l", away(0.52))).toMatchObject({ kind: "far" });
  expect(warningFor(station, null, null)).toBeNull();
});
