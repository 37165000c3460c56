import * as z from "zod/mini";
import type { Leaf } from "./leaf.ts";
import { connectorTypes, powerTypes, tokenTypes, type locationSchemas } from "./locations.ts";
import type { tariffSchemas } from "./tariffs.ts";

// OCPI 2.2.1 mod_sessions and mod_cdrs. The prose also says RESERVED where the table says RESERVATION.
export const sessionStatuses = [
  "ACTIVE",
  "COMPLETED",
  "INVALID",
  "PENDING",
  "RESERVATION",
] as const;
export const cdrDimensionTypes = [
  "CURRENT",
  "ENERGY",
  "ENERGY_EXPORT",
  "ENERGY_IMPORT",
  "MAX_CURRENT",
  "MIN_CURRENT",
  "MAX_POWER",
  "MIN_POWER",
  "PARKING_TIME",
  "POWER",
  "RESERVATION_TIME",
  "STATE_OF_CHARGE",
  "TIME",
] as const;
const authMethods = ["AUTH_REQUEST", "COMMAND", "WHITELIST"] as const;

export function sessionSchemas(
  leaf: Leaf,
  places: ReturnType<typeof locationSchemas>,
  tariffs: ReturnType<typeof tariffSchemas>,
) {
  const { price, tariff } = tariffs;
  const cdrToken = z.object({
    country_code: leaf.wanted(leaf.code(2)),
    party_id: leaf.wanted(leaf.code(3)),
    uid: leaf.id(36),
    type: leaf.wanted(leaf.oneOf(tokenTypes)),
    contract_id: leaf.wanted(leaf.id(36)),
  });
  const chargingPeriod = z.object({
    start_date_time: leaf.dateTime(),
    dimensions: leaf.some(z.object({ type: leaf.oneOf(cdrDimensionTypes), volume: leaf.number() })),
    tariff_id: z.optional(leaf.id(36)),
  });
  const session = z.object({
    country_code: leaf.code(2),
    party_id: leaf.code(3),
    id: leaf.id(36),
    start_date_time: leaf.dateTime(),
    end_date_time: z.optional(leaf.dateTime()),
    kwh: leaf.number(),
    cdr_token: cdrToken,
    auth_method: leaf.oneOf(authMethods),
    authorization_reference: z.optional(leaf.id(36)),
    location_id: leaf.id(36),
    evse_uid: leaf.id(36),
    connector_id: leaf.id(36),
    meter_id: z.optional(leaf.text(255)),
    currency: leaf.code(3),
    charging_periods: z.optional(z.array(chargingPeriod)),
    total_cost: z.optional(price),
    status: leaf.oneOf(sessionStatuses),
    last_updated: leaf.dateTime(),
  });
  const cdrLocation = z.object({
    id: leaf.id(36),
    name: z.optional(leaf.text(255)),
    address: leaf.text(45),
    city: leaf.text(45),
    postal_code: z.optional(leaf.text(10)),
    state: z.optional(leaf.text(20)),
    country: leaf.code(3),
    coordinates: places.geoLocation,
    evse_uid: leaf.id(36),
    evse_id: leaf.id(48),
    connector_id: leaf.id(36),
    connector_standard: leaf.oneOf(connectorTypes),
    connector_format: leaf.oneOf(["SOCKET", "CABLE"]),
    connector_power_type: leaf.oneOf(powerTypes),
  });
  const signedData = z.object({
    encoding_method: leaf.id(36),
    encoding_method_version: z.optional(leaf.int()),
    public_key: z.optional(leaf.text(512)),
    signed_values: leaf.some(
      z.object({ nature: leaf.id(32), plain_data: leaf.text(5000), signed_data: leaf.text(5000) }),
    ),
    url: z.optional(leaf.text(512)),
  });
  const cdr = z.object({
    country_code: leaf.code(2),
    party_id: leaf.code(3),
    id: leaf.id(39),
    start_date_time: leaf.dateTime(),
    end_date_time: leaf.dateTime(),
    session_id: z.optional(leaf.id(36)),
    cdr_token: cdrToken,
    auth_method: leaf.oneOf(authMethods),
    authorization_reference: z.optional(leaf.id(36)),
    cdr_location: cdrLocation,
    meter_id: z.optional(leaf.text(255)),
    currency: leaf.code(3),
    tariffs: z.optional(z.array(tariff)),
    charging_periods: leaf.some(chargingPeriod),
    signed_data: z.optional(signedData),
    total_cost: price,
    total_fixed_cost: z.optional(price),
    total_energy: leaf.number(),
    total_energy_cost: z.optional(price),
    total_time: leaf.number(),
    total_time_cost: z.optional(price),
    total_parking_time: z.optional(leaf.number()),
    total_parking_cost: z.optional(price),
    total_reservation_cost: z.optional(price),
    remark: z.optional(leaf.text(255)),
    invoice_reference_id: z.optional(leaf.id(39)),
    credit: z.optional(leaf.flag()),
    credit_reference_id: z.optional(leaf.id(39)),
    home_charging_compensation: z.optional(leaf.flag()),
    last_updated: leaf.dateTime(),
  });
  return {
    cdrToken,
    chargingPeriod,
    session,
    chargingPreferences: z.object({
      profile_type: leaf.oneOf(["CHEAP", "FAST", "GREEN", "REGULAR"]),
      departure_time: z.optional(leaf.dateTime()),
      energy_need: z.optional(leaf.number()),
      discharge_allowed: z.optional(leaf.flag()),
    }),
    chargingPreferencesResponse: leaf.oneOf([
      "ACCEPTED",
      "DEPARTURE_REQUIRED",
      "ENERGY_NEED_REQUIRED",
      "NOT_POSSIBLE",
      "PROFILE_TYPE_NOT_SUPPORTED",
    ]),
    sessionPatch: z.extend(z.partial(session), { last_updated: leaf.dateTime() }),
    cdrLocation,
    cdr,
  };
}
