import type { Connector, Evse, Vehicle } from "@voltmarg/contract";
import { expect, test } from "vitest";
import type { Plug } from "../../locations/plugs.ts";
import { groupPlugs, groupPrice, groupState } from "./plug-groups.ts";

let next = 0;
const plug = (standard: string, kw: number, status: Evse["status"], price = 20): Plug => {
  next += 1;
  const connector = {
    id: "1",
    standard,
    power_type: standard === "IEC_62196_T2" ? "AC_3_PHASE" : "DC",
    max_electric_power: kw * 1000,
    tariff: {
      id: "t",
      country_code: "IN",
      party_id: "URJ",
      currency: "INR",
      last_updated: "2026-01-01T00:00:00Z",
      elements: [{ price_components: [{ type: "ENERGY", price, vat: 18, step_size: 1 }] }],
    },
  } as unknown as Connector;
  return {
    evse: { uid: `e${next}`, status, connectors: [connector] } as unknown as Evse,
    connector,
  };
};
const CCS = "IEC_62196_T2_COMBO";
const AC = "IEC_62196_T2";
const car = { vehicle_type: "FOUR_WHEELER", inlets: [CCS] } as unknown as Vehicle;
const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");
const titles = (plugs: Plug[], vehicle?: Vehicle, stale = false) =>
  groupPlugs(plugs, vehicle, stale).map(
    ({ title, plugs: same }) => `${same.length} × ${plain(title)}`,
  );

test("[R-10] equal plugs are one group; what fits and is free comes first, then the fastest", () => {
  const plugs = [
    plug("CHADEMO", 50, "AVAILABLE"),
    plug(AC, 22, "AVAILABLE"),
    plug(CCS, 120, "CHARGING"),
    plug(CCS, 60, "AVAILABLE"),
    plug(CCS, 60, "CHARGING"),
    plug(CCS, 120, "OUTOFORDER"),
  ];
  expect(titles(plugs, car)).toEqual([
    "2 × CCS2, 60 kW",
    "1 × Type 2, 22 kW",
    "2 × CCS2, 120 kW",
    "1 × CHAdeMO, 50 kW",
  ]);
  // Of an old status nobody knows what is free.
  expect(titles(plugs, car, true)[0]).toBe("2 × CCS2, 120 kW");
  expect(titles(plugs)[0]).toBe("2 × CCS2, 60 kW");
});

test("[R-10] a group says how many are free, and never calls one free whose status is not known", () => {
  const word = (statuses: Evse["status"][], stale = false) => {
    const { kind, word: said } = groupState(
      statuses.map((status) => plug(CCS, 60, status)),
      stale,
    );
    return `${kind}: ${said}`;
  };
  expect(word(["AVAILABLE", "CHARGING", "OUTOFORDER"])).toBe("available: 1 of 3 free");
  expect(word(["CHARGING", "BLOCKED"])).toBe("busy: All 2 in use");
  expect(word(["OUTOFORDER", "INOPERATIVE"])).toBe("fault: Out of order");
  expect(word(["CHARGING", "OUTOFORDER"])).toBe("busy: 0 of 2 free");
  expect(word(["UNKNOWN", "OUTOFORDER"])).toBe("unknown: Status not known");
  expect(word(["AVAILABLE", "CHARGING"], true)).toBe("unknown: Status not known");
});

test("[R-10] [E-4] a group's price is theirs, or the lowest where they differ", () => {
  const at = new Date("2026-11-20T10:30:00Z");
  const price = (...each: number[]) =>
    groupPrice(
      each.map((one) => plug(CCS, 60, "AVAILABLE", one)),
      undefined,
      "Asia/Kolkata",
      at,
    )?.short;
  expect(price(20, 20)).toBe("₹23.60/kWh");
  expect(price(25, 20)).toBe("from ₹23.60/kWh");
  expect(price(0, 0)).toBe("Free of charge");
  expect(price(25, 0)).toBe("from ₹0.00");
  expect(
    groupPrice(
      [{ ...plug(CCS, 60, "AVAILABLE"), connector: { tariff: null } as Connector }],
      undefined,
      "Asia/Kolkata",
      at,
    ),
  ).toBeNull();
});
