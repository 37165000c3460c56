import { stations, type Location } from "@voltmarg/contract";
import type { Page } from "@playwright/test";
import { callRoute } from "@voltmarg/client/node";
import { type DriverClient, isCharged } from "@voltmarg/testkit/driver";
import { expect, world } from "./world.ts";

/** Those that a test of this worker uses or has used. */
export const taken = new Set<string>();
const FITTING = new Set(["IEC_62196_T2_COMBO", "IEC_62196_T2"]);

/** A station with this many EVSEs, all free and fitting a car; a different one at each call. */
export async function freeStation(
  driver: DriverClient,
  evses: number,
  wanted: (one: Location) => boolean = () => true,
): Promise<Location> {
  const found = (await driver.search(500)).find(
    (one) =>
      one.evses.length === evses &&
      one.isOpened !== false &&
      !one.restricted &&
      one.evses.every(
        ({ status, connectors: [connector] }) =>
          status === "AVAILABLE" &&
          isCharged(connector?.tariff) &&
          FITTING.has(connector!.standard),
      ) &&
      !taken.has(one.id) &&
      wanted(one),
  );
  if (!found) throw new Error(`no station with ${evses} free EVSEs is left`);
  taken.add(found.id);
  return found;
}

export async function tell(what: string, body: object): Promise<void> {
  const response = await fetch(`${world.operatorUrl}/control/${what}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(response.status, await response.text()).toBe(200);
}
/** Sets the status of plugs, has the operator push it, and waits until the service has it. */
export async function setStatus(
  { token }: DriverClient,
  { id, evses, coordinates }: Location,
  status: string,
  uids = evses.map(({ uid }) => uid),
): Promise<void> {
  for (const uid of uids)
    await tell("status", { location_id: uid.replace(/-\d+$/, ""), evse_uid: uid, status });
  const known = async () => {
    const { data } = await callRoute(world.url, stations.getLocation, {
      token,
      params: { id },
      query: coordinates,
    });
    return data.evses.filter((evse) => uids.includes(evse.uid)).map((evse) => evse.status);
  };
  await expect.poll(known).toEqual(uids.map(() => status));
}

/** Opens the rows behind which equal plugs are. */
export async function showPlugs(page: Page): Promise<void> {
  await expect(page.locator(".row.plug").first()).toBeVisible();
  const closed = page.locator(".plug-group[aria-expanded=false]");
  while ((await closed.count()) > 0) await closed.first().click();
}

export const standAt = (page: Page, { coordinates }: Location, metresNorth = 0) =>
  page.context().setGeolocation({
    latitude: coordinates.latitude + metresNorth / 111_195,
    longitude: coordinates.longitude,
  });

/** The driver is at a plug, so that a start asks nothing. Call it before the screen of the start opens. */
export async function standAtPlug(
  page: Page,
  { url }: { url: string },
  { token }: { token: string },
  locationId: string,
): Promise<void> {
  const { data } = await callRoute(url, stations.getLocation, {
    token,
    params: { id: locationId },
  });
  await standAt(page, data);
}
