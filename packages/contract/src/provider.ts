import * as z from "zod/mini";
import { route } from "./route.ts";
import { CustomerType } from "./accounts.ts";
import { data, Id } from "./shapes.ts";

const provider = { rule: "provider" } as const;
const mobile = z.string().check(z.minLength(10), z.maxLength(16));

export const Company = z.object({ id: Id, name: z.string(), numbers: z.array(z.string()) });
/** Makes the company, or answers the one of that name. */
export const putCompany = route({
  method: "PUT",
  path: "/provider/v1/companies",
  access: provider,
  body: z.object({ name: z.string().check(z.trim(), z.minLength(2), z.maxLength(120)) }),
  response: data(Company),
  errors: [],
});
/** Lists a number: only listed numbers become CORPORATE at sign-up. */
export const listCompanyNumber = route({
  method: "POST",
  path: "/provider/v1/companies/:id/numbers",
  access: provider,
  params: z.object({ id: Id }),
  body: z.object({ mobile }),
  response: data(Company),
  errors: ["NOT_FOUND", "MOBILE_INVALID"],
});
export const Driver = z.object({
  id: Id,
  mobile: z.string(),
  name: z.nullable(z.string()),
  customer_type: CustomerType,
  allow_multi_charging: z.boolean(),
  company_id: z.nullable(Id),
});
export const getDriver = route({
  method: "GET",
  path: "/provider/v1/drivers/:mobile",
  access: provider,
  params: z.object({ mobile }),
  response: data(Driver),
  errors: ["NOT_FOUND", "MOBILE_INVALID"],
});
export const setDriverFlags = route({
  method: "PATCH",
  path: "/provider/v1/drivers/:mobile",
  access: provider,
  params: z.object({ mobile }),
  body: z.object({ allow_multi_charging: z.optional(z.boolean()) }),
  response: data(Driver),
  errors: ["NOT_FOUND", "MOBILE_INVALID"],
});
