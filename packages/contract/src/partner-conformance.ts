import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, IdParams } from "./shapes.ts";

/** One thing that a partner does otherwise than OCPI says, in sentences that can be sent to it. */
const Fault = z.object({
  /** OCPI's name of the module; `versions` for versions and version details. */
  module: z.string(),
  /** Method and address of the request. */
  asked: z.string(),
  came: z.string(),
  /** What OCPI says, with the section. */
  standard: z.string(),
});
export const PartnerConformance = z.object({
  partner: z.object({
    id: Id,
    name: z.string(),
    country_code: z.nullable(z.string()),
    party_id: z.nullable(z.string()),
  }),
  ocpi_version: z.string(),
  requests: z.int(),
  /** Of how many objects each module's faults were looked for. */
  objects: z.array(z.object({ module: z.string(), read: z.int() })),
  faults: z.array(Fault),
});
/**
 * Asks a registered partner for its versions, credentials and the first two pages of each of its lists, and compares the
 * answers with OCPI. Nothing is stored.
 */
export const checkPartner = route({
  method: "POST",
  path: "/provider/v1/partners/:id/conformance",
  access: { rule: "provider", effect: "CARE" },
  budget: { perMinute: 6, burst: 6 },
  params: IdParams,
  response: data(PartnerConformance),
  errors: ["NOT_FOUND", "CONFLICT"],
});
