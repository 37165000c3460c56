import {
  type Cdr,
  type Connector,
  type Evse,
  type Location,
  type Session,
  type Tariff,
  write,
  writing,
} from "../src/index.ts";
import * as plain from "./objects.ts";

// Each with every field of the standard, in a valid form.

const last_updated = "2026-03-01T10:00:00Z";
const span = { period_begin: "2026-12-25T03:00:00Z", period_end: "2026-12-25T05:00:00Z" };
const text = { language: "en", text: "Behind the mall" };
const image = {
  url: "https://cpx.example/1.png",
  thumbnail: "https://cpx.example/1-small.png",
  category: "LOCATION",
  type: "png",
  width: 800,
  height: 600,
};
const business = { name: "CPX", website: "https://cpx.example", logo: image };
const energy_mix = {
  is_green_energy: true,
  energy_sources: [{ source: "SOLAR", percentage: 100 }],
  environ_impact: [{ category: "CARBON_DIOXIDE", amount: 1.5 }],
  supplier_name: "Grid of Pune",
  energy_product_name: "Sun",
};

const connector: Connector = write(writing.connector, {
  ...plain.evse.connectors[0]!,
  terms_and_conditions: "https://cpx.example/terms",
  capabilities: ["ISO_15118_20_PLUG_AND_CHARGE"],
});

const evse: Evse = write(writing.evse, {
  ...plain.evse,
  status_schedule: [{ ...span, status: "RESERVED" }],
  connectors: [connector, { ...connector, id: "2" }],
  floor_level: "-1",
  coordinates: plain.location.coordinates,
  physical_reference: "3",
  directions: [text],
  parking_restrictions: ["EV_ONLY"],
  parking: [{ parking_id: "B-1", evse_position: "LEFT" }],
  images: [image],
  accepted_service_providers: ["Voltmarg"],
});

const location: Location = write(writing.location, {
  ...plain.location,
  publish_allowed_to: [
    { uid: "driver-7", type: "APP_USER", visual_number: "7", issuer: "Voltmarg", group_id: "G" },
  ],
  related_locations: [{ ...plain.location.coordinates, name: text }],
  parking_type: "PARKING_LOT",
  parking_places: [
    {
      id: "B-1",
      physical_reference: "B1",
      vehicle_types: ["PERSONAL_VEHICLE", "DISABLED"],
      max_vehicle_weight: 3500,
      max_vehicle_height: 210,
      max_vehicle_length: 520,
      max_vehicle_width: 230,
      parking_space_length: 550,
      parking_space_width: 350,
      dangerous_goods_allowed: false,
      direction: "ANGLE",
      drive_through: false,
      restricted_to_type: true,
      reservation_required: false,
      time_limit: 60,
      roofed: true,
      images: [image],
      lighting: true,
      refrigeration_outlet: false,
      standards: ["PAS 1899"],
      apds_reference: "P-1",
    },
  ],
  evses: [evse, { ...evse, uid: "E-2" }],
  directions: [text],
  operator: business,
  suboperator: business,
  owner: business,
  facilities: ["CAFE"],
  opening_times: {
    twentyfourseven: false,
    regular_hours: [{ weekday: 1, period_begin: "08:00", period_end: "20:00" }],
    exceptional_openings: [span],
    exceptional_closings: [span],
  },
  charging_when_closed: true,
  images: [image],
  energy_mix,
  help_phone: "+91 20 2612 0000",
});

const price = { excl_vat: 10, incl_vat: 11.8 };

const tariff: Tariff = write(writing.tariff, {
  ...plain.tariff,
  type: "REGULAR",
  tariff_alt_text: [text],
  tariff_alt_url: "https://cpx.example/prices",
  min_price: price,
  max_price: { excl_vat: 1000, incl_vat: 1180 },
  elements: [
    {
      ...plain.tariff.elements[0]!,
      restrictions: {
        start_time: "09:00",
        end_time: "18:00",
        start_date: "2026-01-01",
        end_date: "2026-12-31",
        min_kwh: 1,
        max_kwh: 50,
        min_current: 6,
        max_current: 32,
        min_power: 1,
        max_power: 22,
        min_duration: 60,
        max_duration: 7200,
        day_of_week: ["MONDAY"],
        reservation: "RESERVATION",
      },
    },
    plain.tariff.elements[0]!,
  ],
  start_date_time: "2026-01-01T00:00:00Z",
  end_date_time: "2027-01-01T00:00:00Z",
  energy_mix,
});

const charging_periods = [{ ...plain.cdr.charging_periods[0]!, tariff_id: "T-1" }];

const session: Session = write(writing.session, {
  ...plain.session,
  end_date_time: "2026-03-01T11:00:00Z",
  meter_id: "M-1",
  charging_periods,
  total_cost: price,
});

const cdr: Cdr = write(writing.cdr, {
  ...plain.cdr,
  authorization_reference: "attempt-1",
  cdr_location: {
    ...plain.cdr.cdr_location!,
    name: "Gokhale Road",
    postal_code: "411004",
    state: "Maharashtra",
  },
  meter_id: "M-1",
  tariffs: [tariff],
  charging_periods,
  signed_data: {
    encoding_method: "OCMF",
    encoding_method_version: 1,
    public_key: "key",
    signed_values: [{ nature: "Start", plain_data: "a", signed_data: "b" }],
    url: "https://cpx.example/signed",
  },
  total_fixed_cost: price,
  total_energy_cost: price,
  total_time_cost: price,
  total_parking_time: 0.5,
  total_parking_cost: price,
  total_reservation_cost: price,
  remark: "Thanks",
  invoice_reference_id: "I-1",
  credit: false,
  credit_reference_id: "C-0",
  home_charging_compensation: false,
  last_updated,
});

export const whole = { location, evse, connector, tariff, session, cdr };
export type Kind = keyof typeof whole;
