import type { Connector, Evse } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { car, connector, evse, location } from "../../test/location.ts";
import {
  chargerName,
  limitedPower,
  type Plug,
  plugKey,
  plugPower,
  plugsOf,
  plugState,
  plugTitle,
  ratedKw,
} from "./plugs.ts";

const plug = (
  uid: string,
  status: Evse["status"] = "AVAILABLE",
  change: Partial<Connector> = {},
): Plug => {
  const one = connector(change);
  return { evse: { ...evse(status, [one]), uid }, connector: one };
};
const watts = (max_electric_power: number) => ({ max_electric_power });

test("plugs that are not built yet or were removed are not listed, all others are", () => {
  const statuses: Evse["status"][] = [
    "AVAILABLE",
    "PLANNED",
    "BLOCKED",
    "CHARGING",
    "INOPERATIVE",
    "OUTOFORDER",
    "REMOVED",
    "RESERVED",
    "UNKNOWN",
  ];
  const station = location({ evses: statuses.map((status) => evse(status)) });
  expect(plugsOf(station).map((one) => one.evse.status)).toEqual([
    "AVAILABLE",
    "BLOCKED",
    "CHARGING",
    "INOPERATIVE",
    "OUTOFORDER",
    "RESERVED",
    "UNKNOWN",
  ]);
});

test("each plug of a charger is listed by itself", () => {
  const both = evse("AVAILABLE", [connector({ id: "1" }), connector({ id: "2" })]);
  expect(plugsOf(location({ evses: [both] })).map(plugKey)).toEqual([
    "E-AVAILABLE 1",
    "E-AVAILABLE 2",
  ]);
});

test("each status has its sign and its word, and only a free or unknown plug can be used", () => {
  const said = (status: Evse["status"]) => plugState(plug("a", status), false);
  expect(said("AVAILABLE")).toEqual({ kind: "available", usable: true, word: "Free" });
  expect(said("CHARGING")).toEqual({ kind: "busy", usable: false, word: "In use" });
  expect(said("BLOCKED")).toEqual({ kind: "busy", usable: false, word: "Blocked" });
  expect(said("RESERVED")).toEqual({ kind: "reserved", usable: false, word: "Booked" });
  expect(said("INOPERATIVE")).toEqual({ kind: "fault", usable: false, word: "Out of order" });
  expect(said("OUTOFORDER")).toEqual({ kind: "fault", usable: false, word: "Out of order" });
  expect(said("PLANNED")).toEqual({ kind: "unknown", usable: false, word: "Not built yet" });
  expect(said("REMOVED")).toEqual({ kind: "fault", usable: false, word: "Removed" });
  expect(said("UNKNOWN")).toEqual({ kind: "unknown", usable: true, word: "Status not known" });
});

test("an old status is not known, but a plug that was out of order is not offered", () => {
  expect(plugState(plug("a", "OUTOFORDER"), true)).toEqual({
    kind: "unknown",
    usable: false,
    word: "Status not known",
  });
  expect(plugState(plug("a", "UNKNOWN", { foreign_currency: "EUR" }), false).usable).toBe(false);
});

test("a rating has no needless digit, and its unit stays on its line", () => {
  expect(ratedKw(60)).toBe("60\u00a0kW");
  expect(ratedKw(7.4)).toBe("7.4\u00a0kW");
  expect(plugTitle(connector(watts(7400)))).toBe("CCS2, 7.4\u00a0kW");
  expect(plugPower(connector(watts(60_000)))).toBe(60);
});

test("what the car takes is said only when it is less than the plug gives", () => {
  const taking = (max_dc_intake: number) => limitedPower(connector(), { ...car, max_dc_intake });
  expect(taking(60)).toBeNull();
  expect(taking(61)).toBeNull();
  expect(taking(59.9)).toBe("59.9\u00a0kW");
  expect(taking(50)).toBe("50\u00a0kW");
  const silent = connector({ max_electric_power: null, voltage: null, amperage: null });
  expect(limitedPower(silent, car)).toBeNull();
});

test("a charger with a number of up to three digits is named by it, any other by its label", () => {
  const named = (change: Partial<Evse>) => chargerName({ ...evse("AVAILABLE"), ...change });
  expect(named({ physical_reference: "2" })).toBe("Charger 2");
  expect(named({ physical_reference: "123" })).toBe("Charger 123");
  expect(named({ physical_reference: "1234" })).toBe("1234");
  expect(named({ physical_reference: "2A" })).toBe("2A");
  expect(named({ physical_reference: "A2" })).toBe("A2");
  expect(named({ physical_reference: null, evse_id: "IN*NV*E7" })).toBe("IN*NV*E7");
  expect(named({ physical_reference: null, evse_id: null, uid: "E9" })).toBe("E9");
  expect(named({ physical_reference: "B", evse_id: "IN*NV*E7" })).toBe("B");
});
