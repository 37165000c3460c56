import { provider, type ErrorCode } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done, type Outcome } from "../../platform/http/problem.ts";
import {
  readDriver,
  setDriverFlags,
  signOutDriver,
  type Driver,
  type ConsoleDeps,
} from "./backoffice.ts";
import { isAccountId, numberNamed } from "./number-named.ts";

/** Back-office routes: drivers and their flags. */
export function accountsBackofficeRoutes({ mount }: Mount, deps: ConsoleDeps): void {
  const { db } = deps.database;

  mount(provider.getDriver, async ({ params }) => {
    const number = await numberNamed(db, params.mobile);
    return number.ok ? asNamed(params.mobile, await readDriver(deps, number.value)) : number;
  });

  mount(provider.setDriverFlags, async ({ params, body, backoffice }) => {
    const number = await numberNamed(db, params.mobile);
    if (!number.ok) return number;
    return asNamed(params.mobile, await setDriverFlags(backoffice, number.value, body));
  });

  mount(provider.signOutDriver, async ({ params, backoffice }) => {
    const number = await numberNamed(db, params.mobile);
    if (!number.ok) return number;
    const ended = await signOutDriver(deps, backoffice, number.value);
    return ended.ok ? done({ data: ended.value }) : ended;
  });
}

/** Who asks by the account's id is not told the number and the name: `showDriver` gives them for a reason. */
function asNamed<Code extends ErrorCode>(named: string, driver: Outcome<Driver, Code>) {
  if (!driver.ok) return driver;
  return done({
    data: isAccountId(named) ? { ...driver.value, mobile: null, name: null } : driver.value,
  });
}
