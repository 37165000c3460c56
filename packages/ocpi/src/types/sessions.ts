import * as z from "zod/mini";
import { asItsEnd, asItsWhole, cdrForms, sessionForms } from "./older-shapes.ts";
import type { Leaf } from "./scalars.ts";
import { connectorTypes, powerTypes, tokenTypes } from "./location-values.ts";
import type { locationSchemas } from "./locations.ts";
import type { tariffSchemas } from "./tariffs.ts";

// OCPI 2.2.1 mod_sessions and mod_cdrs. The prose also says RESERVED where the table says RESERVATION.
/** SessionStatus. */
export const sessionStatuses = [
  "ACTIVE",
  "COMPLETED",
  "INVALID",
  "PENDING",
  "RESERVATION",
] as const;
/** CdrDimensionType: kWh, hours, A, W and per cent. */
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
  const { maybe, wanted, assumed, many } = leaf;
  const { price, tariff } = tariffs;
  const cdrToken = z.object({
    country_code: wanted(leaf.code(2)),
    party_id: wanted(leaf.code(3)),
    uid: leaf.id(36),
    type: wanted(leaf.open(tokenTypes)),
    contract_id: wanted(leaf.id(36)),
  });
  const chargingPeriod = z.object({
    start_date_time: leaf.dateTime(),
    dimensions: leaf.some(
      z.object({ type: leaf.closed(cdrDimensionTypes), volume: leaf.number() }),
    ),
    tariff_id: z.optional(leaf.id(36)),
  });
  // Only its identity is required: a charge with unreadable details is still a charge.
  const session = leaf.forms(
    z.object({
      country_code: leaf.code(2),
      party_id: leaf.code(3),
      id: leaf.id(36),
      start_date_time: wanted(leaf.dateTime()),
      end_date_time: maybe(leaf.dateTime()),
      kwh: wanted(leaf.number()),
      cdr_token: wanted(cdrToken),
      auth_method: wanted(leaf.closed(authMethods)),
      authorization_reference: maybe(leaf.id(36)),
      location_id: wanted(leaf.id(36)),
      evse_uid: wanted(leaf.id(36)),
      connector_id: wanted(leaf.id(36)),
      meter_id: maybe(leaf.text(255)),
      currency: wanted(leaf.code(3)),
      charging_periods: maybe(many(chargingPeriod)),
      total_cost: maybe(price),
      status: wanted(leaf.closed(sessionStatuses)),
      last_updated: assumed(leaf.dateTime(), asItsWhole),
    }),
    sessionForms,
  );
  const cdrLocation = z.object({
    id: wanted(leaf.id(36)),
    name: maybe(leaf.text(255)),
    address: wanted(leaf.text(45)),
    city: wanted(leaf.text(45)),
    postal_code: maybe(leaf.text(10)),
    state: maybe(leaf.text(20)),
    country: wanted(leaf.code(3)),
    coordinates: wanted(places.geoLocation),
    evse_uid: wanted(leaf.id(36)),
    evse_id: wanted(leaf.id(48)),
    connector_id: wanted(leaf.id(36)),
    connector_standard: wanted(leaf.open(connectorTypes)),
    connector_format: wanted(leaf.closed(["SOCKET", "CABLE"])),
    connector_power_type: wanted(leaf.closed(powerTypes)),
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
  // The amounts and the payer must be readable; purely informative fields are left out.
  const cdr = leaf.forms(
    z.object({
      country_code: leaf.code(2),
      party_id: leaf.code(3),
      id: leaf.id(39),
      start_date_time: leaf.dateTime(),
      end_date_time: leaf.dateTime(),
      session_id: maybe(leaf.id(36)),
      cdr_token: cdrToken,
      auth_method: wanted(leaf.closed(authMethods)),
      authorization_reference: maybe(leaf.id(36)),
      cdr_location: wanted(cdrLocation),
      meter_id: maybe(leaf.text(255)),
      currency: leaf.code(3),
      tariffs: maybe(many(tariff)),
      charging_periods: leaf.some(chargingPeriod),
      signed_data: maybe(signedData),
      total_cost: price,
      total_fixed_cost: maybe(price),
      total_energy: leaf.number(),
      total_energy_cost: maybe(price),
      total_time: wanted(leaf.number()),
      total_time_cost: maybe(price),
      total_parking_time: maybe(leaf.number()),
      total_parking_cost: maybe(price),
      total_reservation_cost: maybe(price),
      remark: maybe(leaf.text(255)),
      invoice_reference_id: maybe(leaf.id(39)),
      // A credit that is not recognised would be paid instead of refunded.
      credit: z.optional(leaf.flag()),
      credit_reference_id: z.optional(leaf.id(39)),
      home_charging_compensation: maybe(leaf.flag()),
      last_updated: assumed(leaf.dateTime(), asItsEnd),
    }),
    cdrForms,
  );
  return {
    cdrToken,
    chargingPeriod,
    session,
    chargingPreferences: z.object({
      profile_type: leaf.closed(["CHEAP", "FAST", "GREEN", "REGULAR"]),
      departure_time: z.optional(leaf.dateTime()),
      energy_need: z.optional(leaf.number()),
      discharge_allowed: z.optional(leaf.flag()),
    }),
    chargingPreferencesResponse: leaf.closed([
      "ACCEPTED",
      "DEPARTURE_REQUIRED",
      "ENERGY_NEED_REQUIRED",
      "NOT_POSSIBLE",
      "PROFILE_TYPE_NOT_SUPPORTED",
    ]),
    sessionPatch: leaf.patch(session),
    cdrLocation,
    cdr,
  };
}
