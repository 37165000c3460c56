import type { EvseRow, LocationRow } from "../../stations/index.ts";
import { contentAt, indexed } from "@voltmarg/testkit/indexed-stations";
import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import type { Connector } from "@voltmarg/ocpi";
import { test, expect } from "vitest";
import { createLocationIndex } from "./location-index.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const TOLD = "2026-11-01T00:00:00Z";

const plug = (id: string, more: Partial<Connector> = {}): Connector => ({
  id,
  standard: "IEC_62196_T2",
  format: "CABLE",
  power_type: "DC",
  max_voltage: 400,
  max_amperage: 100,
  last_updated: TOLD,
  ...more,
});

function evse(position: number, connectors: Connector[], more: Partial<EvseRow["body"]> = {}) {
  const body = {
    uid: `E${position}`,
    status: "AVAILABLE",
    last_updated: TOLD,
    connectors,
  } as const;
  return {
    location_id: "loc_1",
    uid: `E${position}`,
    position,
    status: "AVAILABLE",
    status_since: new Date("2026-11-19T23:59:59.999Z"),
    last_updated: NOW,
    version: 1,
    body: { ...body, ...more },
  } satisfies EvseRow;
}

type Of = Partial<LocationRow>;
function told(id: string, evses: EvseRow[], of: Of = {}, body: object = {}) {
  const { row } = randomStation(randomFrom(1), id, 1);
  const own = { publish: true, operator_id: "opr_aaa", party_id: "AAA", ...of };
  return indexed({ row: { ...row, ...own, body: { ...row.body, ...body } }, evses });
}

function indexOf(evses: EvseRow[], of: Of = {}, body: object = {}) {
  const index = createLocationIndex();
  const one = told("loc_1", evses, of, body);
  index.put(one.row, one.evses, 1, NOW);
  return index;
}
const render = (...of: Parameters<typeof indexOf>) =>
  contentAt(indexOf(...of), [0])["loc_1"] as {
    evses: { uid: string; connectors: { id: string }[] }[];
    power_class: string;
  };

test("a station of which little is known has its fields empty or not known", () => {
  const missing = {
    address: undefined,
    city: undefined,
    state: undefined,
    postal_code: undefined,
    opening_times: undefined,
  };
  expect(render([], { operator_phone: null, operator_name: "Volt" }, missing)).toMatchObject({
    address: "",
    city: "",
    state: null,
    postal_code: null,
    time_zone: "Asia/Kolkata",
    operator: { id: "opr_aaa", name: "Volt", party_id: "AAA", phone: null },
    opening_times: null,
    charging_when_closed: true,
    photo_url: null,
    evses: [],
    power_class: null,
  });
});

test("a station of which all is known has it, whatever signs are in it", () => {
  const known = {
    address: `1 "Ring" Road \\ 2`,
    city: "पुणे",
    state: `Maha"rashtra`,
    postal_code: "411001",
    opening_times: { twentyfourseven: false, regular_hours: [] },
    charging_when_closed: false,
    images: [{ url: "https://a.example/1.png", category: "CHARGER", type: "png" }],
  };
  const of = { name: `The "Hub"`, operator_phone: "+91 20", latitude: -18.5, longitude: 73 };
  expect(render([], of, known)).toMatchObject({
    id: "loc_1",
    name: `The "Hub"`,
    coordinates: { latitude: -18.5, longitude: 73 },
    address: known.address,
    city: "पुणे",
    state: known.state,
    postal_code: "411001",
    operator: { phone: "+91 20" },
    opening_times: known.opening_times,
    charging_when_closed: false,
    photo_url: "https://a.example/1.png",
  });
});

test("each charger has its own names, the instant of its status and its plugs in their order", () => {
  const evses = [
    evse(0, [plug("1"), plug("2", { max_voltage: 500 })]),
    evse(1, [], { evse_id: "IN*AAA*E1", physical_reference: `"left"` }),
    evse(2, [plug("left"), plug(`"`), plug("पु")]),
  ];
  const shown = render(evses).evses;
  const since = "2026-11-19T23:59:59.999Z";
  const common = { status: "AVAILABLE", status_since: since, charging_info: null };
  expect(shown).toMatchObject([
    { uid: "E0", evse_id: null, physical_reference: null, ...common },
    { uid: "E1", evse_id: "IN*AAA*E1", physical_reference: `"left"`, ...common, connectors: [] },
    { uid: "E2", evse_id: null, physical_reference: null, ...common },
  ]);
  expect(shown.map(({ connectors }) => connectors.map(({ id }) => id))).toEqual([
    ["1", "2"],
    [],
    ["left", `"`, "पु"],
  ]);
  expect(shown[0]!.connectors).toMatchObject([
    { standard: "IEC_62196_T2", format: "CABLE", power_type: "DC", voltage: 400, amperage: 100 },
    { voltage: 500, amperage: 100, powerTypeName: "DC", max_electric_power: null },
  ]);
});

test.each([
  [[], null],
  [[14_900], "slow"],
  [[15_000], "fast"],
  [[99_900], "fast"],
  [[100_000], "ultra"],
  [[7_000, 60_000, 22_000], "fast"],
  [[120_000, 7_000], "ultra"],
])("plugs of %j W make a station %s, on one charger or on several", (watts, power) => {
  const plugs = watts.map((max_electric_power, nth) => plug(String(nth), { max_electric_power }));
  expect(render([evse(0, plugs)]).power_class).toBe(power);
  expect(render(plugs.map((one, nth) => evse(nth, [one]))).power_class).toBe(power);
});

test("plugs are of one kind if only their ids and updates differ, and of another in all else", () => {
  const later = { last_updated: "2026-11-02T00:00:00Z" };
  const same = [plug("1"), plug("2", later)];
  expect(indexOf([evse(0, same), evse(1, [plug("1", later)])]).plugKinds).toHaveLength(1);
  for (const more of [
    { standard: "CHADEMO" },
    { format: "SOCKET" },
    { power_type: "AC_1_PHASE" },
    { max_electric_power: 50_000 },
    { max_voltage: 401 },
    { max_amperage: 101 },
    { tariff_ids: ["T1"] },
    { tariff_ids: ["T1", "T2"] },
  ] as const) {
    const { plugKinds } = indexOf([evse(0, [plug("1")]), evse(1, [plug("1", more as object)])]);
    // Whether it has a cable or a socket changes neither price nor power nor filter.
    expect(plugKinds, JSON.stringify(more)).toHaveLength("format" in more ? 1 : 2);
  }
});

test("kinds of plugs say what their price and power follow from", () => {
  const dc = plug("1", { tariff_ids: ["T1", "T2"], max_electric_power: 60_000 });
  const { plugKinds, hourKinds, slots } = indexOf([evse(0, [dc]), evse(1, [dc])]);
  expect(plugKinds).toEqual([
    {
      operatorId: "opr_aaa",
      country_code: "IN",
      party_id: "AAA",
      tariffIds: ["T1", "T2"],
      physical: {
        standard: "IEC_62196_T2",
        power_type: "DC",
        max_electric_power: 60_000,
        voltage: 400,
        amperage: 100,
      },
      zone: "Asia/Kolkata",
      plugClass: 0,
    },
  ]);
  expect(hourKinds).toEqual([{ zone: "Asia/Kolkata", times: { twentyfourseven: true } }]);
  expect([slots.plugCount[0], slots.hours[0]]).toEqual([2, 0]);
});

test("stations with the same hours share them, in another zone or with other hours they do not", () => {
  const index = indexOf([]);
  const put = (id: string, body: object) => {
    index.put(told(id, [], {}, body).row, [], 1, NOW);
    return index.slots.hours[index.slotOf(id)!];
  };
  expect(put("loc_2", {})).toBe(0);
  expect(put("loc_3", { time_zone: "Asia/Kathmandu" })).toBe(1);
  expect(put("loc_4", { opening_times: undefined })).toBe(2);
  expect(put("loc_5", { time_zone: "Nowhere" })).toBe(0);
  expect(put("loc_6", { time_zone: "Asia/Kathmandu" })).toBe(1);
  expect(put("loc_7", { opening_times: undefined })).toBe(2);
});

test("a charger's plugs have the prices and the zone of their own operator, though they look the same", () => {
  const index = indexOf([evse(0, [plug("1", { tariff_ids: ["T1"] })])]);
  const put = (id: string, of: Of, body: object = {}) => {
    const { row, evses } = told(id, [evse(0, [plug("1", { tariff_ids: ["T1"] })])], of, body);
    index.put(row, evses, 1, NOW);
  };
  put("loc_2", {});
  expect(index.plugKinds).toHaveLength(1);
  put("loc_3", { operator_id: "opr_bbb" });
  put("loc_4", { party_id: "BBB" });
  put("loc_5", { country_code: "NP" });
  put("loc_6", {}, { time_zone: "Asia/Kathmandu" });
  expect(
    index.plugKinds.map(({ operatorId, party_id, country_code, zone }) =>
      [operatorId, party_id, country_code, zone].join(" "),
    ),
  ).toEqual([
    "opr_aaa AAA IN Asia/Kolkata",
    "opr_bbb AAA IN Asia/Kolkata",
    "opr_aaa BBB IN Asia/Kolkata",
    "opr_aaa AAA NP Asia/Kolkata",
    "opr_aaa AAA IN Asia/Kathmandu",
  ]);
});
