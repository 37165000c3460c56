import type { Connector, Evse } from "@voltmarg/contract";
import { expect, test } from "vitest";
import type { Plug } from "../../locations/plugs.ts";
import { leadPrice } from "../../prices/lead-price.ts";
import { groupPlugs, groupState } from "./plug-groups.ts";

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
const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");
const priceOf = (connector: Connector) =>
  leadPrice(connector, undefined, "Asia/Kolkata", new Date("2026-11-20T10:30:00Z"));
const titles = (plugs: Plug[], bestFirst = plugs) =>
  groupPlugs(plugs, bestFirst, priceOf).map(
    ({ title, plugs: same }) => `${same.length} × ${plain(title)}`,
  );

test("[R-10] equal plugs are one group, which stands where the best of them does", () => {
  const plugs = [
    plug("CHADEMO", 50, "AVAILABLE"),
    plug(AC, 22, "AVAILABLE"),
    plug(CCS, 120, "CHARGING"),
    plug(CCS, 60, "AVAILABLE"),
    plug(CCS, 60, "CHARGING"),
    plug(CCS, 120, "OUTOFORDER"),
  ];
  const bestFirst = [plugs[3]!, plugs[1]!, plugs[2]!, plugs[4]!, plugs[5]!, plugs[0]!];
  expect(titles(plugs, bestFirst)).toEqual([
    "2 × CCS2, 60 kW",
    "1 × Type 2, 22 kW",
    "2 × CCS2, 120 kW",
    "1 × CHAdeMO, 50 kW",
  ]);
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

test("[R-10] [E-4] plugs of another price are another group; one free of charge says so", () => {
  const plugs = [25, 20, 0, 20].map((price) => plug(CCS, 60, "AVAILABLE", price));
  const groups = groupPlugs(plugs, plugs, priceOf);
  expect(groups.map(({ plugs: same, price }) => [same.length, price?.short])).toEqual([
    [1, "₹29.50/kWh"],
    [2, "₹23.60/kWh"],
    [1, "Free of charge"],
  ]);
  expect(new Set(groups.map(({ key }) => key)).size).toBe(3);
});
