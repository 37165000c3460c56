import type { Connector, Evse, Location, Vehicle } from "@voltmarg/contract";
import { describe, expect, test } from "vitest";
import { leadPrice } from "../prices/lead-price.ts";
import { exceptionRows, weekRows } from "../features/station/hours-words.ts";
import { fits, leadPlug, limitedPower, noPrice, plugState, plugTitle } from "./plugs.ts";
import { hoursLine, kmFrom, stateOf, statusLine, toPin } from "./location-words.ts";

const NOW = Date.parse("2026-11-20T05:00:00Z");
const at = new Date(NOW);

const connector = (change: Partial<Connector> = {}): Connector => ({
  id: "1",
  standard: "IEC_62196_T2_COMBO",
  format: "CABLE",
  tariff_id: "t",
  power_type: "DC",
  max_electric_power: 60_000,
  voltage: 500,
  amperage: 120,
  status: "AVAILABLE",
  powerInKwh: 60,
  powerTypeName: "DC",
  tariff: {
    id: "t",
    country_code: "IN",
    party_id: "URJ",
    currency: "INR",
    elements: [{ price_components: [{ type: "ENERGY", price: 12, vat: 18, step_size: 1 }] }],
    last_updated: "2026-01-01T00:00:00Z",
  },
  estimation: null,
  ...change,
});
const evse = (status: Evse["status"], connectors = [connector()]): Evse => ({
  uid: `E-${status}`,
  evse_id: null,
  physical_reference: "1",
  status,
  status_since: null,
  charging_info: null,
  connectors,
});
const location = (change: Partial<Location> = {}): Location => ({
  id: "l",
  name: "Lake Garden Kiosk",
  address: "Lake Garden",
  city: "Pune",
  state: null,
  postal_code: null,
  coordinates: { latitude: 18.53, longitude: 73.83 },
  distance: 2,
  time_zone: "Asia/Kolkata",
  operator: { id: "o", name: "Nagar Vidyut", party_id: "NV", phone: null },
  evses: [evse("AVAILABLE"), evse("CHARGING")],
  totalConnectors: 2,
  availableConnectors: 1,
  opening_times: { twentyfourseven: true },
  charging_when_closed: true,
  isOpened: true,
  openTime: null,
  closeTime: null,
  isWishListItem: false,
  state_on_map: "available",
  power_class: "fast",
  restricted: false,
  updated_at: new Date(NOW - 60_000).toISOString(),
  photo_url: null,
  ...change,
});
const car: Vehicle = {
  id: "v",
  is_primary: true,
  make: "Tata",
  model: "Nexon EV 45",
  vehicle_type: "FOUR_WHEELER",
  battery_capacity: 45,
  range: 350,
  max_dc_intake: 60,
  onboard_charger_capacity: 7.2,
  registration: null,
};

describe("a station's state in words", () => {
  test("free, in use", () => {
    expect(statusLine(location(), NOW).text).toBe("1 of 2 free");
    expect(statusLine(location({ state_on_map: "busy" }), NOW).text).toBe("All 2 in use");
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

describe("[L-3] opening hours in words", () => {
  const daily = (period_begin: string, period_end: string) => ({
    twentyfourseven: false,
    regular_hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, period_begin, period_end })),
  });

  test("all day, until, from, not said", () => {
    expect(hoursLine(location(), at)).toEqual({ head: "24 hours", detail: "Open every day" });
    // 05:00 UTC is 10:30 in Pune.
    const open = location({ opening_times: daily("08:00", "20:00") });
    expect(hoursLine(open, at)).toEqual({ head: "08:00–20:00", detail: "Open until 20:00" });
    const closed = location({ opening_times: daily("12:00", "20:00"), isOpened: false });
    expect(hoursLine(closed, at)).toEqual({ head: "Closed now", detail: "Opens 12:00" });
    const silent = location({ opening_times: null, isOpened: null });
    expect(hoursLine(silent, at)).toEqual({ head: "–", detail: "Hours not known" });
  });

  test("a week of equal days is one row; unreadable hours are none", () => {
    expect(weekRows(location(), at)).toEqual([
      { day: "Every day", hours: "24 hours", today: false },
    ]);
    expect(weekRows(location({ opening_times: daily("late", "later") }), at)).toBeNull();
  });

  test("[L-3] today is the station's today, not the phone's", () => {
    const hours = [{ weekday: 6, period_begin: "10:00", period_end: "18:00" }];
    const weekend = location({
      opening_times: { twentyfourseven: false, regular_hours: hours },
    });
    const todayAt = (instant: string) =>
      weekRows(weekend, new Date(instant))!
        .filter(({ today }) => today)
        .map(({ day, hours: words }) => `${day} ${words}`);
    expect(todayAt("2026-11-20T18:00:00Z")).toEqual(["Friday Closed"]);
    expect(todayAt("2026-11-20T18:31:00Z")).toEqual(["Saturday 10:00–18:00"]);
  });

  test("[L-3] days that differ are told from today on, in the station's time", () => {
    const period = (period_begin: string, period_end: string) => ({ period_begin, period_end });
    const times = {
      twentyfourseven: true,
      exceptional_closings: [
        period("2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z"),
        period("2026-12-24T18:30:00Z", "2026-12-25T18:30:00Z"),
        period("2027-12-24T18:30:00Z", "2027-12-25T18:30:00Z"),
      ],
      exceptional_openings: [period("2026-11-21T04:30:00Z", "2026-11-21T06:30:00Z")],
    };
    expect(exceptionRows(location({ opening_times: times }), at)).toEqual([
      "Open Sat 21 Nov, 10:00 – 12:00",
      "Closed Fri 25 Dec, 00:00 – Sat 26 Dec, 00:00",
    ]);
    expect(exceptionRows(location({ opening_times: null }), at)).toEqual([]);
  });
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
    expect(plugTitle(connector({ max_electric_power: null, voltage: null, amperage: null }))).toBe(
      "CCS2",
    );
  });

  test("a car without DC intake fits no DC plug", () => {
    expect(fits(connector(), car)).toBe(true);
    expect(fits(connector(), { ...car, max_dc_intake: null })).toBe(false);
    expect(fits(connector(), { ...car, vehicle_type: "TWO_WHEELER" })).toBe(false);
    expect(fits(connector(), undefined)).toBe(true);
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
    const weak = evse("AVAILABLE", [connector({ max_electric_power: 30_000 })]);
    expect(leadPlug(location({ evses: [abroad, weak] }), car)?.evse).toBe(weak);
    expect(leadPlug(location({ evses: [abroad] }), car)?.connector).toBe(foreign);
  });

  test("the row speaks of a plug that fits and is free before a stronger one that is not", () => {
    const weak = evse("AVAILABLE", [connector({ max_electric_power: 30_000 })]);
    const strong = evse("CHARGING", [connector({ max_electric_power: 180_000 })]);
    expect(leadPlug(location({ evses: [strong, weak] }), car)?.evse).toBe(weak);
    expect(leadPlug(location({ evses: [] }), car)).toBeNull();
  });
});
