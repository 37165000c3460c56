import { expect, test } from "vitest";
import { cpo, serverOf } from "../test/loopback.ts";
import { cdr, evse, location, session, tariff, token } from "../test/objects.ts";
import { created, done, type EmspHandlers, type Peer, read, reading, writing } from "./index.ts";
import { parseEnvelope } from "./envelope.ts";

/**
 * Every example object of OCPI 2.2.1 (folder `examples` of its source), by file name: the same fields present and
 * absent, filled with our own values. Examples that break the standard's own tables must be readable too.
 */
type Row = [file: string, method: string, path: string, body: object, code: number];

const at = "2026-03-01T10:00:00Z";
const dc = {
  standard: "CHADEMO",
  format: "CABLE",
  power_type: "DC",
  max_voltage: 400,
  max_amperage: 100,
};
const connector = { id: "1", ...dc, last_updated: at };
const plain = (more: object = {}) => ({
  uid: "E-1",
  evse_id: "IN*CPX*E1",
  status: "AVAILABLE",
  connectors: [connector],
  last_updated: at,
  ...more,
});
const place = (more: object = {}) => {
  const { opening_times: _, state: __, ...rest } = location;
  return { ...rest, evses: [plain()], ...more };
};
const put = (file: string, more: object = {}): Row => [
  file,
  "PUT",
  "locations/IN/CPX/L-1",
  place(more),
  1000,
];
const mix = (file: string, energy_mix: object) => put(file, { energy_mix });
const open = (file: string, opening_times: object) => put(file, { opening_times });
const hours = (weekday: number) => ({ weekday, period_begin: "08:00", period_end: "20:00" });
const span = { period_begin: "2026-12-25T03:00:00Z", period_end: "2026-12-25T05:00:00Z" };
const part = (type: string, price: number, more: object = {}) => ({
  type,
  price,
  vat: 18,
  step_size: 1,
  ...more,
});
const element = (parts: object[], restrictions?: object) => ({
  price_components: parts,
  ...(restrictions && { restrictions }),
});
const { type: _type, ...bare } = tariff;
const priced = (file: string, elements: object[], more: object = {}): Row => [
  file,
  "PUT",
  "tariffs/IN/CPX/T-1",
  { ...bare, elements, ...more },
  1000,
];
const energy = element([part("ENERGY", 14)]);
const time = element([part("TIME", 60, { step_size: 60 })]);
const reserved = (kind: string, ...parts: object[]) => element(parts, { reservation: kind });
const period = (...dimensions: [string, number][]) => ({
  start_date_time: at,
  dimensions: dimensions.map(([type, volume]) => ({ type, volume })),
});
const money = { excl_vat: 100, incl_vat: 118 };
const { currency: ___, ...started } = session;

const PUSHED: Row[] = [
  [
    "cdr_example",
    "POST",
    "cdrs",
    {
      ...cdr,
      charging_periods: [{ ...period(["TIME", 2]), tariff_id: "T-1" }],
      total_time_cost: money,
    },
    1000,
  ],
  mix("location_energymix_example_complete", {
    is_green_energy: true,
    energy_sources: [
      { source: "SOLAR", percentage: 60.5 },
      { source: "WIND", percentage: 39.5 },
    ],
    environ_impact: [{ category: "CARBON_DIOXIDE", amount: 12.5 }],
    supplier_name: "Grid of Pune",
    energy_product_name: "Sun and wind",
  }),
  mix("location_energymix_example_energy_provider", {
    is_green_energy: true,
    supplier_name: "Grid",
    energy_product_name: "Green",
  }),
  mix("location_energymix_example_simple", { is_green_energy: true }),
  put("location_example", {
    parking_type: "ON_STREET",
    evses: [
      plain({
        status: "AVAILABLE",
        capabilities: ["RESERVABLE"],
        connectors: [{ ...connector, tariff_ids: ["T-1"] }],
        physical_reference: "1",
        floor_level: "-1",
      }),
      plain({ uid: "E-2", status: "RESERVED", evse_id: "IN*CPX*E2" }),
    ],
    operator: { name: "CPX" },
  }),
  put("location_example_parking_garage_opening_hours", {
    parking_type: "PARKING_GARAGE",
    opening_times: { twentyfourseven: false, regular_hours: [1, 2, 3, 4, 5, 6, 7].map(hours) },
    charging_when_closed: true,
  }),
  put("location_example_uc2_destination_charger", {
    parking_type: "PARKING_LOT",
    evses: [plain({ parking_restrictions: ["CUSTOMERS"] })],
  }),
  put("location_example_uc3_destination_charger_not_published", {
    publish: false,
    evses: [plain({ parking_restrictions: ["CUSTOMERS"] })],
  }),
  put("location_example_uc4_limited_visibility", {
    publish: false,
    publish_allowed_to: [
      { visual_number: "IN-VMT-1", issuer: "Voltmarg" },
      { uid: "12345", type: "RFID" },
    ],
    parking_type: "UNDERGROUND_GARAGE",
  }),
  put("location_example_uc5_home_charge_point", {
    name: undefined,
    publish: false,
    publish_allowed_to: [{ visual_number: "IN-VMT-1", issuer: "Voltmarg" }],
    parking_type: "ON_DRIVEWAY",
  }),
  open("location_hours_247_open_exception_closing", {
    twentyfourseven: true,
    exceptional_closings: [span],
  }),
  open("location_hours_opening_hours_with_exceptional_closing", {
    twentyfourseven: false,
    regular_hours: [1, 2, 3, 4, 5].map(hours),
    exceptional_closings: [span],
  }),
  open("location_hours_opening_hours_with_exceptional_opening", {
    twentyfourseven: false,
    regular_hours: [1, 2, 3, 4, 5].map(hours),
    exceptional_openings: [span],
  }),
  open("location_regularhours_example", {
    regular_hours: [1, 2].map(hours),
    twentyfourseven: false,
    exceptional_openings: [span],
    exceptional_closings: [span],
  }),
  [
    "location_patch_example_location",
    "PATCH",
    "locations/IN/CPX/L-1",
    { name: "Renamed", last_updated: at },
    1000,
  ],
  [
    "location_patch_example_remove_evse",
    "PATCH",
    "locations/IN/CPX/L-1/E-1",
    { status: "REMOVED", last_updated: at },
    1000,
  ],
  [
    "location_patch_example_status",
    "PATCH",
    "locations/IN/CPX/L-1/E-1",
    { status: "CHARGING", last_updated: at },
    1000,
  ],
  [
    "location_patch_example_tariff",
    "PATCH",
    "locations/IN/CPX/L-1/E-1/1",
    { tariff_ids: ["T-2"], last_updated: at },
    1000,
  ],
  // Its connectors lack power_type, voltage and amperage, and its physical_reference is a number.
  [
    "location_put_example_add_evse",
    "PUT",
    "locations/IN/CPX/L-1/E-1",
    {
      ...plain(),
      capabilities: ["RESERVABLE"],
      connectors: [{ id: "1", standard: "CHADEMO", format: "SOCKET", tariff_ids: ["T-1"] }],
      floor: -1,
      physical_reference: 3,
    },
    1000,
  ],
  [
    "session_example_1_simple_start",
    "PUT",
    "sessions/IN/CPX/S-1",
    {
      ...session,
      authorization_reference: undefined,
      total_cost: { excl_vat: 20.5 },
      status: "PENDING",
    },
    1000,
  ],
  // Its ENERGY is in Wh and its kwh in kWh: valid in form, but implausible.
  [
    "session_example_2_short_finished",
    "PUT",
    "sessions/IN/CPX/S-1",
    {
      ...session,
      kwh: 31.5,
      end_date_time: at,
      charging_periods: [
        period(["ENERGY", 150], ["MAX_CURRENT", 30]),
        { ...period(["ENERGY", 31_350]), tariff_id: "T-1" },
      ],
      total_cost: money,
      status: "COMPLETED",
    },
    1000,
  ],
  [
    "session_patch_example_charging_period",
    "PATCH",
    "sessions/IN/CPX/S-1",
    { kwh: 12, charging_periods: [period(["ENERGY", 1_900])], total_cost: money, last_updated: at },
    1000,
  ],
  [
    "session_patch_example_total_cost",
    "PATCH",
    "sessions/IN/CPX/S-1",
    { total_cost: money, last_updated: at },
    1000,
  ],
  priced("tariff_10_025kwh_parking_start", [
    element([part("FLAT", 10), part("ENERGY", 12), part("PARKING_TIME", 90, { step_size: 600 })]),
  ]),
  priced("tariff_11_not_possible_alt_text", [time], {
    type: "REGULAR",
    tariff_alt_text: [
      { language: "en", text: "₹60 an hour" },
      { language: "hi", text: "₹60 प्रति घंटा" },
    ],
  }),
  priced("tariff_12_025kwh_min_price", [energy], { min_price: { excl_vat: 10, incl_vat: 11.8 } }),
  priced("tariff_13_simple_3hour_5parking", [
    element([part("TIME", 60), part("PARKING_TIME", 90)]),
  ]),
  priced("tariff_14_step_size", [
    element([part("ENERGY", 12, { vat: undefined, step_size: 250 })], {
      start_time: "06:00",
      end_time: "09:00",
    }),
  ]),
  priced("tariff_15_reservation_5_euro_per_hour", [
    reserved("RESERVATION", part("TIME", 50)),
    element([part("FLAT", 5), part("TIME", 40)]),
  ]),
  priced("tariff_16_reservation_2_euro_fee_5_euro_per_hour", [
    reserved("RESERVATION", part("FLAT", 20), part("TIME", 50)),
    element([part("TIME", 40)]),
  ]),
  priced("tariff_17_reservation_with_expire_fee", [
    reserved("RESERVATION_EXPIRES", part("FLAT", 40)),
    reserved("RESERVATION", part("FLAT", 20), part("TIME", 50)),
    element([part("ENERGY", 12)]),
  ]),
  priced("tariff_18_reservation_with_expire_time", [
    reserved("RESERVATION_EXPIRES", part("TIME", 60)),
    reserved("RESERVATION", part("TIME", 30)),
    element([part("ENERGY", 12)]),
  ]),
  priced("tariff_1_simple_2hour", [time]),
  priced("tariff_2_alt_text", [time], {
    type: "REGULAR",
    tariff_alt_text: [{ language: "mr", text: "ताशी ₹60" }],
  }),
  priced("tariff_3_alt_url", [energy], {
    type: "PROFILE_FAST",
    tariff_alt_url: "https://cpx.example/prices",
  }),
  priced(
    "tariff_4_complex",
    [
      element([part("FLAT", 25)]),
      element([part("TIME", 60)], { max_current: 32 }),
      element([part("TIME", 120)], { min_current: 32, day_of_week: ["MONDAY", "TUESDAY"] }),
      element([part("PARKING_TIME", 300, { step_size: 300 })], {
        start_time: "09:00",
        end_time: "18:00",
        day_of_week: ["SATURDAY"],
      }),
    ],
    { type: "REGULAR", tariff_alt_url: "https://cpx.example/prices" },
  ),
  priced("tariff_5_free_of_charge", [element([{ type: "FLAT", price: 0, step_size: 0 }])]),
  priced("tariff_6_025kwh_start_max_price", [element([part("FLAT", 5), part("ENERGY", 12)])], {
    max_price: money,
    end_date_time: at,
  }),
  priced("tariff_8_simple_025kwh", [energy]),
  priced("tariff_9_025kwh_start", [element([part("FLAT", 5), part("ENERGY", 12)])]),
  // It lacks last_updated, which the table of the object requires.
  [
    "tariff_put_example",
    "PUT",
    "tariffs/IN/CPX/T-1",
    { ...bare, elements: [energy], last_updated: undefined },
    1000,
  ],
  priced(
    "tariffrestriction_example_max_duration",
    [element([part("TIME", 0)], { max_duration: 1800 }), time],
    { type: "REGULAR" },
  ),
  priced(
    "tariffrestriction_example_max_power",
    [element([part("TIME", 60)], { max_power: 16 }), element([part("TIME", 90)])],
    { type: "REGULAR" },
  ),
];

const rfid = {
  ...token,
  type: "RFID",
  uid: "0A1B2C3D",
  visual_number: "VMT-0001",
  group_id: "family",
  whitelist: "ALLOWED",
};
const role = (kind: string, party_id: string) => ({
  role: kind,
  party_id,
  country_code: "IN",
  business_details: { name: `Firm ${party_id}` },
});
const logo = {
  url: "https://cpx.example/logo.png",
  thumbnail: "https://cpx.example/logo-small.png",
  category: "OPERATOR",
  type: "png",
  width: 512,
  height: 512,
};
const credentials = (roles: object[]) => ({
  token: "a-token-of-ours",
  url: "https://cpx.example/ocpi/versions",
  roles,
});
const versions = [
  { version: "2.1.1", url: "https://cpx.example/ocpi/2.1.1" },
  { version: "2.2.1", url: "https://cpx.example/ocpi/2.2.1" },
];
const details = (kind?: string) => ({
  version: "2.2.1",
  endpoints: [
    {
      identifier: "credentials",
      ...(kind && { role: kind }),
      url: "https://cpx.example/ocpi/2.2.1/credentials",
    },
    {
      identifier: "locations",
      ...(kind && { role: kind }),
      url: "https://cpx.example/ocpi/2.2.1/locations",
    },
  ],
});
const envelope = (data: unknown) => ({
  data,
  status_code: 1000,
  status_message: "Fine",
  timestamp: at,
});

/** Examples that are not pushed to an eMSP: read as sent. */
const READ: [file: string, schema: Parameters<typeof read>[0], value: unknown][] = [
  ["credentials_example", reading.credentials, credentials([role("EMSP", "EMX")])],
  [
    "credentials_example2",
    reading.credentials,
    credentials([role("CPO", "CPX"), role("EMSP", "EMX")]),
  ],
  [
    "credentials_example3",
    reading.credentials,
    credentials([
      {
        ...role("CPO", "CPX"),
        business_details: { name: "CPX", logo, website: "https://cpx.example" },
      },
    ]),
  ],
  [
    "credentials_example4",
    reading.credentials,
    credentials([role("CPO", "CPX"), role("CPO", "CPY")]),
  ],
  ["token_example_1_app_user", reading.token, token],
  [
    "token_example_2_full_rfid",
    reading.token,
    {
      ...rfid,
      language: "mr",
      default_profile_type: "GREEN",
      energy_contract: { supplier_name: "Grid", contract_id: "1-2-3" },
    },
  ],
  ["token_patch_example", reading.tokenPatch, { valid: false, last_updated: at }],
  ["token_put_example", reading.token, rfid],
  ["type_displaytext_example", reading.displayText, { language: "en", text: "Some text" }],
  ["version_details_example", reading.versionDetails, details("SENDER")],
  ["version_details_example2", reading.versionDetails, details("RECEIVER")],
];

const peer: Peer = { registered: true, parties: [cpo] };
const handlers = {
  credentials: { get: () => done(), post: () => done(), put: () => done(), delete: () => done() },
  locations: {
    putLocation: () => done(),
    putEvse: () => done(),
    putConnector: () => done(),
    patchLocation: () => done(),
    patchEvse: () => done(),
    patchConnector: () => done(),
  },
  tariffs: { put: () => done(), delete: () => done() },
  sessions: { put: () => done(), patch: () => done() },
  cdrs: { post: () => created({ id: "1" }), get: () => done() },
} satisfies EmspHandlers<Peer>;

test.each(PUSHED)(
  "%s is answered as the standard's tables say",
  async (_file, method, path, body, code) => {
    const server = serverOf<Peer>({ role: "EMSP", authenticate: () => peer, handlers });
    const answer = await server.handle({
      method,
      path: `/ocpi/emsp/2.2.1/${path}`,
      query: new URLSearchParams(),
      headers: { authorization: "Token dG9rZW4=" },
      body: JSON.stringify(body),
    });
    expect([JSON.parse(answer.body).status_code, answer.status < 300]).toEqual([code, true]);
  },
);

test.each(READ)("%s is read", (_file, schema, value) => {
  expect(read(schema, value)).toMatchObject({ ok: true });
});

test.each([
  ["transport_and_format_get_token_example", envelope(rfid)],
  ["transport_and_format_get_token_list_example", envelope([rfid, token])],
  ["transport_and_format_version_details_example", envelope(details("RECEIVER"))],
  ["transport_and_format_version_info_example", envelope(versions)],
  ["versions_info_example", envelope(versions)],
])("%s is read as an envelope", (_file, value) => {
  expect(parseEnvelope(value)).toMatchObject({ status_code: 1000, data: value.data });
});

test("a session without its currency is read, but cannot be sent by us", async () => {
  expect(read(reading.session, started)).toMatchObject({
    ok: true,
    findings: [{ path: "currency", outcome: "LEFT_OUT" }],
  });
  expect(read(writing.session, started)).toMatchObject({ ok: false });
  expect(read(reading.evse, evse)).toMatchObject({ ok: true });
  expect(PUSHED.length + READ.length + 5).toBe(59);
});
