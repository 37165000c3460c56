import * as z from "zod/mini";
import { Id, Instant, Minor } from "./shapes.ts";

/**
 * What a charge waits for longer than it should. START: the operator's answer; NEWS: an update, for a quarter of an hour;
 * STOP: the end, twenty minutes after the stop; BILL: the charge record, for an hour; RECORD: the same after a day, with a
 * bill from our own meter values; UNCLEAR: nobody knows whether it charged.
 */
export const ChargeWait = z.enum(["START", "NEWS", "STOP", "BILL", "RECORD", "UNCLEAR"]);

/** What was said with an operator, without bodies. */
export const OcpiMessageLine = z.object({
  id: Id,
  at: Instant,
  direction: z.enum(["IN", "OUT"]),
  method: z.string(),
  path: z.string(),
  http_status: z.nullable(z.int()),
  status_code: z.nullable(z.int()),
  failure: z.nullable(z.string()),
});

export const ConsoleCharge = z.object({
  id: Id,
  requested_at: Instant,
  step: z.string(),
  waits_for: z.nullable(ChargeWait),
  /** The code of a start that failed. */
  failure: z.nullable(z.string()),
  operator: z.object({ id: Id, name: z.string() }),
  location: z.object({ id: Id, name: z.string(), city: z.string() }),
  /** The last five digits of the number; null: the account was erased. */
  driver: z.object({ id: Id, mobile_masked: z.nullable(z.string()) }),
  kwh: z.nullable(z.number()),
  /** The bill's amount, or what it costs so far. */
  cost_minor: z.nullable(Minor),
  bill_id: z.nullable(Id),
});
