import { provider } from "@voltmarg/contract";
import { mobileToE164 } from "@voltmarg/rules";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import { readDriver, setDriverFlags, signOutDriver, type ProviderDeskDeps } from "./backoffice.ts";

/** Back-office routes: drivers and their flags. */
export function accountsBackofficeRoutes({ mount }: Mount, deps: ProviderDeskDeps): void {
  mount(provider.getDriver, async ({ params }) => {
    const mobile = mobileToE164(params.mobile);
    if (!mobile) return refuse("MOBILE_INVALID");
    const driver = await readDriver(deps, mobile);
    return driver.ok ? done({ data: driver.value }) : driver;
  });

  mount(provider.setDriverFlags, async ({ params, body, backoffice }) => {
    const mobile = mobileToE164(params.mobile);
    if (!mobile) return refuse("MOBILE_INVALID");
    const driver = await setDriverFlags(backoffice, mobile, body);
    return driver.ok ? done({ data: driver.value }) : driver;
  });

  mount(provider.signOutDriver, async ({ params, backoffice }) => {
    const mobile = mobileToE164(params.mobile);
    if (!mobile) return refuse("MOBILE_INVALID");
    const ended = await signOutDriver(deps, backoffice, mobile);
    return ended.ok ? done({ data: ended.value }) : ended;
  });
}
