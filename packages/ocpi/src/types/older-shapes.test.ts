import { describe, expect, test } from "vitest";
import {
  always,
  asItsEnd,
  asItsWhole,
  cdrForms,
  closedAtTimes,
  connectorForms,
  locationForms,
  sessionForms,
  tokenForms,
  zoneByCountry,
} from "./older-shapes.ts";

const formsOf = (raw: object) => connectorForms({ ...raw }, { peer: "CPO", owner: {}, rules: {} });
const dated = "2026-03-02T06:00:00Z";

describe("a connector of an older version", () => {
  test("has its voltage, amperage and tariff under the new names", () => {
    expect(formsOf({ voltage: 220, amperage: 16, tariff_id: "11" })).toEqual([
      { from: "voltage", to: "max_voltage", value: 220 },
      { from: "amperage", to: "max_amperage", value: 16 },
      { from: "tariff_id", to: "tariff_ids", value: "11" },
    ]);
  });

  test.each([undefined, null, ""])("has no voltage when it is %j", (voltage) => {
    expect(formsOf({ voltage })).toEqual([]);
  });

  test.each([undefined, null, ""])("is read when the new name is %j", (max_voltage) => {
    expect(formsOf({ voltage: 0, max_voltage })).toEqual([
      { from: "voltage", to: "max_voltage", value: 0 },
    ]);
  });

  test("is not read when the new name has a value, even zero", () => {
    expect(formsOf({ voltage: 220, max_voltage: 0 })).toEqual([]);
  });
});

describe("a plug by a name of the caller's rules", () => {
  const rules = { connectorNames: { CCS2: "IEC_62196_T2_COMBO", LEVDC: "LEVDC" } };
  const formsBy = (standard: unknown) =>
    connectorForms({ standard }, { peer: "CPO", owner: {}, rules });

  test.each(["CCS2", "ccs-2", " CCS 2 "])("%j has the standard's name", (standard) => {
    const value = "IEC_62196_T2_COMBO";
    const message = "no name of the standard";
    expect(formsBy(standard)).toEqual([{ from: "standard", to: "standard", value, message }]);
  });

  test.each(["IEC_62196_T2", "LEVDC", "CCS", "", 2, undefined])("%j stays as sent", (standard) => {
    expect(formsBy(standard)).toEqual([]);
  });

  test("stays as sent without rules", () => expect(formsOf({ standard: "CCS2" })).toEqual([]));
});

describe("the type of a location of an older version", () => {
  test("is its parking type, except for the two that say nothing", () => {
    expect(locationForms({ type: "ON_STREET" })).toEqual([
      { from: "type", to: "parking_type", value: "ON_STREET" },
    ]);
    expect(locationForms({ type: "OTHER" })).toEqual([]);
    expect(locationForms({ type: "UNKNOWN" })).toEqual([]);
    expect(locationForms({})).toEqual([]);
    expect(locationForms({ type: "ON_STREET", parking_type: "PARKING_LOT" })).toEqual([]);
  });
});

const connector = {
  id: "1",
  standard: "IEC_62196_T2",
  format: "CABLE",
  power_type: "AC_3_PHASE",
};
const evse = { uid: "E-1", evse_id: "IN*CPX*E1", connectors: [connector] };
const location = { id: "L-1", city: "Pune", evses: [evse] };
const notOne = [
  ["no EVSE", { ...location, evses: [] }],
  ["two EVSEs", { ...location, evses: [evse, evse] }],
  ["no list of EVSEs", { ...location, evses: evse }],
  ["no plug", { ...location, evses: [{ ...evse, connectors: [] }] }],
  ["two plugs", { ...location, evses: [{ ...evse, connectors: [connector, connector] }] }],
  ["nothing", undefined],
] as const;

describe("a session of an older version", () => {
  test("has its times under the new names", () => {
    expect(sessionForms({ start_datetime: "a", end_datetime: "b" })).toEqual([
      { from: "start_datetime", to: "start_date_time", value: "a" },
      { from: "end_datetime", to: "end_date_time", value: "b" },
    ]);
  });

  test("was at the EVSE and plug of its location", () => {
    expect(sessionForms({ location })).toEqual([
      { from: "location", to: "location_id", value: "L-1" },
      { from: "location", to: "evse_uid", value: "E-1" },
      { from: "location", to: "connector_id", value: "1" },
    ]);
  });

  test("keeps the ids that it has itself", () => {
    expect(sessionForms({ location, location_id: "L-2", connector_id: "2" })).toEqual([
      { from: "location", to: "evse_uid", value: "E-1" },
    ]);
  });

  test.each(notOne)("was nowhere when its location has %s", (_, place) => {
    expect(sessionForms({ location: place })).toEqual([]);
  });

  test("has its driver in auth_id, unless it has a token", () => {
    const value = { uid: "driver-7" };
    expect(sessionForms({ auth_id: "driver-7" })).toEqual([
      { from: "auth_id", to: "cdr_token", value },
    ]);
    expect(sessionForms({ auth_id: "driver-7", cdr_token: null })).toHaveLength(1);
    expect(sessionForms({ auth_id: "driver-7", cdr_token: { uid: "driver-8" } })).toEqual([]);
    expect(sessionForms({ auth_id: 7 })).toEqual([]);
  });

  test("has a total without VAT when it is a number, even zero", () => {
    expect(sessionForms({ total_cost: 0 })).toEqual([
      { from: "total_cost", to: "total_cost", value: { excl_vat: 0 } },
    ]);
    expect(sessionForms({ total_cost: { excl_vat: 4 } })).toEqual([]);
    expect(sessionForms({ total_cost: "4" })).toEqual([]);
  });
});

describe("a charge record of an older version", () => {
  test("has its end, its driver, its total and its place under the new names", () => {
    const sent = { stop_date_time: "b", auth_id: "driver-7", total_cost: 290, location };
    expect(cdrForms(sent)).toEqual([
      { from: "stop_date_time", to: "end_date_time", value: "b" },
      { from: "auth_id", to: "cdr_token", value: { uid: "driver-7" } },
      { from: "total_cost", to: "total_cost", value: { excl_vat: 290 } },
      {
        from: "location",
        to: "cdr_location",
        value: {
          ...location,
          evse_uid: "E-1",
          evse_id: "IN*CPX*E1",
          connector_id: "1",
          connector_standard: "IEC_62196_T2",
          connector_format: "CABLE",
          connector_power_type: "AC_3_PHASE",
        },
      },
    ]);
  });

  test("keeps the place that it has itself", () => {
    expect(cdrForms({ location, cdr_location: { id: "L-2" } })).toEqual([]);
    expect(cdrForms({ location, cdr_location: null })).toHaveLength(1);
  });

  test.each(notOne)("has no place when its location has %s", (_, place) => {
    expect(cdrForms({ location: place })).toEqual([]);
  });
});

describe("a missing field", () => {
  test("is always the same value, under its name or another", () => {
    expect(always(true)({}, dated)).toEqual({ value: true, as: "true" });
    expect(always([], "none")({}, dated)).toEqual({ value: [], as: "none" });
  });

  test("that is the date of a part is the date of its whole", () => {
    expect(asItsWhole({}, dated)).toEqual({ value: dated, as: dated });
  });

  test("that is the date of a charge record is its end, under the new name first", () => {
    const said = (value: unknown) => ({ value, as: "its end" });
    expect(asItsEnd({ end_date_time: "a", stop_date_time: "b" }, dated)).toEqual(said("a"));
    expect(asItsEnd({ end_date_time: null, stop_date_time: "b" }, dated)).toEqual(said("b"));
    expect(asItsEnd({ stop_date_time: "b" }, dated)).toEqual(said("b"));
    expect(asItsEnd({}, dated)).toBeUndefined();
  });

  test.each([
    [{ country: "IND" }, "Asia/Kolkata"],
    [{ country: " de " }, "Europe/Berlin"],
    [{ country: "IND", country_code: "NL" }, "Asia/Kolkata"],
    [{ country: "", country_code: "NL" }, "Europe/Amsterdam"],
    [{ country: null, country_code: "NL" }, "Europe/Amsterdam"],
    [{ country: "USA", country_code: "NL" }, "UTC"],
    [{ country: 7 }, "UTC"],
    [{}, "UTC"],
  ])("that is the time zone of %j is %s", (raw, zone) => {
    expect(zoneByCountry(raw, dated)).toEqual({ value: zone, as: zone });
  });

  test.each([
    [{ regular_hours: [{}] }, true],
    [{ exceptional_openings: [{}] }, true],
    [{ regular_hours: {} }, true],
    [{ regular_hours: [], exceptional_openings: [{}] }, true],
    [{ regular_hours: [], exceptional_openings: [] }, false],
    [{ regular_hours: null }, false],
    [{ regular_hours: "8 to 20" }, false],
    [{ exceptional_closings: [{}] }, false],
    [{}, false],
  ])("that is open around the clock, with hours %j, is false: %s", (raw, isClosed) => {
    expect(closedAtTimes(raw, dated)).toEqual(
      isClosed ? { value: false, as: "false, as there are hours" } : undefined,
    );
  });
});

test("a token names its contract as auth_id, and no party: it is the peer's", () => {
  const sender = {
    peer: "EMSP",
    owner: { country_code: "IN", party_id: "VMG" },
    rules: {},
  } as const;
  const formsBy = (raw: object) =>
    tokenForms({ ...raw }, sender).map(({ to, value }) => [to, value]);
  const party = [
    ["country_code", "IN"],
    ["party_id", "VMG"],
  ];
  expect(formsBy({ auth_id: "A" })).toEqual([["contract_id", "A"], ...party]);
  expect(formsBy({ auth_id: "A", contract_id: "C", party_id: "ABC" })).toEqual([party[0]]);
  expect(formsBy({ contract_id: "C" })).toEqual([]);
});
