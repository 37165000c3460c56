import type { Tariff } from "@voltmarg/contract";
import { physicalOf } from "@voltmarg/rules";
import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { describe, expect, test } from "vitest";
import { byLocation } from "./show-locations.ts";
import type { EvseRow, LocationRow } from "./stations.store.ts";
import {
  asKnown,
  factsOf,
  hoursOf,
  plugPowerKw,
  priceOfPlug,
  stateOf,
  statusOf,
  toWire,
  type View,
} from "./to-wire.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const TOLD = "2026-11-01T00:00:00Z";

const tariffOf = (currency: string, id = "tar_1"): Tariff => ({
  id,
  country_code: "IN",
  party_id: "AAA",
  currency,
  elements: [
    {
      price_components: [{ type: "ENERGY", price: 25, vat: 18, step_size: 1 }],
      restrictions: { start_time: "18:00", end_time: "23:00" },
    },
    { price_components: [{ type: "ENERGY", price: 18, vat: 18, step_size: 1 }] },
  ],
  last_updated: TOLD,
});

function rowOf(of: Partial<LocationRow> = {}, body: object = {}): LocationRow {
  const { row } = randomStation(randomFrom(1), "loc_1", 1);
  return { ...row, last_contact_at: NOW, ...of, body: { ...row.body, ...body } };
}
const evseOf = (uid: string, status: string, watts: readonly number[] = [60_000]): EvseRow => ({
  location_id: "loc_1",
  uid,
  position: 0,
  status,
  status_since: new Date("2026-11-20T05:00:00Z"),
  last_updated: NOW,
  version: 1,
  body: {
    uid,
    status: "AVAILABLE",
    last_updated: TOLD,
    connectors: watts.map((max_electric_power, nth) => ({
      id: String(nth),
      standard: "IEC_62196_T2_COMBO",
      format: "CABLE",
      power_type: "DC",
      max_voltage: 400,
      max_amperage: 150,
      max_electric_power,
      tariff_ids: ["T1"],
      last_updated: TOLD,
    })),
  },
});
const VIEW: View = {
  now: NOW,
  from: null,
  vehicle: null,
  favourites: new Set(),
  tariffOf: () => tariffOf("INR"),
  onlyNow: false,
  isRestricted: () => false,
};

test("a status that OCPI does not have is not known", () => {
  for (const status of ["AVAILABLE", "CHARGING", "REMOVED", "UNKNOWN"])
    expect(statusOf(status)).toBe(status);
  for (const status of ["", "available", "HAUNTED"]) expect(statusOf(status)).toBe("UNKNOWN");
});

describe("[L-4] what an operator says of its chargers", () => {
  const evses = [evseOf("A", "AVAILABLE"), evseOf("B", "CHARGING")];
  const statuses = (age: number | null) =>
    asKnown(
      rowOf({ last_contact_at: age === null ? null : new Date(NOW.getTime() - age) }),
      evses,
      NOW,
    ).map(({ uid, status }) => `${uid} ${status}`);

  test("is known for 15 minutes after its last word", () => {
    const known = ["A AVAILABLE", "B CHARGING"];
    const unknown = ["A UNKNOWN", "B UNKNOWN"];
    expect(statuses(0)).toEqual(known);
    expect(statuses(900_000)).toEqual(known);
    expect(statuses(900_001)).toEqual(unknown);
    expect(statuses(null)).toEqual(unknown);
  });

  test("makes the state, the counts and the power of its pin", () => {
    const state = (list: EvseRow[], restricted = false, of: Partial<LocationRow> = {}) => {
      const { plugs, power, state: shown } = stateOf(rowOf(of), list, NOW, restricted);
      return [shown, plugs.available, plugs.total, power];
    };
    expect(state(evses)).toEqual(["available", 1, 2, "fast"]);
    expect(state(evses, true)).toEqual(["restricted", 1, 2, "fast"]);
    expect(state(evses, false, { last_contact_at: null })).toEqual(["unknown", 0, 2, "fast"]);
    expect(state([evses[1]!])).toEqual(["busy", 0, 1, "fast"]);
    expect(state([])).toEqual(["unknown", 0, 0, null]);
    expect(state([evseOf("A", "AVAILABLE", [7_000, 120_000]), evses[1]!])[3]).toBe("ultra");
    expect(state([evseOf("A", "AVAILABLE", [14_900])])[3]).toBe("slow");
    expect(state([evseOf("A", "AVAILABLE", [15_000])])[3]).toBe("fast");
  });
});

describe("[L-3] opening hours", () => {
  const regular_hours = [{ weekday: 5, period_begin: "08:00", period_end: "20:00" }];
  const times = { twentyfourseven: false, regular_hours };

  test("are in the zone of the station, else of India", () => {
    const of = (time_zone: string) => hoursOf({ time_zone, opening_times: times }, NOW);
    const closesAt = new Date("2026-11-20T14:30:00.000Z");
    const open = { isOpened: true, openTime: "08:00", closeTime: "20:00", closesAt };
    expect(of("Asia/Kolkata")).toEqual({ zone: "Asia/Kolkata", times, state: open });
    expect(of("Nowhere")).toEqual({ zone: "Asia/Kolkata", times, state: open });
    expect(of("UTC")).toMatchObject({ zone: "UTC", state: { isOpened: false } });
  });

  test("that cannot be read are not known", () => {
    const wrong = [{ ...regular_hours[0]!, period_begin: "early" }];
    const opening_times = { ...times, regular_hours: wrong };
    const state = { isOpened: null, openTime: null, closeTime: null };
    const zone = "Asia/Kolkata";
    expect(hoursOf({ time_zone: zone, opening_times }, NOW)).toEqual({ zone, times: null, state });
    expect(hoursOf({ time_zone: zone, opening_times: undefined }, NOW).times).toBe(null);
  });
});

describe("[L-5] the price of a plug", () => {
  const [ours, theirs, other] = [tariffOf("INR"), tariffOf("NPR"), tariffOf("EUR")];
  const known: Record<string, Tariff> = { ours, theirs, other };
  test.each([
    [[], { tariff: null }],
    [["unknown"], { tariff: null }],
    [["ours"], { tariff: ours }],
    [["unknown", "ours"], { tariff: ours }],
    [["theirs"], { tariff: null, foreign_currency: "NPR" }],
    [["unknown", "theirs", "other"], { tariff: null, foreign_currency: "NPR" }],
    [["theirs", "ours"], { tariff: ours }],
  ])("with the tariffs %j is the first one in rupees", (ids, price) => {
    expect(priceOfPlug(ids, (id) => known[id] ?? null)).toEqual(price);
  });

  test("goes with the power that its operator states, or that follows from volts and amperes", () => {
    const plug = evseOf("A", "AVAILABLE", [60_000]).body.connectors[0]!;
    expect(physicalOf(plug)).toEqual({
      standard: plug.standard,
      power_type: "DC",
      max_electric_power: 60_000,
      voltage: 400,
      amperage: 150,
    });
    expect(plugPowerKw(plug)).toBe(60);
    expect(plugPowerKw({ ...plug, max_electric_power: undefined, max_amperage: 100 })).toBe(40);
    const bare = { ...plug, max_electric_power: undefined, max_amperage: undefined } as never;
    expect(physicalOf(bare)).toMatchObject({ max_electric_power: null, amperage: null });
    expect(plugPowerKw(bare)).toBe(null);
  });
});

describe("[L-5] a station as a driver sees it", () => {
  test("has what its operator says, and what it leaves out is empty or not known", () => {
    const missing = {
      address: undefined,
      city: undefined,
      state: undefined,
      postal_code: undefined,
    };
    expect(factsOf(rowOf({ operator_name: "Volt" }, missing), "UTC", null)).toMatchObject({
      address: "",
      city: "",
      state: null,
      postal_code: null,
      time_zone: "UTC",
      operator: { name: "Volt", phone: null },
      opening_times: null,
      charging_when_closed: true,
      photo_url: null,
    });
    const told = {
      address: "1 Ring Road",
      city: "Pune",
      state: "Goa",
      postal_code: "411001",
      charging_when_closed: false,
      operator: { name: "Tata" },
      images: [{ url: "https://a.example/1" }, { url: "https://a.example/2" }],
    };
    expect(factsOf(rowOf({ operator_phone: "1" }, told), "UTC", null)).toMatchObject({
      address: "1 Ring Road",
      city: "Pune",
      state: "Goa",
      postal_code: "411001",
      operator: { name: "Tata", phone: "1" },
      charging_when_closed: false,
      photo_url: "https://a.example/1",
    });
  });

  test("says since when a charger is in use, of others it does not", () => {
    const list = [evseOf("A", "AVAILABLE"), evseOf("B", "CHARGING"), evseOf("C", "HAUNTED")];
    const since = "2026-11-20T05:00:00.000Z";
    expect(
      toWire(rowOf(), list, VIEW).evses.map(({ uid, status, status_since, charging_info }) => [
        uid,
        status,
        status_since,
        charging_info,
      ]),
    ).toEqual([
      ["A", "AVAILABLE", since, null],
      ["B", "CHARGING", since, { since }],
      ["C", "UNKNOWN", since, null],
    ]);
  });

  test("has its distance to 10 m, whether it is a favourite and open to the driver", () => {
    const row = rowOf({ latitude: 18.5, longitude: 73.85 });
    const { distance, isWishListItem, restricted } = toWire(row, [], VIEW);
    expect([distance, isWishListItem, restricted]).toEqual([null, false, false]);
    const from = { latitude: 18.6, longitude: 73.85 };
    const favourites = new Set(["loc_1"]);
    const near = toWire(row, [], { ...VIEW, from, favourites, isRestricted: () => true });
    expect(near).toMatchObject({
      distance: 11.12,
      isWishListItem: true,
      restricted: true,
      state_on_map: "restricted",
    });
    expect(toWire(row, [], { ...VIEW, from: row }).distance).toBe(0);
  });

  test("is as new as the operator's last word, else as its own last update", () => {
    expect(toWire(rowOf(), [], VIEW).updated_at).toBe(NOW.toISOString());
    const silent = rowOf({ last_contact_at: null, last_updated: new Date(TOLD) });
    expect(toWire(silent, [], VIEW).updated_at).toBe("2026-11-01T00:00:00.000Z");
  });

  test("has the prices of its plugs, those of now alone if asked for, and their next change", () => {
    const list = [evseOf("A", "AVAILABLE")];
    const plugOf = (more: Partial<View> = {}) =>
      toWire(rowOf(), list, { ...VIEW, ...more }).evses[0]!.connectors[0]!;
    const turn = { at: "2026-11-20T12:30:00.000Z", unit: "KWH", difference_minor: 826 };
    expect(plugOf()).toMatchObject({ tariff_id: "tar_1", powerInKwh: 60, price_turn: turn });
    expect(plugOf().tariff!.elements).toHaveLength(2);
    expect(plugOf({ onlyNow: true }).tariff!.elements).toHaveLength(1);
    expect(plugOf({ tariffOf: () => null })).toMatchObject({ tariff_id: null, tariff: null });
    expect(plugOf({ tariffOf: () => null })).not.toHaveProperty("price_turn");
    const foreign = plugOf({ tariffOf: () => tariffOf("NPR") });
    expect(foreign).toMatchObject({ tariff_id: null, tariff: null, foreign_currency: "NPR" });
    expect(plugOf()).not.toHaveProperty("foreign_currency");
    const vehicle = { battery_capacity: 40, range: 300, max_dc_intake: 25 } as never;
    expect(plugOf({ vehicle }).powerInKwh).toBe(25);
  });
});

test("chargers are grouped by their station, in their order", () => {
  const of = (location_id: string, uid: string) => ({ ...evseOf(uid, "AVAILABLE"), location_id });
  const [a, b, c] = [of("loc_1", "A"), of("loc_2", "B"), of("loc_1", "C")];
  expect([...byLocation([a, b, c])]).toEqual([
    ["loc_1", [a, c]],
    ["loc_2", [b]],
  ]);
  expect(byLocation([]).size).toBe(0);
});
