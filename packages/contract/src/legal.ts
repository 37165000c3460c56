import * as z from "zod/mini";
import { Seller } from "./administration.ts";
import { route } from "./route.ts";
import { data, Instant } from "./shapes.ts";
import { SupportInformation } from "./support.ts";

/** The English text is the one that counts: `version` rises with each change of it. */
const DocumentVersion = z.object({ version: z.int(), updated_at: Instant });

/** Who sells and who answers: what rule 4 of the Consumer Protection (E-Commerce) Rules 2020 has shown to everybody. */
export const Legal = z.object({
  seller: z.object({
    ...z.pick(Seller, {
      name: true,
      address: true,
      city: true,
      postal_code: true,
      gst_in: true,
      website: true,
      example: true,
    }).shape,
    /** Its name in English. */
    state: z.string(),
    /** Their addresses. */
    branches: z.array(z.string()),
  }),
  customer_care: z.pick(SupportInformation, { phone: true, email: true, hours: true }),
  /** Null: nobody is named yet. */
  grievance_officer: z.nullable(
    z.object({
      name: z.string(),
      designation: z.string(),
      /** E.164 */
      phone: z.string(),
      email: z.string(),
    }),
  ),
  terms: DocumentVersion,
  privacy: DocumentVersion,
});
/** Its rules for refunds and cancellation are the text `refunds` of the terms. */
export const getLegal = route({
  method: "GET",
  path: "/api/user/v1/legal",
  access: { rule: "public" },
  response: data(Legal),
  errors: [],
});
