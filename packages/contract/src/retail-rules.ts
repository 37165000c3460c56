import * as z from "zod/mini";
import { CustomerType } from "./accounts.ts";
import { IsoDate } from "./bills.ts";
import { route } from "./route.ts";
import { data, Id, Instant, Minor } from "./shapes.ts";

/** An operator by its id, its name or its OCPI party id. */
export const OperatorName = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

/** As OCPI's own numbers. */
export const fourDecimals = z.refine<number>((value) => Number(value.toFixed(4)) === value, {
  error: "must have at most four decimals",
});
/**
 * What the provider makes of operators' tariffs when it sells on: percent on every price, and rupees a kWh, both
 * without GST. Null: as a more general rule has it, or as the operator's.
 */
export const RetailRule = z.object({
  markup_percent: z.nullable(z.number().check(z.gt(-100), z.maximum(1000), fourDecimals)),
  per_kwh_add: z.nullable(z.number().check(z.minimum(-1000), z.maximum(1000), fourDecimals)),
});
/**
 * For whom a rule holds. Null: every operator, every type of customer. Each part comes from the most specific rule that
 * has it, operator first. `from`: the day in India that it was planned for; null: it holds since it was set.
 */
export const RetailEntry = z.object({
  operator: z.nullable(z.object({ id: Id, name: z.string() })),
  customer_type: z.nullable(CustomerType),
  rule: RetailRule,
  from: z.nullable(IsoDate),
  /** When it was written, and by whom; null: not kept. */
  updated_at: Instant,
  by: z.nullable(z.string()),
});
/** `rules` hold now. `planned` replace them from their day on, the next first. */
export const listRetailRules = route({
  method: "GET",
  path: "/provider/v1/retail-rules",
  access: { rule: "provider", effect: "READ" },
  response: data(z.object({ rules: z.array(RetailEntry), planned: z.array(RetailEntry) })),
  errors: [],
});

const RetailRuleInput = z.object({
  operator: z._default(z.nullable(OperatorName), null),
  customer_type: z._default(z.nullable(CustomerType), null),
  markup_percent: z._default(RetailRule.shape.markup_percent, null),
  per_kwh_add: z._default(RetailRule.shape.per_kwh_add, null),
  /** The day in India from whose beginning it holds, tomorrow at the earliest; null: at once. */
  from: z._default(z.nullable(IsoDate), null),
});
/**
 * Sets the rule for an operator and a type of customer; what it does not name is as more general rules have it.
 * INVALID_INPUT: the day has begun. CONFLICT: another rule is planned for the same and that day.
 */
export const putRetailRule = route({
  method: "PUT",
  path: "/provider/v1/retail-rules",
  access: { rule: "provider", effect: "PRICE" },
  body: RetailRuleInput,
  response: data(RetailEntry),
  errors: ["NOT_FOUND", "INVALID_INPUT", "CONFLICT", "SECOND_MEMBER_NEEDED"],
});
/** Takes back the rule for exactly this operator and type of customer; with `from` the one that is planned for that day. */
export const deleteRetailRule = route({
  method: "DELETE",
  path: "/provider/v1/retail-rules",
  access: { rule: "provider", effect: "PRICE" },
  query: z.object({
    operator: z.optional(OperatorName),
    customer_type: z.optional(CustomerType),
    from: z.optional(IsoDate),
  }),
  response: data(RetailEntry),
  errors: ["NOT_FOUND", "SECOND_MEMBER_NEEDED"],
});

/** What a rule makes of the price of one tariff. Amounts are null where the tariff has no price: `unpriced` says why. */
const PreviewedPrice = z.object({
  operator: z.object({ id: Id, name: z.string() }),
  tariff_id: Id,
  location: z.object({ id: Id, name: z.string() }),
  /** A plug with this tariff. */
  plug: z.object({ standard: z.string(), power_kw: z.nullable(z.number()) }),
  /** How often drivers charged at it in thirty days, counted over the latest 1,000 charges. */
  charges: z.int(),
  /** How long the charge takes: 40 minutes, or longer where the plug is slower. */
  minutes: z.int(),
  /** Null: nobody can read the tariff. */
  currency: z.nullable(z.string()),
  unpriced: z.nullable(z.enum(["CURRENCY", "NOT_VALID", "UNREADABLE"])),
  /** What the operator asks, without GST. */
  cost_minor: z.nullable(Minor),
  /** What a driver pays for it today, and with the rule; both with GST and start fees. */
  today_minor: z.nullable(Minor),
  after_minor: z.nullable(Minor),
  /** The GST in it, by the seller's tax rates. */
  after_gst_minor: z.nullable(Minor),
  /** Price less cost, both without GST; negative: sold below cost. */
  margin_today_minor: z.nullable(Minor),
  margin_minor: z.nullable(Minor),
  /** Of the price without GST; null: it is free. */
  margin_percent: z.nullable(z.number()),
  below_cost: z.boolean(),
  /**
   * How the price with the rule stands to the ceiling that the Ministry of Power advises for the service charge; paise a kWh
   * without GST. Null: it has no price, or the plug can be AC and DC.
   */
  advisory: z.nullable(
    z.object({
      ceiling_minor: Minor,
      /** From 9 to 16 o'clock in India. */
      solar: z.boolean(),
      /** The whole price, start fees included: `energy_minor` of it is the operator's energy price, `other_minor` all else. */
      per_kwh_minor: Minor,
      energy_minor: Minor,
      other_minor: Minor,
      /** NOT_SPLIT: within if at least `electricity_minor` of the energy price is electricity, which the tariff does not say. */
      verdict: z.enum(["WITHIN", "ABOVE", "NOT_SPLIT"]),
      electricity_minor: z.nullable(Minor),
    }),
  ),
});
export const RetailPreview = z.object({
  /** When the charge begins: now, or at this time of the day on the rule's first day. */
  at: Instant,
  kwh: z.number(),
  customer_type: CustomerType,
  prices: z.array(PreviewedPrice),
});
/**
 * What a rule would make of the prices of ten tariffs, those most used first, different operators before second tariffs.
 * Nothing is saved.
 */
export const previewRetailRule = route({
  method: "POST",
  path: "/provider/v1/retail-rules/preview",
  access: { rule: "provider", effect: "READ" },
  // Each reads up to a thousand charges.
  budget: { perMinute: 60, burst: 30 },
  body: RetailRuleInput,
  response: data(RetailPreview),
  errors: ["NOT_FOUND", "INVALID_INPUT"],
});
