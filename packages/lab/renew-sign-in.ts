import { accounts } from "@voltmarg/contract";
import type { Driver, Harness } from "@voltmarg/testkit/test-bed";

/** Signs a driver in again: access tokens expire after ten minutes of the service's clock. */
export async function renewSignIn(world: Harness, driver: Driver): Promise<void> {
  const { body } = await world.call(accounts.refreshToken, {
    query: { grant_type: "refresh_token" },
    body: { refresh_token: driver.refresh },
  });
  Object.assign(driver, { token: body.access_token, refresh: body.refresh_token });
}
