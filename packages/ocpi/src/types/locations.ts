import * as z from "zod/mini";
import {
  always,
  asItsWhole,
  closedAtTimes,
  connectorForms,
  locationForms,
  zoneByCountry,
} from "./older-shapes.ts";
import { impossiblePlace } from "./plausible-place.ts";
import type { Leaf } from "./scalars.ts";
import {
  capabilities,
  connectorCapabilities,
  connectorTypes,
  energySources,
  evseStatuses,
  facilities,
  imageCategories,
  parkingRestrictions,
  parkingTypes,
  powerTypes,
  tokenTypes,
  vehicleTypes,
} from "./location-values.ts";

// OCPI mod_locations, 2.2.1 with what 2.3.0 adds
export function locationSchemas(leaf: Leaf) {
  const { maybe, wanted, assumed, many } = leaf;
  const changed = () => assumed(leaf.dateTime(), asItsWhole);
  const displayText = z.object({ language: wanted(leaf.text(2)), text: leaf.text(512) });
  const geoLocation = z.object({ latitude: leaf.degrees(90), longitude: leaf.degrees(180) });
  const image = z.object({
    url: leaf.url(),
    thumbnail: maybe(leaf.url()),
    category: assumed(leaf.open(imageCategories), always("OTHER")),
    type: wanted(leaf.text(4)),
    width: maybe(leaf.rating()),
    height: maybe(leaf.rating()),
  });
  const businessDetails = z.object({
    name: leaf.text(100),
    website: maybe(leaf.url()),
    logo: maybe(image),
  });
  const energyMix = z.object({
    is_green_energy: leaf.flag(),
    energy_sources: maybe(
      many(z.object({ source: leaf.closed(energySources), percentage: leaf.number() })),
    ),
    environ_impact: maybe(
      many(
        z.object({
          category: leaf.open(["NUCLEAR_WASTE", "CARBON_DIOXIDE"]),
          amount: leaf.number(),
        }),
      ),
    ),
    supplier_name: maybe(leaf.text(64)),
    energy_product_name: maybe(leaf.text(64)),
  });
  // OCPI 2.3.0. Only its id is required: what is known of a bay helps, what is not does not matter.
  const parking = z.object({
    id: leaf.id(36),
    physical_reference: maybe(leaf.text(12)),
    vehicle_types: wanted(many(leaf.open(vehicleTypes))),
    max_vehicle_weight: maybe(leaf.limit()),
    max_vehicle_height: maybe(leaf.centimetres()),
    max_vehicle_length: maybe(leaf.centimetres()),
    max_vehicle_width: maybe(leaf.centimetres()),
    parking_space_length: maybe(leaf.centimetres()),
    parking_space_width: maybe(leaf.centimetres()),
    dangerous_goods_allowed: maybe(leaf.flag()),
    direction: maybe(leaf.closed(["PARALLEL", "PERPENDICULAR", "ANGLE"])),
    drive_through: maybe(leaf.flag()),
    restricted_to_type: wanted(leaf.flag()),
    reservation_required: wanted(leaf.flag()),
    time_limit: maybe(leaf.limit()),
    roofed: maybe(leaf.flag()),
    images: maybe(many(image)),
    lighting: maybe(leaf.flag()),
    refrigeration_outlet: maybe(leaf.flag()),
    standards: maybe(many(leaf.text(255))),
    apds_reference: maybe(leaf.text(255)),
  });
  const exceptionalPeriod = z.object({
    period_begin: leaf.dateTime(),
    period_end: leaf.dateTime(),
  });
  const hours = z.object({
    twentyfourseven: assumed(leaf.flag(), closedAtTimes),
    regular_hours: maybe(
      many(
        z.object({
          weekday: leaf.weekday(),
          period_begin: leaf.clock(false),
          period_end: leaf.clock(false),
        }),
      ),
    ),
    exceptional_openings: maybe(many(exceptionalPeriod)),
    exceptional_closings: maybe(many(exceptionalPeriod)),
  });
  const connector = leaf.forms(
    z.object({
      id: leaf.id(36),
      standard: leaf.open(connectorTypes),
      format: assumed(leaf.closed(["SOCKET", "CABLE"]), always("UNKNOWN")),
      power_type: leaf.closed(powerTypes),
      max_voltage: wanted(leaf.rating()),
      max_amperage: wanted(leaf.rating()),
      // Not rounded: 7.4 is a power in kW, sent in the field of W.
      max_electric_power: maybe(leaf.number()),
      // The first known tariff is the price: without one of them it may be the wrong one.
      tariff_ids: maybe(z.array(leaf.id(36))),
      terms_and_conditions: maybe(leaf.url()),
      capabilities: maybe(many(leaf.open(connectorCapabilities))),
      last_updated: changed(),
    }),
    connectorForms,
  );
  const evse = z.object({
    uid: leaf.id(36),
    evse_id: maybe(leaf.id(48)),
    status: assumed(leaf.closed(evseStatuses), always("UNKNOWN")),
    status_schedule: maybe(
      many(
        z.object({
          period_begin: leaf.dateTime(),
          period_end: maybe(leaf.dateTime()),
          status: leaf.closed(evseStatuses),
        }),
      ),
    ),
    capabilities: maybe(many(leaf.open(capabilities))),
    connectors: assumed(many(connector, 1), always([], "none")),
    floor_level: maybe(leaf.text(4)),
    coordinates: maybe(geoLocation),
    physical_reference: maybe(leaf.text(16)),
    directions: maybe(many(displayText)),
    parking_restrictions: maybe(many(leaf.open(parkingRestrictions))),
    parking: maybe(
      many(
        z.object({
          parking_id: leaf.id(36),
          evse_position: maybe(leaf.closed(["LEFT", "RIGHT", "CENTER"])),
        }),
      ),
    ),
    images: maybe(many(image)),
    accepted_service_providers: maybe(many(leaf.text(50))),
    last_updated: changed(),
  });
  const location = leaf.forms(
    z.object({
      country_code: leaf.code(2),
      party_id: leaf.code(3),
      id: leaf.id(36),
      publish: assumed(leaf.flag(), always(true)),
      // Visibility rules: an entry with a missing part would match too much.
      publish_allowed_to: maybe(
        many(
          z.object({
            uid: z.optional(leaf.id(36)),
            type: z.optional(leaf.open(tokenTypes)),
            visual_number: z.optional(leaf.text(64)),
            issuer: z.optional(leaf.text(64)),
            group_id: z.optional(leaf.id(36)),
          }),
        ),
      ),
      name: maybe(leaf.text(255)),
      address: wanted(leaf.text(255)),
      city: wanted(leaf.text(45)),
      postal_code: maybe(leaf.text(10)),
      state: maybe(leaf.text(45)),
      country: wanted(leaf.code(3)),
      coordinates: geoLocation,
      related_locations: maybe(
        many(
          z.object({
            latitude: leaf.degrees(90),
            longitude: leaf.degrees(180),
            name: maybe(displayText),
          }),
        ),
      ),
      parking_type: maybe(leaf.open(parkingTypes)),
      parking_places: maybe(leaf.distinct(many(parking), "id")),
      evses: maybe(leaf.distinct(many(evse), "uid")),
      directions: maybe(many(displayText)),
      operator: maybe(businessDetails),
      suboperator: maybe(businessDetails),
      owner: maybe(businessDetails),
      facilities: maybe(many(leaf.open(facilities))),
      time_zone: assumed(leaf.timeZone(), zoneByCountry),
      opening_times: maybe(hours),
      charging_when_closed: maybe(leaf.flag()),
      images: maybe(many(image)),
      energy_mix: maybe(energyMix),
      help_phone: maybe(leaf.text(25)),
      last_updated: changed(),
    }),
    locationForms,
  );
  return {
    displayText,
    geoLocation,
    image,
    businessDetails,
    energyMix,
    hours,
    connector,
    evse,
    location: leaf.checked(location, impossiblePlace),
    connectorPatch: leaf.patch(connector),
    evsePatch: leaf.patch(evse),
    locationPatch: leaf.patch(location),
  };
}
