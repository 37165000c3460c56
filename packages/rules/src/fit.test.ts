import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CONNECTOR_STANDARDS,
  fits,
  isPowerUnknown,
  plugsFor,
  type ConnectorStandard,
} from "./fit.ts";

/**
 * By inlet, the plugs that go into it: IEC 62196-2 and -3 (a combo inlet takes the AC plug of its type), CHAdeMO 2.0,
 * GB/T 20234, IS 17017-2-6 and -2-7, IEC 60309-2, IS 1293.
 */
const TABLE: Record<ConnectorStandard, ConnectorStandard[]> = {
  IEC_62196_T2_COMBO: ["IEC_62196_T2_COMBO", "IEC_62196_T2"],
  IEC_62196_T2: ["IEC_62196_T2"],
  CHADEMO: ["CHADEMO"],
  GBT_DC: ["GBT_DC"],
  GBT_AC: ["GBT_AC"],
  IEC_62196_T1_COMBO: ["IEC_62196_T1_COMBO", "IEC_62196_T1"],
  IEC_62196_T1: ["IEC_62196_T1"],
  LECCS: ["LECCS"],
  LEVDC: ["LEVDC"],
  IEC_60309_2_single_16: ["IEC_60309_2_single_16"],
  DOMESTIC_M: ["DOMESTIC_M"],
  DOMESTIC_D: ["DOMESTIC_D"],
};
const car = (inlets: ConnectorStandard[], adapters: ConnectorStandard[] = []) =>
  ({ vehicle_type: "FOUR_WHEELER", inlets, adapters }) as const;

test.each(CONNECTOR_STANDARDS)("[V-5] an inlet %s takes the plugs of the standards", (inlet) => {
  for (const standard of CONNECTOR_STANDARDS)
    expect([standard, fits({ standard }, car([inlet]))]).toEqual([
      standard,
      TABLE[inlet].includes(standard),
    ]);
});

test("[V-5] a car with CCS2 is not offered GB/T, AC-001, CHAdeMO or a standard nobody knows", () => {
  const nexon = car(["IEC_62196_T2_COMBO", "IEC_62196_T2"]);
  for (const standard of [
    "GBT_DC",
    "GBT_AC",
    "IEC_60309_2_single_16",
    "CHADEMO",
    "DOMESTIC_M",
    "X",
  ])
    expect([standard, fits({ standard }, nexon)]).toEqual([standard, false]);
});

test("[V-5] an adapter adds its plug and no other", () => {
  const own = plugsFor(car(["IEC_62196_T2_COMBO"]));
  expect(plugsFor(car(["IEC_62196_T2_COMBO"], ["DOMESTIC_M"]))).toEqual([...own, "DOMESTIC_M"]);
  // One for the DC of a CCS2 gun: it has no place for a Type 2 gun.
  expect(plugsFor(car(["CHADEMO"], ["IEC_62196_T2_COMBO"]))).toEqual([
    "IEC_62196_T2_COMBO",
    "CHADEMO",
  ]);
});

test("[V-5] a vehicle whose inlets are not stated has the usual ones of its type", () => {
  const stated = { vehicle_type: "FOUR_WHEELER", max_dc_intake: 50 } as const;
  expect(plugsFor(stated)).toEqual(["IEC_62196_T2_COMBO", "IEC_62196_T2"]);
  expect(plugsFor({ ...stated, max_dc_intake: null })).toEqual(["IEC_62196_T2"]);
  expect(plugsFor({ vehicle_type: "THREE_WHEELER" })).toEqual(["DOMESTIC_M", "DOMESTIC_D"]);
  // A vehicle whose batteries are swapped has none, and that is stated.
  expect(plugsFor({ vehicle_type: "TWO_WHEELER", inlets: [] })).toEqual([]);
  expect(fits({ standard: "LECCS" }, null)).toBe(true);
});

test("[V-6] a power is unknown where an inlet takes the current: LECCS both, a socket AC, LEVDC DC", () => {
  const scooter = (inlet: ConnectorStandard, stated: object = {}) =>
    (["AC", "DC"] as const).map((current) =>
      isPowerUnknown(current, { vehicle_type: "TWO_WHEELER", inlets: [inlet], ...stated }),
    );
  expect(scooter("LECCS")).toEqual([true, true]);
  expect(scooter("LECCS", { onboard_charger_capacity: 0.7 })).toEqual([false, true]);
  expect(scooter("DOMESTIC_M")).toEqual([true, false]);
  expect(scooter("LEVDC", { max_dc_intake: null })).toEqual([false, true]);
});

test("[V-5] the plugs asked for are those that fit, in any combination of inlets and adapters", () => {
  const some = fc.subarray([...CONNECTOR_STANDARDS]);
  fc.assert(
    fc.property(some, some, (inlets, adapters) => {
      const vehicle = car(inlets, adapters);
      const asked = plugsFor(vehicle);
      expect(CONNECTOR_STANDARDS.filter((standard) => fits({ standard }, vehicle))).toEqual(asked);
      expect(new Set(asked).size).toBe(asked.length);
    }),
  );
});
