import type { Json } from "./case.ts";

/** Good objects with every field that OCPI 2.2.1 defines, so that each field can be made bad. */
export type Party = { country_code: string; party_id: string };

const CHANGED = "2026-11-01T00:00:00Z";
const IMAGE = {
  url: "https://charge.example/p/1.jpg",
  thumbnail: "https://charge.example/p/1s.jpg",
  category: "ENTRANCE",
  type: "jpeg",
  width: 800,
  height: 600,
};
const COMPANY = { name: "Charge Example", website: "https://charge.example/", logo: IMAGE };
const ENERGY_MIX = {
  is_green_energy: true,
  energy_sources: [{ source: "SOLAR", percentage: 100 }],
  environ_impact: [{ category: "CARBON_DIOXIDE", amount: 12.5 }],
  supplier_name: "Sun of Pune",
  energy_product_name: "Day",
};
const TEXT = { language: "en", text: "Behind the shop, first row" };

export const goodConnector = (tariff: string | null): Json => ({
  id: "1",
  standard: "IEC_62196_T2_COMBO",
  format: "CABLE",
  power_type: "DC",
  max_voltage: 500,
  max_amperage: 120,
  max_electric_power: 60_000,
  tariff_ids: tariff === null ? [] : [tariff],
  terms_and_conditions: "https://charge.example/terms",
  last_updated: CHANGED,
});

/** Two connectors: 60 kW DC, and 22 kW on three phases at 230 V and 32 A. */
export const goodEvse = (uid: string, tariff: string | null): Json => ({
  uid,
  evse_id: `IN*ODD*E${uid}`,
  status: "AVAILABLE",
  status_schedule: [
    {
      period_begin: "2026-12-01T00:00:00Z",
      period_end: "2026-12-02T00:00:00Z",
      status: "INOPERATIVE",
    },
  ],
  capabilities: ["REMOTE_START_STOP_CAPABLE", "RFID_READER"],
  connectors: [
    goodConnector(tariff),
    {
      ...goodConnector(tariff),
      id: "2",
      standard: "IEC_62196_T2",
      format: "SOCKET",
      power_type: "AC_3_PHASE",
      max_voltage: 230,
      max_amperage: 32,
      max_electric_power: 22_000,
    },
  ],
  floor_level: "1",
  coordinates: { latitude: "18.520010", longitude: "73.850010" },
  physical_reference: uid,
  directions: [TEXT],
  parking_restrictions: ["EV_ONLY"],
  images: [IMAGE],
  last_updated: CHANGED,
});

/** Two EVSEs, of which the second has one connector. */
export const goodLocation = (party: Party, id: string, tariff: string | null = null): Json => ({
  ...party,
  id,
  publish: true,
  publish_allowed_to: [
    { uid: "u1", type: "APP_USER", visual_number: "v1", issuer: "Voltmarg", group_id: "g1" },
  ],
  name: `Place ${id}`,
  address: "1 Test Road",
  city: "Pune",
  state: "Maharashtra",
  postal_code: "411001",
  country: "IND",
  coordinates: { latitude: "18.520000", longitude: "73.850000" },
  related_locations: [{ latitude: "18.520100", longitude: "73.850100", name: TEXT }],
  parking_type: "PARKING_LOT",
  evses: [
    goodEvse(`${id}-1`, tariff),
    { ...goodEvse(`${id}-2`, tariff), connectors: [goodConnector(tariff)] },
  ],
  directions: [TEXT],
  operator: COMPANY,
  suboperator: COMPANY,
  owner: COMPANY,
  facilities: ["CAFE"],
  time_zone: "Asia/Kolkata",
  opening_times: {
    twentyfourseven: false,
    regular_hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      weekday,
      period_begin: "06:00",
      period_end: "23:00",
    })),
    exceptional_openings: [
      { period_begin: "2026-12-24T00:00:00Z", period_end: "2026-12-24T20:00:00Z" },
    ],
    exceptional_closings: [
      { period_begin: "2026-12-25T00:00:00Z", period_end: "2026-12-26T00:00:00Z" },
    ],
  },
  charging_when_closed: true,
  images: [IMAGE],
  energy_mix: ENERGY_MIX,
  last_updated: CHANGED,
});

/** ₹20 a kWh on any day, whatever its restrictions say. */
export const goodTariff = (party: Party, id: string): Json => ({
  ...party,
  id,
  currency: "INR",
  type: "REGULAR",
  tariff_alt_text: [{ language: "en", text: "20 a unit" }],
  tariff_alt_url: "https://charge.example/price",
  min_price: { excl_vat: 1, incl_vat: 1.18 },
  max_price: { excl_vat: 5_000, incl_vat: 5_900 },
  elements: [
    {
      price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }],
      restrictions: {
        start_time: "00:00",
        end_time: "23:59",
        start_date: "2026-01-01",
        end_date: "2027-12-31",
        min_kwh: 0,
        max_kwh: 500,
        min_current: 0,
        max_current: 500,
        min_power: 0,
        max_power: 400,
        min_duration: 0,
        max_duration: 86_400,
        day_of_week: ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"],
      },
    },
    { price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] },
  ],
  start_date_time: "2026-01-01T00:00:00Z",
  end_date_time: "2027-12-31T00:00:00Z",
  energy_mix: ENERGY_MIX,
  last_updated: CHANGED,
});

/** A requested charge, as its operator reports it. Times are RFC 3339. */
export type Charge = {
  party: Party;
  /** Our authorization reference, sent with the start. */
  reference: string;
  tokenUid: string;
  sessionId: string;
  locationId: string;
  evseUid: string;
  start: string;
  now: string;
};

const token = (charge: Charge): Json => ({
  country_code: "IN",
  party_id: "VMG",
  uid: charge.tokenUid,
  type: "APP_USER",
  contract_id: `IN-VMG-${charge.tokenUid}`.slice(0, 36),
});

const hoursOf = ({ start, now }: Charge) =>
  Math.round(((Date.parse(now) - Date.parse(start)) / 3_600_000) * 10_000) / 10_000;

const periods = (charge: Charge, kwh: number): Json[] => [
  {
    start_date_time: charge.start,
    dimensions: [
      { type: "ENERGY", volume: kwh },
      { type: "TIME", volume: hoursOf(charge) },
    ],
    tariff_id: "EVEN",
  },
];

/** It runs, and has delivered two kWh. */
export const goodSession = (charge: Charge): Json => ({
  ...charge.party,
  id: charge.sessionId,
  start_date_time: charge.start,
  kwh: 2,
  cdr_token: token(charge),
  auth_method: "COMMAND",
  authorization_reference: charge.reference,
  location_id: charge.locationId,
  evse_uid: charge.evseUid,
  connector_id: "1",
  meter_id: "m-1",
  currency: "INR",
  charging_periods: periods(charge, 2),
  total_cost: { excl_vat: 40, incl_vat: 47.2 },
  status: "ACTIVE",
  last_updated: charge.now,
});

/** Two kWh at ₹20 and 18 %: ₹47.20. */
export const goodCdr = (charge: Charge, id: string): Json => ({
  ...charge.party,
  id,
  start_date_time: charge.start,
  end_date_time: charge.now,
  session_id: charge.sessionId,
  cdr_token: token(charge),
  auth_method: "COMMAND",
  authorization_reference: charge.reference,
  cdr_location: {
    id: charge.locationId,
    name: "Place",
    address: "1 Test Road",
    city: "Pune",
    postal_code: "411001",
    state: "Maharashtra",
    country: "IND",
    coordinates: { latitude: "18.520000", longitude: "73.850000" },
    evse_uid: charge.evseUid,
    evse_id: `IN*ODD*E${charge.evseUid}`,
    connector_id: "1",
    connector_standard: "IEC_62196_T2_COMBO",
    connector_format: "CABLE",
    connector_power_type: "DC",
  },
  meter_id: "m-1",
  currency: "INR",
  tariffs: [
    {
      ...charge.party,
      id: "EVEN",
      currency: "INR",
      elements: [{ price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] }],
      last_updated: CHANGED,
    },
  ],
  charging_periods: periods(charge, 2),
  signed_data: {
    encoding_method: "OCMF",
    encoding_method_version: 1,
    public_key: "k",
    signed_values: [{ nature: "Start", plain_data: "p", signed_data: "s" }],
    url: "https://charge.example/signed",
  },
  total_cost: { excl_vat: 40, incl_vat: 47.2 },
  total_energy: 2,
  total_energy_cost: { excl_vat: 40, incl_vat: 47.2 },
  total_time: hoursOf(charge),
  total_time_cost: { excl_vat: 0, incl_vat: 0 },
  total_parking_time: 0,
  total_parking_cost: { excl_vat: 0, incl_vat: 0 },
  remark: "none",
  invoice_reference_id: "inv-1",
  home_charging_compensation: false,
  last_updated: charge.now,
});
