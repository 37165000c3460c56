import { backoffice, type RouteSpec } from "@voltmarg/contract";
import { PROVIDER_TOKEN } from "@voltmarg/testkit/harness";
import type { RouteInput } from "@voltmarg/testkit/call-route";
import type { Driver, OwnOperator } from "@voltmarg/testkit/test-bed";

/** What staff look at on a usual day: overview, search, every list and filter, a driver, a charge and a station. */
export async function lookAtConsole(
  { world }: OwnOperator,
  driver: Driver,
  charge: string,
): Promise<void> {
  const call = async <R extends RouteSpec>(route: R, input: Omit<RouteInput<R>, "token">) => {
    const given = { ...input, token: PROVIDER_TOKEN } as RouteInput<R>;
    const { status, body } = await world.call(route, given);
    if (status !== 200) throw new Error(`${route.path} answered ${status}`);
    return body;
  };
  await call(backoffice.getOverview, {});
  // The last two are how all drivers' and stations' names of the old database begin.
  for (const q of [driver.mobile.slice(-5), charge, "EVEN", "Asha", "Station"])
    await call(backoffice.searchConsole, { query: { q } });
  for (const state of [undefined, "RUNNING", "STUCK", "FAILED", "UNBILLED", "BILLED"] as const)
    await call(backoffice.listCharges, { query: { state, limit: 50 } });
  await call(backoffice.listCharges, { query: { operator: "tst", limit: 50 } });
  for (const state of [undefined, "CREDITED", "FAILED"] as const)
    await call(backoffice.listPayments, { query: { state, limit: 50 } });
  for (const state of [undefined, "WAITING", "FAILED"] as const)
    await call(backoffice.listRefunds, { query: { state, limit: 50 } });
  await call(backoffice.listConsoleTickets, { query: { limit: 50 } });
  await call(backoffice.listApprovals, { query: { limit: 50 } });
  const { body } = await world.call(backoffice.listLocations, {
    token: PROVIDER_TOKEN,
    query: { limit: 50 },
  });
  await call(backoffice.getConsoleLocation, { params: { id: body.content[0]!.id } });
  await call(backoffice.getConsoleDriver, { params: { id: driver.id } });
  await call(backoffice.getDriverTimeline, { params: { id: driver.id }, query: { limit: 50 } });
  await call(backoffice.getCharge, { params: { id: charge } });
}
