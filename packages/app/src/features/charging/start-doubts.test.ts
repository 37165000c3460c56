import { expect, test } from "vitest";
import { car, connector, location } from "../../../test/location.ts";
import { startDoubts } from "./start-doubts.ts";

const station = location({ coordinates: { latitude: 12.9716, longitude: 77.5946 } });
const kinds = (of: Partial<Parameters<typeof startDoubts>[0]>) =>
  startDoubts({ location: station, connector: connector(), vehicle: car, me: null, ...of }).map(
    ({ kind }) => kind,
  );

test("[S-1] a start from afar and one at a plug that does not fit are asked about", () => {
  const at = (km: number) => ({ lat: 12.9716 + km / 111.2, lon: 77.5946 });
  expect(kinds({ me: at(0.15) })).toEqual([]);
  expect(kinds({ me: at(0.25) })).toEqual(["far"]);
  const gbt = connector({ standard: "GBT_DC" });
  expect(kinds({ connector: gbt })).toEqual(["no-fit"]);
  expect(kinds({ connector: gbt, me: at(2.5) })).toEqual(["far", "no-fit"]);
  // Nothing is known that speaks against it.
  expect(kinds({ connector: gbt, vehicle: undefined })).toEqual([]);
});
