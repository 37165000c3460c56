import * as z from "zod/mini";
import { priceForms, tariffForms } from "./newer-shapes.ts";
import { asItsWhole } from "./older-shapes.ts";
import type { Leaf } from "./scalars.ts";
import type { locationSchemas } from "./locations.ts";

// OCPI mod_tariffs, 2.2.1 with what 2.3.0 adds
/** TariffDimensionType. */
export const tariffDimensionTypes = ["ENERGY", "FLAT", "PARKING_TIME", "TIME"] as const;
/** DayOfWeek. */
export const daysOfWeek = [
  "MONDAY",
  "TUESDAY",
  "WEDNESDAY",
  "THURSDAY",
  "FRIDAY",
  "SATURDAY",
  "SUNDAY",
] as const;
const tariffTypes = [
  "AD_HOC_PAYMENT",
  "PROFILE_CHEAP",
  "PROFILE_FAST",
  "PROFILE_GREEN",
  "REGULAR",
] as const;

export function tariffSchemas(leaf: Leaf, shared: ReturnType<typeof locationSchemas>) {
  const { maybe, many } = leaf;
  // Plain z.optional where a price depends on the field: if it is unreadable, the tariff is refused, as it would have
  // another price without it.
  const price = leaf.forms(
    z.object({
      excl_vat: leaf.number(),
      incl_vat: z.optional(leaf.number()),
      // Of OCPI 2.3.0.
      taxes: maybe(
        many(
          z.object({
            name: leaf.text(255),
            account_number: maybe(leaf.text(255)),
            percentage: maybe(leaf.number()),
            amount: leaf.number(),
          }),
        ),
      ),
    }),
    priceForms,
  );
  const priceComponent = leaf.whole(
    z.object({
      type: leaf.closed(tariffDimensionTypes),
      price: leaf.number(),
      // Ours: the price as sent, where OCPI 2.3.0 says that it includes tax.
      price_incl_vat: z.optional(leaf.number()),
      vat: z.optional(leaf.number()),
      step_size: leaf.int(),
    }),
  );
  const tariffRestrictions = leaf.whole(
    z.object({
      start_time: z.optional(leaf.clock(true)),
      end_time: z.optional(leaf.clock(true)),
      start_date: z.optional(leaf.day()),
      end_date: z.optional(leaf.day()),
      min_kwh: z.optional(leaf.number()),
      max_kwh: z.optional(leaf.number()),
      min_current: z.optional(leaf.number()),
      max_current: z.optional(leaf.number()),
      min_power: z.optional(leaf.number()),
      max_power: z.optional(leaf.number()),
      min_duration: z.optional(leaf.int()),
      max_duration: z.optional(leaf.int()),
      day_of_week: z.optional(z.array(leaf.closed(daysOfWeek))),
      reservation: z.optional(leaf.closed(["RESERVATION", "RESERVATION_EXPIRES"])),
    }),
  );
  const tariffElement = leaf.whole(
    z.object({
      price_components: leaf.some(priceComponent),
      restrictions: z.optional(tariffRestrictions),
    }),
  );
  const tariff = leaf.forms(
    z.object({
      country_code: leaf.code(2),
      party_id: leaf.code(3),
      id: leaf.id(36),
      currency: leaf.code(3),
      type: maybe(leaf.closed(tariffTypes)),
      tariff_alt_text: maybe(many(shared.displayText)),
      tariff_alt_url: maybe(leaf.url()),
      min_price: z.optional(price),
      max_price: z.optional(price),
      elements: leaf.some(tariffElement),
      start_date_time: z.optional(leaf.dateTime()),
      end_date_time: z.optional(leaf.dateTime()),
      energy_mix: maybe(shared.energyMix),
      // Of OCPI 2.3.0: prices with tax would otherwise be read as prices without it.
      tax_included: z.optional(leaf.closed(["YES", "NO", "N/A"])),
      last_updated: leaf.assumed(leaf.dateTime(), asItsWhole),
    }),
    tariffForms,
  );
  return { price, priceComponent, tariffRestrictions, tariffElement, tariff };
}
