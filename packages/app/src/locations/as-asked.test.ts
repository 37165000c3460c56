import type { Connector, Evse, Location, Vehicle } from "@voltmarg/contract";
import { ANY_STATION } from "@voltmarg/rules";
import { expect, test } from "vitest";
import { car, connector, evse, location, NOW } from "../../test/location.ts";
import { asAsked, usualWish, wishOf } from "./as-asked.ts";
import { asked, type Filter, NO_FILTER } from "./filter.ts";
import { type Plug, plugKey } from "./plugs.ts";

const plugAs = (
  uid: string,
  status: Evse["status"] = "AVAILABLE",
  change: Partial<Connector> = {},
): Plug => {
  const one = connector(change);
  return { evse: { ...evse(status, [one]), uid }, connector: one };
};
const updated_at = new Date(NOW - 60_000).toISOString();
const told = (evses: readonly Evse[]) => location({ evses: [...evses], updated_at });
const order = (plugs: readonly Plug[], vehicle?: Vehicle, wish = usualWish(vehicle)) =>
  asAsked(told(plugs.map((one) => one.evse)), wish, vehicle, NOW).plugs.map((one) => one.evse.uid);
const watts = (max_electric_power: number) => ({ max_electric_power });

test("a plug that fits comes before a free, strong one that does not", () => {
  const other = plugAs("chademo", "AVAILABLE", { standard: "CHADEMO", ...watts(100_000) });
  expect(order([other, plugAs("ccs", "OUTOFORDER")], car)).toEqual(["ccs", "chademo"]);
});

test("a plug that can be paid here comes before a free one that cannot", () => {
  const abroad = plugAs("abroad", "AVAILABLE", { foreign_currency: "EUR" });
  expect(order([abroad, plugAs("here", "OUTOFORDER")], car)).toEqual(["here", "abroad"]);
});

test("free comes before unknown, that before taken or booked, and out of order last", () => {
  const all = [
    plugAs("fault", "OUTOFORDER", watts(300_000)),
    plugAs("reserved", "RESERVED", watts(50_000)),
    plugAs("busy", "CHARGING", watts(60_000)),
    plugAs("unknown", "UNKNOWN", watts(40_000)),
    plugAs("free", "AVAILABLE", watts(30_000)),
  ];
  expect(order(all)).toEqual(["free", "unknown", "busy", "reserved", "fault"]);
});

test("of plugs alike the one that charges this car fastest comes first, then the stronger", () => {
  const weak = plugAs("30", "AVAILABLE", watts(30_000));
  const strong = plugAs("120", "AVAILABLE", watts(120_000));
  const same = plugAs("60", "AVAILABLE", watts(60_000));
  // The car takes 60 kW of both.
  expect(order([weak, same, strong], car)).toEqual(["120", "60", "30"]);
  const slowDc = { ...car, max_dc_intake: 5 };
  const ac = plugAs("ac", "AVAILABLE", {
    standard: "IEC_62196_T2",
    power_type: "AC_3_PHASE",
    ...watts(22_000),
  });
  expect(order([strong, ac], { ...slowDc, onboard_charger_capacity: 22 })).toEqual(["ac", "120"]);
});

test("a plug of no known power comes after the weakest known one", () => {
  const silent = plugAs("silent", "AVAILABLE", {
    max_electric_power: null,
    voltage: null,
    amperage: null,
  });
  expect(order([silent, plugAs("weak", "AVAILABLE", watts(500))], car)).toEqual(["weak", "silent"]);
});

test("plugs alike keep their order", () => {
  expect(order([plugAs("fault", "OUTOFORDER"), plugAs("b"), plugAs("a")], car)).toEqual([
    "b",
    "a",
    "fault",
  ]);
});

test("a row shows no plug that was removed", () => {
  const lead = (...evses: Evse[]) => asAsked(told(evses), usualWish(car), car, NOW).plug;
  expect(lead(evse("REMOVED"))).toBeNull();
  expect(lead(evse("PLANNED"), evse("OUTOFORDER"))?.evse.status).toBe("OUTOFORDER");
});

const gbt = connector({ standard: "GBT_DC" });
const mixed = location({
  evses: [evse("CHARGING"), evse("AVAILABLE", [gbt]), evse("AVAILABLE", [gbt])],
  totalConnectors: 3,
  availableConnectors: 2,
  state_on_map: "available",
  updated_at,
});
const seen = (of: Location, vehicle: Vehicle | undefined) => {
  const { availableConnectors, totalConnectors, state_on_map } = asAsked(
    of,
    usualWish(vehicle),
    vehicle,
    NOW,
  ).location;
  return [availableConnectors, totalConnectors, state_on_map];
};

test("[V-5] a free plug that does not fit does not make a station free", () => {
  expect(seen(mixed, car)).toEqual([0, 1, "busy"]);
  expect(seen(mixed, undefined)).toEqual([2, 3, "available"]);
  expect(seen(mixed, { ...car, adapters: ["GBT_DC"] })).toEqual([2, 3, "available"]);
  // Where nothing fits the station is shown as it is.
  expect(seen(mixed, { ...car, inlets: ["LECCS"] })).toEqual([2, 3, "available"]);
});

test("[V-5] closed, restricted and unknown stay what they are", () => {
  expect(seen({ ...mixed, state_on_map: "closed" }, car)[2]).toBe("closed");
  expect(seen({ ...mixed, evses: [], state_on_map: "unknown" }, car)[2]).toBe("unknown");
});

test("[L-10] with all plugs asked for taken, the row speaks of them and not of the free one", () => {
  const ac = connector({
    standard: "IEC_62196_T2",
    power_type: "AC_3_PHASE",
    max_electric_power: 22_000,
  });
  const strong = connector({ max_electric_power: 120_000 });
  const taken = ["CHARGING", "CHARGING", "BLOCKED", "CHARGING"] as const;
  const station = told([...taken.map((status) => evse(status, [strong])), evse("AVAILABLE", [ac])]);
  const filter: Filter = { ...NO_FILTER, standards: ["IEC_62196_T2_COMBO"], powers: ["ultra"] };
  const wish = wishOf(asked(filter, car));
  const { location: shown, plug: meant } = asAsked(station, wish, car, NOW);
  expect(meant?.connector.standard).toBe("IEC_62196_T2_COMBO");
  expect([shown.availableConnectors, shown.totalConnectors]).toEqual([0, 4]);
  expect([shown.state_on_map, shown.power_class]).toEqual(["busy", "ultra"]);
});

test("[L-10] with the cheapest first a row shows the cheapest free plug, else the fastest", () => {
  const tariff = (price: number) => ({
    ...connector().tariff!,
    elements: [{ price_components: [{ type: "ENERGY" as const, price, vat: 18, step_size: 1 }] }],
  });
  const plugs = [
    plugAs("fast", "AVAILABLE", { ...watts(120_000), tariff: tariff(20) }),
    plugAs("cheap", "AVAILABLE", { ...watts(30_000), tariff: tariff(12) }),
    plugAs("taken", "CHARGING", { ...watts(30_000), tariff: tariff(1) }),
  ];
  expect(order(plugs, car)[0]).toBe("fast");
  expect(order(plugs, car, wishOf({}, true))).toEqual(["cheap", "fast", "taken"]);
  // Above the ceiling no plug is meant.
  expect(order(plugs, car, wishOf({ price_max: 1500 }))[0]).toBe("cheap");
});

test("nothing is known of plugs whose status is old: the strongest is shown", () => {
  const evses = [
    evse("AVAILABLE", [connector(watts(30_000))]),
    evse("CHARGING", [connector(watts(60_000))]),
  ];
  const old = location({ evses, updated_at: new Date(NOW - 3_600_000).toISOString() });
  const { plugs, location: shown } = asAsked(old, ANY_STATION, car, NOW);
  expect(plugs.map(({ evse: { status } }) => status)).toEqual(["CHARGING", "AVAILABLE"]);
  // What it was, is said with its age.
  expect([shown.availableConnectors, shown.totalConnectors]).toEqual([1, 2]);
  expect(new Set(plugs.map(plugKey)).size).toBe(2);
});
