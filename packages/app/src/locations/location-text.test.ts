import { describe, expect, test } from "vitest";
import { at, car, connector, daily, evse, location, NOW } from "../../test/location.ts";
import { leadPrice } from "../prices/lead-price.ts";
import { limitedPower, noPrice, plugState, plugTitle } from "./plugs.ts";
import { hoursLine, kmFrom, stateOf, statusLine, toPin } from "./location-text.ts";

describe("a station's state in words", () => {
  test("free, in use", () => {
    expect(statusLine(location(), NOW).text).toBe("1 of 2 free");
    expect(statusLine(location({ state_on_map: "busy" }), NOW).text).toBe("All 2 in use");
    expect(statusLine(location({ hidden: true }), NOW).text).toBe("Not offered at present");
  });

  test("old news is not known, whatever it said; it says what it was, and when", () => {
    const old = location({ updated_at: new Date(NOW - 32 * 60_000).toISOString() });
    expect(stateOf(old, NOW)).toBe("unknown");
    expect(toPin(old, NOW).state).toBe("unknown");
    expect(statusLine(old, NOW)).toMatchObject({
      kind: "unknown",
      text: "Was 1 of 2 free, 32 min ago",
    });
  });

  test("without a connection nothing is free, but a closed station stays closed", () => {
    expect(stateOf(location(), NOW, false)).toBe("unknown");
    expect(stateOf(location({ state_on_map: "closed" }), NOW, false)).toBe("closed");
  });

  test("distance is from the driver when the driver is known", () => {
    expect(kmFrom(location(), null)).toBe(2);
    expect(kmFrom(location(), { lat: 18.53, lon: 73.83 })).toBe(0);
    expect(kmFrom(location({ distance: null }), null)).toBeNull();
  });
});

test("[L-3] opening hours in words: all day, until, from, not said", () => {
  expect(hoursLine(location(), at)).toEqual({ head: "24 hours", detail: "Open every day" });
  // 05:00 UTC is 10:30 in Pune.
  const open = location({ opening_times: daily("08:00", "20:00") });
  expect(hoursLine(open, at)).toEqual({ head: "08:00–20:00", detail: "Open until 20:00" });
  const closed = location({ opening_times: daily("12:00", "20:00"), isOpened: false });
  expect(hoursLine(closed, at)).toEqual({ head: "Closed now", detail: "Opens 12:00" });
  const silent = location({ opening_times: null, isOpened: null });
  expect(hoursLine(silent, at)).toEqual({ head: "–", detail: "Hours not known" });
});

describe("plugs", () => {
  test("a price includes GST; without a tariff it is not known", () => {
    expect(leadPrice(connector(), undefined, "Asia/Kolkata", at)?.short).toBe("₹14.16/kWh");
    expect(leadPrice(connector({ tariff: null }), undefined, "Asia/Kolkata", at)).toBeNull();
  });

  test("[L-5] the plug's power leads, what the car gets follows when it is less", () => {
    const type2 = connector({
      standard: "IEC_62196_T2",
      power_type: "AC_3_PHASE",
      max_electric_power: 22_000,
      powerInKwh: 7.2,
    });
    expect(plugTitle(type2)).toBe("Type 2, 22\u00a0kW");
    const onePhase = { ...car, onboard_charger_capacity: 7.2 };
    expect(limitedPower(type2, onePhase)).toBe("7.2\u00a0kW");
    // One phase of three, where the plug gives 11 kW on all of them.
    const eleven = { ...type2, max_electric_power: 11_000 };
    expect(limitedPower(eleven, onePhase)).toBe("3.7\u00a0kW");
    expect(limitedPower(connector(), undefined)).toBeNull();
    // [V-6] What charges showed is about.
    const seen = { ...car, max_dc_intake: null, seen_dc_kw: 24 };
    expect(limitedPower(connector(), seen)).toBe("about 24\u00a0kW");
    expect(plugTitle(connector({ max_electric_power: null, voltage: null, amperage: null }))).toBe(
      "CCS2",
    );
  });

  test("nothing is called free that nobody confirmed, but it may be tried", () => {
    const plug = { evse: evse("AVAILABLE"), connector: connector() };
    expect(plugState(plug, false)).toMatchObject({ kind: "available", usable: true });
    expect(plugState(plug, true)).toMatchObject({ kind: "unknown", usable: true });
    expect(plugState({ ...plug, evse: evse("CHARGING") }, true).usable).toBe(false);
  });

  test("[E-4] a plug whose price is in another currency says so and is not offered", () => {
    const foreign = connector({ tariff: null, foreign_currency: "EUR" });
    expect(noPrice(foreign)).toBe("Price in EUR");
    expect(noPrice(connector({ tariff: null }))).toBe("Price not known");
    const abroad = evse("AVAILABLE", [foreign]);
    expect(plugState({ evse: abroad, connector: foreign }, false)).toMatchObject({
      kind: "available",
      usable: false,
    });
  });
});
