import * as z from "zod/mini";
import { CustomerType } from "./accounts.ts";
import { Language } from "./content.ts";
import { ExportedRows } from "./exported-rows.ts";
import { DriverBusiness } from "./registered-buyer.ts";
import { route } from "./route.ts";
import { data, DriverParams, Id, Instant, Minor, Reason } from "./shapes.ts";

export { ExportedRows };
export * from "./breaches.ts";

const lists = Object.fromEntries(
  Object.entries(ExportedRows).map(([name, row]) => [name, z.array(row as z.ZodMiniType)]),
) as { [Name in keyof typeof ExportedRows]: z.ZodMiniArray<(typeof ExportedRows)[Name]> };

/** Everything that is kept of a driver, but secrets and the books of others that know a driver by an id alone. */
export const DriverExport = z.object({
  exported_at: Instant,
  account: z.object({
    id: Id,
    mobile: z.string(),
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    gst_in: z.nullable(z.string()),
    ...DriverBusiness,
    customer_type: CustomerType,
    allow_multi_charging: z.boolean(),
    created_at: Instant,
    deactivated_at: z.nullable(Instant),
    language: z.nullable(Language),
    quiet_hours: z.nullable(z.object({ from_minute: z.int(), until_minute: z.int() })),
    /** Who pays for the charges; null: the driver. */
    company: z.nullable(z.object({ id: Id, name: z.string() })),
    /** The company that has the number on its list. */
    listed_by: z.nullable(z.object({ id: Id, name: z.string() })),
    wallet: z.object({
      balance_minor: Minor,
      held_minor: Minor,
      withdrawing_minor: Minor,
      closed_at: z.nullable(Instant),
    }),
  }),
  ...lists,
});
/**
 * Everything that is kept of a driver, closed accounts included, as one document that is read while it is written: no
 * length but its own. Rows that change meanwhile are as they are when their turn comes.
 */
export const exportDriver = route({
  method: "POST",
  path: "/provider/v1/drivers/:mobile/export",
  access: { rule: "provider", effect: "EXPORT" },
  params: DriverParams,
  body: z.object({ reason: Reason }),
  response: DriverExport,
  documents: ["application/json"],
  errors: ["NOT_FOUND", "MOBILE_INVALID"],
});

/** What stands in the way of an erasure. */
export const Obstacle = z.object({
  what: z.enum([
    "CHARGE_OPEN",
    "BILL_TO_COME",
    "RECORD_DISPUTED",
    "RECORD_SET_ASIDE",
    "MONEY_HELD",
    "MONEY_ON_ITS_WAY_BACK",
    "PAYMENT_UNDER_WAY",
    "PAYMENT_DISPUTED",
    "MONEY_LEFT",
    "MONEY_OWED",
  ]),
  /** How many of them; paise where it is money. */
  count: z.int(),
});
/** What was done, as it was answered the first time. */
export const Erasure = z.object({
  user_id: Id,
  reference: z.string(),
  erased_at: Instant,
  /** Rows that are gone or emptied, by what they were. */
  erased: z.record(z.string(), z.int()),
  /** What stays, and why. */
  kept: z.array(z.object({ what: z.string(), why: z.string() })),
});
/**
 * Erases the personal data of a closed account for good; bills, ledger and books stay, without a way back to the person
 * but what a bill must name. The number is free afterwards. ACCOUNT_NOT_SETTLED carries `in_the_way`: Obstacles. The same
 * reference for the same number is the same erasure.
 */
export const eraseDriver = route({
  method: "POST",
  path: "/provider/v1/drivers/:mobile/erasure",
  access: { rule: "provider", effect: "ERASE" },
  params: DriverParams,
  body: z.object({
    reason: Reason,
    reference: z.string().check(z.trim(), z.minLength(4), z.maxLength(64)),
  }),
  response: data(Erasure),
  errors: [
    "NOT_FOUND",
    "MOBILE_INVALID",
    "ACCOUNT_NOT_CLOSED",
    "ACCOUNT_NOT_SETTLED",
    "REFERENCE_REUSED",
  ],
});
