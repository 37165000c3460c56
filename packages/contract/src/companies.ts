import * as z from "zod/mini";
import { User } from "./accounts.ts";
import { PersonalMobile, PersonalName, TypedMobile } from "./personal.ts";
import { route } from "./route.ts";
import {
  data,
  Id,
  IdParams,
  Instant,
  list,
  Minor,
  queryInt,
  Reason,
  UserParams,
} from "./shapes.ts";
import { Vehicle, VehicleInput } from "./vehicles.ts";

/** Paise a calendar month in India, GST included; null: no limit. */
const Limit = z.nullable(Minor.check(z.minimum(0)));
/** A calendar month in India, such as 2026-11. */
export const Month = z.string().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/));
const CompanyState = z.enum(["ACTIVE", "SUSPENDED"]);

/** The vehicles a company's driver may charge with; for its own drivers only. */
export const listCompanyVehicles = route({
  method: "GET",
  path: "/api/user/v1/company/:id/vehicles",
  access: { rule: "driver" },
  params: IdParams,
  query: z.object({
    page_no: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 100), 100),
  }),
  response: list(Vehicle),
  errors: ["NOT_FOUND"],
});

/**
 * What a company that has listed a driver's number offers: to pay for the charging sessions. Null: none does, or one pays
 * already. The wallet's money goes back to its payments (`refund_minor`); what cannot stays the driver's (`kept_minor`).
 */
export const CompanyOffer = z.object({
  company: z.object({ id: Id, name: z.string() }),
  refund_minor: Minor,
  kept_minor: Minor,
});
export const getCompanyOffer = route({
  method: "GET",
  path: "/api/user/v1/company-offer/:userId",
  access: { rule: "self", param: "userId" },
  params: UserParams,
  response: data(z.nullable(CompanyOffer)),
  errors: ["NOT_FOUND"],
});
/** The driver agrees: the company pays from now on. NOT_FOUND: it does not offer that any more. Again changes nothing. */
export const acceptCompanyOffer = route({
  method: "POST",
  path: "/api/user/v1/company-offer/:userId",
  access: { rule: "self", param: "userId" },
  params: UserParams,
  body: z.object({ company_id: Id }),
  response: data(User),
  errors: ["NOT_FOUND"],
});

/** The driver leaves the company that pays: from the next charge on the driver pays, and the company sees nothing of it. */
export const leaveCompany = route({
  method: "DELETE",
  path: "/api/user/v1/company-offer/:userId",
  access: { rule: "self", param: "userId" },
  params: UserParams,
  response: data(User),
  errors: ["NOT_FOUND"],
});

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
/** What invoices to a company say of it besides its name; null: not known. */
const CompanyBilling = {
  address: z.nullable(text(200)),
  city: z.nullable(text(80)),
  postal_code: z.nullable(z.string().check(z.regex(/^[1-9]\d{5}$/))),
  gst_in: z.nullable(z.string().check(z.trim(), z.maxLength(15), z.toUpperCase())),
  email: z.nullable(z.email().check(z.maxLength(254))),
};

export const CompanyAccount = z.object({
  id: Id,
  name: z.string(),
  ...CompanyBilling,
  /** SUSPENDED: no new charge starts; a running one goes on to its end. */
  state: CompanyState,
  limit_minor: Limit,
  /** What a number without a limit of its own may spend. */
  number_limit_minor: Limit,
  /** Billed in this month. */
  billed_minor: Minor,
  /** What the charges under way may still cost. */
  open_minor: Minor,
  /** Null: there is no limit. */
  left_minor: z.nullable(Minor),
  /** What the company owes, all bills and payments together. */
  owed_minor: Minor,
  numbers: z.array(
    z.object({
      mobile: PersonalMobile,
      /** Its own, or the company's for numbers without one. */
      limit_minor: Limit,
      own_limit: z.boolean(),
      /** The driver whose sessions it pays for; null: nobody, or the driver has not agreed yet. */
      driver_id: z.nullable(Id),
    }),
  ),
});

export const listCompanies = route({
  method: "GET",
  path: "/provider/v1/companies",
  access: { rule: "provider", effect: "READ" },
  response: data(
    z.object({
      companies: z.array(
        z.object({
          id: Id,
          name: z.string(),
          state: CompanyState,
          drivers: z.int(),
          owed_minor: Minor,
        }),
      ),
    }),
  ),
  documents: ["text/csv"],
  errors: [],
});
export const getCompany = route({
  method: "GET",
  path: "/provider/v1/companies/:id",
  access: { rule: "provider", effect: "READ" },
  params: IdParams,
  response: data(CompanyAccount),
  errors: ["NOT_FOUND"],
});
/** What is not named stays as it is. */
export const updateCompany = route({
  method: "PATCH",
  path: "/provider/v1/companies/:id",
  access: { rule: "provider", effect: "BOOKS" },
  params: IdParams,
  body: z.partial(
    z.object({
      state: CompanyState,
      limit_minor: Limit,
      number_limit_minor: Limit,
      ...CompanyBilling,
    }),
  ),
  response: data(CompanyAccount),
  errors: ["NOT_FOUND", "INVALID_INPUT"],
});
/** Sets what one listed number may spend a month; it stays when the number is taken off and listed again. */
export const limitCompanyNumber = route({
  method: "PATCH",
  path: "/provider/v1/companies/:id/numbers/:mobile",
  access: { rule: "provider", effect: "BOOKS" },
  params: z.object({ id: Id, mobile: TypedMobile }),
  body: z.object({ limit_minor: Limit }),
  response: data(CompanyAccount),
  errors: ["NOT_FOUND", "MOBILE_INVALID"],
});
/** Takes a number off the list: its driver pays for the next charges from the wallet again. */
export const unlistCompanyNumber = route({
  method: "DELETE",
  path: "/provider/v1/companies/:id/numbers/:mobile",
  access: { rule: "provider", effect: "CARE" },
  params: z.object({ id: Id, mobile: TypedMobile }),
  response: data(CompanyAccount),
  errors: ["NOT_FOUND", "MOBILE_INVALID"],
});

const VehicleParams = z.object({ id: Id, vehicleId: Id });
/** By registration. */
export const listVehiclesOfCompany = route({
  method: "GET",
  path: "/provider/v1/companies/:id/vehicles",
  access: { rule: "provider", effect: "READ" },
  params: IdParams,
  query: z.object({
    page_no: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 100), 50),
  }),
  response: list(Vehicle),
  documents: ["text/csv"],
  errors: ["NOT_FOUND"],
});
export const addCompanyVehicle = route({
  method: "POST",
  path: "/provider/v1/companies/:id/vehicles",
  access: { rule: "provider", effect: "CARE" },
  params: IdParams,
  body: z.object(VehicleInput),
  response: data(Vehicle),
  errors: ["NOT_FOUND"],
});
export const removeCompanyVehicle = route({
  method: "DELETE",
  path: "/provider/v1/companies/:id/vehicles/:vehicleId",
  access: { rule: "provider", effect: "CARE" },
  params: VehicleParams,
  response: data(Vehicle),
  errors: ["NOT_FOUND"],
});

/** The bank's or the back office's own mark of a payment: under one reference there is one payment. */
const Reference = z.string().check(z.trim(), z.minLength(4), z.maxLength(64));
/** Books money a company paid. The same payment under the same reference again changes nothing. */
export const recordCompanyPayment = route({
  method: "POST",
  path: "/provider/v1/companies/:id/payments",
  access: { rule: "provider", effect: "BOOKS" },
  params: IdParams,
  body: z.object({
    /** What came to the bank. */
    amount_minor: Minor.check(z.minimum(1), z.maximum(100_000_000_000)),
    /** Income tax that the company kept and paid for us (TDS): its debt is less by that, too. */
    tds_minor: z.optional(Minor.check(z.minimum(0), z.maximum(100_000_000_000))),
    reference: Reference,
  }),
  response: data(z.object({ booked: z.boolean(), owed_minor: Minor })),
  errors: ["NOT_FOUND", "REFERENCE_REUSED"],
});

/**
 * Takes back a payment that was booked by mistake; the right one is booked under a reference of its own. A payment that was
 * taken back before changes nothing. NOT_FOUND: the company has no payment of that reference.
 */
export const reverseCompanyPayment = route({
  method: "POST",
  path: "/provider/v1/companies/:id/payments/reversed",
  access: { rule: "provider", effect: "UNBOOK" },
  params: IdParams,
  body: z.object({ reference: Reference, reason: Reason }),
  response: data(z.object({ booked: z.boolean(), owed_minor: Minor })),
  errors: ["NOT_FOUND", "SECOND_MEMBER_NEEDED"],
});

/** What a company's drivers charged in a month, what it paid, and what it owes before and after. */
export const CompanyStatement = z.object({
  company: z.object({ id: Id, name: z.string() }),
  month: Month,
  /** Owed when the month began; negative: paid ahead. */
  opening_minor: Minor,
  bills: z.array(
    z.object({
      cdr_id: Id,
      at: Instant,
      driver_name: z.nullable(PersonalName),
      driver_mobile: PersonalMobile,
      /** Make, model and registration; null: none was named. */
      vehicle: z.nullable(z.string()),
      place: z.string(),
      kwh: z.number(),
      net_minor: Minor,
      gst_minor: Minor,
      total_minor: Minor,
      invoice_number: z.nullable(z.string()),
    }),
  ),
  sums: z.object({
    bills: z.int(),
    kwh: z.number(),
    net_minor: Minor,
    gst_minor: Minor,
    total_minor: Minor,
  }),
  /** Money received and credits given, as they lower what is owed; negative: a payment that was taken back. */
  payments: z.array(
    z.object({
      at: Instant,
      kind: z.enum(["PAYMENT", "CREDIT"]),
      reference: z.string(),
      amount_minor: Minor,
    }),
  ),
  paid_minor: Minor,
  /** opening + bills − paid. */
  closing_minor: Minor,
});
export const getCompanyStatement = route({
  method: "GET",
  path: "/provider/v1/companies/:id/statements/:month",
  access: { rule: "provider", effect: "READ" },
  params: z.object({ id: Id, month: Month }),
  response: data(CompanyStatement),
  documents: ["text/csv", "application/pdf"],
  errors: ["NOT_FOUND"],
});
