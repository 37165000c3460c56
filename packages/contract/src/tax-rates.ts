import * as z from "zod/mini";
import { IsoDate } from "./bills.ts";
import { fourDecimals } from "./retail-rules.ts";
import { route } from "./route.ts";
import { data, Instant } from "./shapes.ts";

/** What is sold; null: all that has no rate of its own. */
const SoldKind = z.nullable(z.enum(["ENERGY", "TIME", "FLAT", "PARKING_TIME", "RESERVATION"]));
const Percent = z.number().check(z.minimum(0), z.maximum(100), fourDecimals);
/** Services Accounting Code. */
const Sac = z.string().check(z.regex(/^\d{6}$/));

/** The seller's GST on what it sells, from a moment on. */
export const TaxRate = z.object({
  kind: SoldKind,
  percent: z.number(),
  sac: z.string(),
  from: Instant,
  state: z.enum(["PLANNED", "IN_FORCE", "ENDED"]),
  updated_at: Instant,
  /** Null: a preset that nobody of the provider has confirmed. */
  by: z.nullable(z.string()),
});
export const listTaxRates = route({
  method: "GET",
  path: "/provider/v1/tax-rates",
  access: { rule: "provider", effect: "READ" },
  response: data(z.object({ rates: z.array(TaxRate) })),
  errors: [],
});
/**
 * Sets the rate of a kind, or confirms it as it is. It holds for what starts from then on. INVALID_INPUT: the day has
 * begun.
 */
export const putTaxRate = route({
  method: "PUT",
  path: "/provider/v1/tax-rates",
  access: { rule: "provider", effect: "PRICE" },
  body: z.object({
    kind: z._default(SoldKind, null),
    percent: Percent,
    sac: Sac,
    /** The day in India from whose beginning it holds, tomorrow at the earliest; null: at once. */
    from: z._default(z.nullable(IsoDate), null),
  }),
  response: data(TaxRate),
  errors: ["INVALID_INPUT", "SECOND_MEMBER_NEEDED"],
});
