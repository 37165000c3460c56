import type { Cdr, Evse, Location, Session, Tariff, Token } from "../src/index.ts";
import { cpo, emsp } from "./loopback.ts";

const last_updated = "2026-03-01T10:00:00Z";

export const evse: Evse = {
  uid: "E-1",
  evse_id: "IN*CPX*E0001",
  status: "AVAILABLE",
  capabilities: ["REMOTE_START_STOP_CAPABLE"],
  connectors: [
    {
      id: "1",
      standard: "IEC_62196_T2_COMBO",
      format: "CABLE",
      power_type: "DC",
      max_voltage: 500,
      max_amperage: 125,
      max_electric_power: 60_000,
      tariff_ids: ["T-1"],
      last_updated,
    },
  ],
  last_updated,
};

export const location: Location = {
  ...cpo,
  id: "L-1",
  publish: true,
  name: "Gokhale Road",
  address: "12 Gokhale Road",
  city: "Pune",
  state: "Maharashtra",
  postal_code: "411004",
  country: "IND",
  coordinates: { latitude: "18.520430", longitude: "73.856743" },
  evses: [evse],
  time_zone: "Asia/Kolkata",
  opening_times: { twentyfourseven: true },
  last_updated,
};

export const tariff: Tariff = {
  ...cpo,
  id: "T-1",
  currency: "INR",
  elements: [{ price_components: [{ type: "ENERGY", price: 14.5, vat: 18, step_size: 1 }] }],
  last_updated,
};

export const token: Token = {
  ...emsp,
  uid: "driver-7",
  type: "APP_USER",
  contract_id: "IN-VMT-C00000007-X",
  issuer: "Voltmarg",
  valid: true,
  whitelist: "NEVER",
  last_updated,
};

const cdr_token = {
  ...emsp,
  uid: token.uid,
  type: token.type,
  contract_id: token.contract_id,
};

export const session: Session = {
  ...cpo,
  id: "S-1",
  start_date_time: "2026-03-01T10:00:00Z",
  kwh: 0,
  cdr_token,
  auth_method: "COMMAND",
  authorization_reference: "attempt-1",
  location_id: "L-1",
  evse_uid: "E-1",
  connector_id: "1",
  currency: "INR",
  status: "ACTIVE",
  last_updated,
};

export const cdr: Cdr = {
  ...cpo,
  id: "C-1",
  start_date_time: "2026-03-01T10:00:00Z",
  end_date_time: "2026-03-01T11:00:00Z",
  session_id: "S-1",
  cdr_token,
  auth_method: "COMMAND",
  cdr_location: {
    id: "L-1",
    address: "12 Gokhale Road",
    city: "Pune",
    country: "IND",
    coordinates: location.coordinates,
    evse_uid: "E-1",
    evse_id: "IN*CPX*E0001",
    connector_id: "1",
    connector_standard: "IEC_62196_T2_COMBO",
    connector_format: "CABLE",
    connector_power_type: "DC",
  },
  currency: "INR",
  tariffs: [tariff],
  charging_periods: [
    { start_date_time: "2026-03-01T10:00:00Z", dimensions: [{ type: "ENERGY", volume: 20 }] },
  ],
  total_cost: { excl_vat: 290, incl_vat: 342.2 },
  total_energy: 20,
  total_time: 1,
  last_updated: "2026-03-01T11:00:00Z",
};
