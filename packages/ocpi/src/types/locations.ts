import * as z from "zod/mini";
import type { Leaf } from "./leaf.ts";

// OCPI 2.2.1 mod_locations
export const evseStatuses = [
  "AVAILABLE",
  "BLOCKED",
  "CHARGING",
  "INOPERATIVE",
  "OUTOFORDER",
  "PLANNED",
  "REMOVED",
  "RESERVED",
  "UNKNOWN",
] as const;

export const powerTypes = [
  "AC_1_PHASE",
  "AC_2_PHASE",
  "AC_2_PHASE_SPLIT",
  "AC_3_PHASE",
  "DC",
] as const;

export const connectorTypes = [
  "CHADEMO",
  "CHAOJI",
  "DOMESTIC_A",
  "DOMESTIC_B",
  "DOMESTIC_C",
  "DOMESTIC_D",
  "DOMESTIC_E",
  "DOMESTIC_F",
  "DOMESTIC_G",
  "DOMESTIC_H",
  "DOMESTIC_I",
  "DOMESTIC_J",
  "DOMESTIC_K",
  "DOMESTIC_L",
  "DOMESTIC_M",
  "DOMESTIC_N",
  "DOMESTIC_O",
  "GBT_AC",
  "GBT_DC",
  "IEC_60309_2_single_16",
  "IEC_60309_2_three_16",
  "IEC_60309_2_three_32",
  "IEC_60309_2_three_64",
  "IEC_62196_T1",
  "IEC_62196_T1_COMBO",
  "IEC_62196_T2",
  "IEC_62196_T2_COMBO",
  "IEC_62196_T3A",
  "IEC_62196_T3C",
  "NEMA_5_20",
  "NEMA_6_30",
  "NEMA_6_50",
  "NEMA_10_30",
  "NEMA_10_50",
  "NEMA_14_30",
  "NEMA_14_50",
  "PANTOGRAPH_BOTTOM_UP",
  "PANTOGRAPH_TOP_DOWN",
  "TESLA_R",
  "TESLA_S",
] as const;

export const capabilities = [
  "CHARGING_PROFILE_CAPABLE",
  "CHARGING_PREFERENCES_CAPABLE",
  "CHIP_CARD_SUPPORT",
  "CONTACTLESS_CARD_SUPPORT",
  "CREDIT_CARD_PAYABLE",
  "DEBIT_CARD_PAYABLE",
  "PED_TERMINAL",
  "REMOTE_START_STOP_CAPABLE",
  "RESERVABLE",
  "RFID_READER",
  "START_SESSION_CONNECTOR_REQUIRED",
  "TOKEN_GROUP_CAPABLE",
  "UNLOCK_CAPABLE",
] as const;

export const facilities = [
  "HOTEL",
  "RESTAURANT",
  "CAFE",
  "MALL",
  "SUPERMARKET",
  "SPORT",
  "RECREATION_AREA",
  "NATURE",
  "MUSEUM",
  "BIKE_SHARING",
  "BUS_STOP",
  "TAXI_STAND",
  "TRAM_STOP",
  "METRO_STATION",
  "TRAIN_STATION",
  "AIRPORT",
  "PARKING_LOT",
  "CARPOOL_PARKING",
  "FUEL_STATION",
  "WIFI",
] as const;

const parkingTypes = [
  "ALONG_MOTORWAY",
  "PARKING_GARAGE",
  "PARKING_LOT",
  "ON_DRIVEWAY",
  "ON_STREET",
  "UNDERGROUND_GARAGE",
] as const;

const parkingRestrictions = ["EV_ONLY", "PLUGGED", "DISABLED", "CUSTOMERS", "MOTORCYCLES"] as const;

const imageCategories = [
  "CHARGER",
  "ENTRANCE",
  "LOCATION",
  "NETWORK",
  "OPERATOR",
  "OTHER",
  "OWNER",
] as const;

const energySources = [
  "NUCLEAR",
  "GENERAL_FOSSIL",
  "COAL",
  "GAS",
  "GENERAL_GREEN",
  "SOLAR",
  "WIND",
  "WATER",
] as const;

export const tokenTypes = ["AD_HOC_USER", "APP_USER", "OTHER", "RFID"] as const;

export function locationSchemas(leaf: Leaf) {
  const displayText = z.object({ language: leaf.text(2), text: leaf.text(512) });
  const geoLocation = z.object({ latitude: leaf.degrees(90), longitude: leaf.degrees(180) });
  const image = z.object({
    url: leaf.url(),
    thumbnail: z.optional(leaf.url()),
    category: leaf.oneOf(imageCategories),
    type: leaf.text(4),
    width: z.optional(leaf.rating()),
    height: z.optional(leaf.rating()),
  });
  const businessDetails = z.object({
    name: leaf.text(100),
    website: z.optional(leaf.url()),
    logo: z.optional(image),
  });
  const energyMix = z.object({
    is_green_energy: leaf.flag(),
    energy_sources: z.optional(
      z.array(z.object({ source: leaf.oneOf(energySources), percentage: leaf.number() })),
    ),
    environ_impact: z.optional(
      z.array(
        z.object({
          category: leaf.oneOf(["NUCLEAR_WASTE", "CARBON_DIOXIDE"]),
          amount: leaf.number(),
        }),
      ),
    ),
    supplier_name: z.optional(leaf.text(64)),
    energy_product_name: z.optional(leaf.text(64)),
  });
  const exceptionalPeriod = z.object({
    period_begin: leaf.dateTime(),
    period_end: leaf.dateTime(),
  });
  const hours = z.object({
    twentyfourseven: leaf.flag(),
    regular_hours: z.optional(
      z.array(
        z.object({ weekday: leaf.int(), period_begin: leaf.text(5), period_end: leaf.text(5) }),
      ),
    ),
    exceptional_openings: z.optional(z.array(exceptionalPeriod)),
    exceptional_closings: z.optional(z.array(exceptionalPeriod)),
  });
  const connector = z.object({
    id: leaf.id(36),
    standard: leaf.oneOf(connectorTypes),
    format: leaf.oneOf(["SOCKET", "CABLE"]),
    power_type: leaf.oneOf(powerTypes),
    max_voltage: leaf.rating(),
    max_amperage: leaf.rating(),
    max_electric_power: z.optional(leaf.rating()),
    tariff_ids: z.optional(z.array(leaf.id(36))),
    terms_and_conditions: z.optional(leaf.url()),
    last_updated: leaf.dateTime(),
  });
  const evse = z.object({
    uid: leaf.id(36),
    evse_id: z.optional(leaf.id(48)),
    status: leaf.oneOf(evseStatuses),
    status_schedule: z.optional(
      z.array(
        z.object({
          period_begin: leaf.dateTime(),
          period_end: z.optional(leaf.dateTime()),
          status: leaf.oneOf(evseStatuses),
        }),
      ),
    ),
    capabilities: z.optional(z.array(leaf.oneOf(capabilities))),
    connectors: leaf.some(connector),
    floor_level: z.optional(leaf.text(4)),
    coordinates: z.optional(geoLocation),
    physical_reference: z.optional(leaf.text(16)),
    directions: z.optional(z.array(displayText)),
    parking_restrictions: z.optional(z.array(leaf.oneOf(parkingRestrictions))),
    images: z.optional(z.array(image)),
    last_updated: leaf.dateTime(),
  });
  const location = z.object({
    country_code: leaf.code(2),
    party_id: leaf.code(3),
    id: leaf.id(36),
    publish: leaf.flag(),
    publish_allowed_to: z.optional(
      z.array(
        z.object({
          uid: z.optional(leaf.id(36)),
          type: z.optional(leaf.oneOf(tokenTypes)),
          visual_number: z.optional(leaf.text(64)),
          issuer: z.optional(leaf.text(64)),
          group_id: z.optional(leaf.id(36)),
        }),
      ),
    ),
    name: z.optional(leaf.text(255)),
    address: leaf.text(255),
    city: leaf.text(45),
    postal_code: z.optional(leaf.text(10)),
    state: z.optional(leaf.text(45)),
    country: leaf.code(3),
    coordinates: geoLocation,
    related_locations: z.optional(
      z.array(
        z.object({
          latitude: leaf.degrees(90),
          longitude: leaf.degrees(180),
          name: z.optional(displayText),
        }),
      ),
    ),
    parking_type: z.optional(leaf.oneOf(parkingTypes)),
    evses: z.optional(z.array(evse)),
    directions: z.optional(z.array(displayText)),
    operator: z.optional(businessDetails),
    suboperator: z.optional(businessDetails),
    owner: z.optional(businessDetails),
    facilities: z.optional(z.array(leaf.oneOf(facilities))),
    time_zone: leaf.text(255),
    opening_times: z.optional(hours),
    charging_when_closed: z.optional(leaf.flag()),
    images: z.optional(z.array(image)),
    energy_mix: z.optional(energyMix),
    last_updated: leaf.dateTime(),
  });
  // OCPI 2.2.1 mod_locations: a PATCH carries any fields and always last_updated.
  const patched = { last_updated: leaf.dateTime() };
  return {
    displayText,
    geoLocation,
    image,
    businessDetails,
    energyMix,
    hours,
    connector,
    evse,
    location,
    connectorPatch: z.extend(z.partial(connector), patched),
    evsePatch: z.extend(z.partial(evse), patched),
    locationPatch: z.extend(z.partial(location), patched),
  };
}
