import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, Minor } from "./shapes.ts";

/** How well an operator worked in the last thirty days. */
export const PartnerFigures = z.object({
  partner: z.object({ id: Id, name: z.string() }),
  from: Instant,
  until: Instant,
  /** Starts that were decided; `worked` of them became a charge. */
  starts: z.object({
    decided: z.int(),
    worked: z.int(),
    /** Percent; null: there was no start. */
    worked_percent: z.nullable(z.number()),
    /** There were more than are counted: the figures are of starts since then. Null: all are counted. */
    since: z.nullable(Instant),
  }),
  /** From the end of a charge to the bill of its CDR, in minutes; null: there was no CDR. */
  cdrs: z.object({
    count: z.int(),
    median_minutes: z.nullable(z.number()),
    /** 95 of 100 came sooner. */
    late_minutes: z.nullable(z.number()),
    since: z.nullable(Instant),
  }),
  /** CDRs that asked for more than is owed, and by how much, GST included. */
  disagreements: z.object({ count: z.int(), amount_minor: Minor }),
});
export const getPartnerFigures = route({
  method: "GET",
  path: "/provider/v1/partners/:id/figures",
  access: { rule: "provider", effect: "READ" },
  // Each reads up to twenty thousand rows.
  budget: { perMinute: 60, burst: 30 },
  params: IdParams,
  response: data(PartnerFigures),
  errors: ["NOT_FOUND"],
});
