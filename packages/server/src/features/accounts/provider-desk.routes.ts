import { provider } from "@voltmarg/contract";
import { mobileToE164 } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import { listCompanyNumber, putCompanyNamed, readDriver, setDriverFlags } from "./provider-desk.ts";

/** The provider's own calls: companies, their listed numbers, drivers' flags. */
export function providerDeskRoutes(
  { mount }: Mount,
  deps: { database: Database; clock: Clock },
): void {
  mount(provider.putCompany, async ({ body }) =>
    done({ data: await putCompanyNamed(deps, body.name) }),
  );

  mount(provider.listCompanyNumber, async ({ params, body }) => {
    const mobile = mobileToE164(body.mobile);
    if (!mobile) return refuse("MOBILE_INVALID");
    const company = await listCompanyNumber(deps, params.id, mobile);
    return company ? done({ data: company }) : refuse("NOT_FOUND");
  });

  mount(provider.getDriver, async ({ params }) => {
    const mobile = mobileToE164(params.mobile);
    if (!mobile) return refuse("MOBILE_INVALID");
    const driver = await readDriver(deps, mobile);
    return driver ? done({ data: driver }) : refuse("NOT_FOUND");
  });

  mount(provider.setDriverFlags, async ({ params, body }) => {
    const mobile = mobileToE164(params.mobile);
    if (!mobile) return refuse("MOBILE_INVALID");
    const driver = await setDriverFlags(deps, mobile, body);
    return driver ? done({ data: driver }) : refuse("NOT_FOUND");
  });
}
