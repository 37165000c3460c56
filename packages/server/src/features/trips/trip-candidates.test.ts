import type { Connector, Evse, Location, Vehicle } from "@voltmarg/contract";
import { NEXON } from "@voltmarg/testkit/fixtures/vehicle";
import { expect, test } from "vitest";
import { candidatesOf, WAIT_MINUTES } from "./trip-candidates.ts";

const CAR: Vehicle = { ...NEXON, id: "veh", is_primary: true, registration: null };
const tariff = { id: "tar" } as Connector["tariff"];

const plug = (more: Partial<Connector> = {}): Connector => ({
  id: "1",
  standard: "IEC_62196_T2_COMBO",
  format: "CABLE",
  tariff_id: "tar",
  power_type: "DC",
  max_electric_power: 60_000,
  voltage: null,
  amperage: null,
  status: "AVAILABLE",
  powerInKwh: 60,
  powerTypeName: "DC",
  tariff,
  estimation: null,
  ...more,
});
const evse = (uid: string, status: Evse["status"], connector: Partial<Connector> = {}): Evse => ({
  uid,
  evse_id: null,
  physical_reference: null,
  status,
  status_since: null,
  charging_info: null,
  connectors: [plug(connector)],
});
const station = (evses: Evse[], more: Partial<Location> = {}) =>
  ({
    id: "loc",
    evses,
    restricted: false,
    time_zone: "Asia/Kolkata",
    opening_times: null,
    ...more,
  }) as Location;
const plugsOf = (evses: Evse[], doubted: readonly string[] = []) =>
  candidatesOf([{ id: "loc", alongKm: 12, offKm: 2 }], [station(evses)], CAR, (_, uid) =>
    doubted.includes(uid),
  ).stations.flatMap(({ plugs }) => plugs);

test("[T-3] of a station only plugs that fit and are not out of order count", () => {
  const uids = plugsOf([
    evse("broken", "OUTOFORDER"),
    evse("planned", "PLANNED"),
    evse("chademo", "AVAILABLE", { standard: "CHADEMO" }),
    evse("foreign", "AVAILABLE", { foreign_currency: "NPR", tariff: null }),
    evse("unknown-power", "AVAILABLE", { max_electric_power: null }),
    evse("taken", "CHARGING"),
  ]).map(({ evseUid }) => evseUid);
  expect(uids).toEqual(["taken"]);
});

test("[T-3] a plug is doubtful by its starts or its unknown status, unless another of its kind is not", () => {
  expect(plugsOf([evse("1", "UNKNOWN")])).toMatchObject([{ evseUid: "1", doubtful: true }]);
  expect(plugsOf([evse("1", "AVAILABLE")], ["1"])).toMatchObject([{ doubtful: true }]);
  expect(plugsOf([evse("1", "AVAILABLE"), evse("2", "CHARGING")], ["1"])).toMatchObject([
    { evseUid: "2", doubtful: false },
  ]);
});

test("[T-2] plugs of a kind are one, the free one first; a wait is reckoned where there is no other", () => {
  expect(plugsOf([evse("1", "CHARGING"), evse("2", "AVAILABLE")])).toMatchObject([
    { evseUid: "2", waitMinutes: 0 },
  ]);
  expect(plugsOf([evse("1", "AVAILABLE")])).toMatchObject([{ waitMinutes: WAIT_MINUTES }]);
  const kinds = plugsOf([
    evse("slow", "AVAILABLE", { max_electric_power: 30_000 }),
    evse("fast", "AVAILABLE"),
  ]);
  expect(kinds.map(({ powerKw }) => powerKw)).toEqual([60, 30]);
});

test("[T-2] a station for chosen drivers only, or without such a plug, is none", () => {
  const of = (one: Location) =>
    candidatesOf([{ id: "loc", alongKm: 1, offKm: 1 }], [one], CAR, () => false).stations;
  expect(of(station([evse("1", "AVAILABLE")], { restricted: true }))).toEqual([]);
  expect(of(station([evse("1", "OUTOFORDER")]))).toEqual([]);
  expect(of(station([evse("1", "AVAILABLE")]))).toMatchObject([{ km: 1, detourKm: 2.6 }]);
});
