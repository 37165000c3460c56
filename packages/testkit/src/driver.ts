import { isAlwaysFree } from "@voltmarg/rules";
import { createClient, readEvents } from "@voltmarg/client";
import {
  accounts,
  type Cdr,
  type Connector,
  charging,
  type Session,
  stations,
  vehicles,
  wallet,
} from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { car, signIn, topUp } from "@voltmarg/world/seed";
import { until } from "@voltmarg/world/until";
import type { World } from "@voltmarg/world/world";

/** Addresses of the programs of a world. */
export type WorldAddress = {
  url: string;
  operatorUrl: string;
  paymentsUrl: string;
  /** A replica's own address, where a load balancer does not lead to the messages that were sent. */
  outboxUrl?: string;
};

/** With the bootstrap credential of the back office. */
export const addressOf = (world: World) => ({
  url: world.url,
  operatorUrl: world.operator.url,
  paymentsUrl: world.payments.url,
  roadsUrl: world.router.url,
  databaseUrl: world.databaseUrl,
  providerToken: world.secrets.providerToken,
});

let nextNumber = Math.floor(Math.random() * 1e8);
/** A mobile number no other test uses. */
export const newMobile = () => `7${String((nextNumber += 1) % 1e9).padStart(9, "0")}`;

export type DriverClient = Awaited<ReturnType<typeof newDriver>>;

/** A newly signed-up driver, and the actions of a driver. */
export async function newDriver(
  { url, paymentsUrl, outboxUrl }: WorldAddress,
  options: { vehicle?: boolean; rupees?: number } = {},
) {
  const mobile = newMobile();
  const { token, refreshToken, userId } = await signIn(url, mobile, "SU", { outboxUrl });
  const own = { token, params: { userId } };
  let refresh = refreshToken;
  if (options.vehicle) await callRoute(url, vehicles.addVehicle, { ...own, body: car });
  if (options.rupees)
    await topUp({ url, payments: { url: paymentsUrl } }, own, options.rupees * 100);
  return {
    mobile,
    /** Ends after ten minutes, unless it is renewed. */
    get token() {
      return own.token;
    },
    refreshToken,
    userId,
    renewToken: async () => {
      const query = { grant_type: "refresh_token" as const, refresh_token: refresh };
      const { access_token, refresh_token } = await callRoute(url, accounts.refreshToken, {
        query,
      });
      own.token = access_token;
      refresh = refresh_token;
    },
    user: async () =>
      (await callRoute(url, accounts.getUser, { token: own.token, params: { id: userId } })).data,
    wallet: async () => (await callRoute(url, wallet.getWallet, own)).data,
    movements: async () => (await callRoute(url, wallet.listMovements, own)).content,
    search: async (distance: number) =>
      (
        await callRoute(url, stations.searchLocations, {
          token: own.token,
          query: {
            latitude: 12.9716,
            longitude: 77.5946,
            distance,
            status: "AVAILABLE",
            page_size: 5000,
          },
        })
      ).content,
    start: async (plug: Plug, rupees: number) =>
      (
        await callRoute(url, charging.startSession, {
          token: own.token,
          body: { ...plug, estimation_info: { selectedMoney: rupees, limitBy: "MONEY" } },
        })
      ).data,
    stop: async (sessionId: string) =>
      (
        await callRoute(url, charging.stopSession, {
          token: own.token,
          body: { session_id: sessionId },
        })
      ).data,
    session: async (id: string) =>
      (await callRoute(url, charging.getSession, { token: own.token, params: { id } })).data,
    active: async () => (await callRoute(url, charging.activeSessions, own)).content,
    cdrOfSession: async (id: string): Promise<Cdr> =>
      (await callRoute(url, charging.getCdrOfSession, { token: own.token, params: { id } })).data,
    history: async () => (await callRoute(url, charging.searchCdrs, own)).content,
    live: (signal: AbortSignal) => liveSessions(url, own.token, signal),
  };
}

/** A driver of this name whose payment was made, is to be returned, and takes no refund: it is in the wallet again. */
export async function failToRefund(
  { url, paymentsUrl }: WorldAddress,
  { token, userId }: DriverClient,
  { name, rupees }: { name: string; rupees: number },
): Promise<void> {
  await callRoute(url, accounts.updateUser, { token, params: { id: userId }, body: { name } });
  const own = { token, params: { userId } };
  const order_id = await topUp({ url, payments: { url: paymentsUrl } }, own, rupees * 100);
  const body = JSON.stringify({ name: "refused", order_id });
  await fetch(`${paymentsUrl}/control/refund-scenario`, { method: "POST", body });
  const { data } = await callRoute(url, wallet.createWithdrawal, { ...own, body: {} });
  await until(`withdrawal ${data.id} has failed`, async () => {
    const { content } = await callRoute(url, wallet.listWithdrawals, own);
    return content[0]?.status === "FAILED";
  });
}

export type Plug = { location_id: string; evse_uid: string; connector_id: string };
export type FreePlug = Plug & { locationName: string };

/** The event stream of the driver's sessions, as the app uses it. */
async function* liveSessions(
  url: string,
  token: string,
  signal: AbortSignal,
): AsyncGenerator<Session> {
  const { body } = await createClient({ url, fetch }).open(charging.liveSessions, {
    token,
    send: { accept: "text/event-stream" },
    signal,
  });
  for await (const event of readEvents(body!)) {
    if (event.event === "session") yield JSON.parse(event.data) as Session;
  }
}

const reserved = new Set<string>();

/** Whether a charge costs something: where nothing does, nothing is held. */
export const isCharged = (tariff: Connector["tariff"] | undefined): boolean =>
  tariff != null && !isAlwaysFree(tariff);

/** Whether a price is the same at all hours, so that no test depends on the time of day. */
export const isSteady = (tariff: Connector["tariff"] | undefined): boolean =>
  isCharged(tariff) && tariff!.elements.every(({ restrictions }) => !restrictions?.start_time);

/** Free plugs with a price that fit the demo car; different ones at each call. `distance` in km. */
export async function freePlugs(
  driver: DriverClient,
  count: number,
  distance: number,
): Promise<FreePlug[]> {
  const plugs: FreePlug[] = [];
  for (const location of await driver.search(distance)) {
    if (location.isOpened === false || location.restricted) continue;
    for (const evse of location.evses) {
      const connector = evse.connectors.find(
        (one) =>
          one.status === "AVAILABLE" &&
          isSteady(one.tariff) &&
          one.standard === "IEC_62196_T2_COMBO",
      );
      if (!connector || reserved.has(evse.uid)) continue;
      reserved.add(evse.uid);
      plugs.push({
        location_id: location.id,
        evse_uid: evse.uid,
        connector_id: connector.id,
        locationName: location.name,
      });
      if (plugs.length === count) return plugs;
    }
  }
  throw new Error(`only ${plugs.length} of ${count} plugs are free within ${distance} km`);
}

export async function freePlug(driver: DriverClient): Promise<FreePlug> {
  const [plug] = await freePlugs(driver, 1, 500);
  return plug!;
}

/** The CDRs that the simulated operator sent. */
export async function operatorCdrs({ operatorUrl }: WorldAddress): Promise<OperatorCdr[]> {
  const response = await fetch(`${operatorUrl}/control/cdrs`);
  return (await response.json()) as OperatorCdr[];
}
export type OperatorCdr = {
  id: string;
  session_id: string;
  authorization_reference: string | null;
  cdr_location: { evse_uid: string };
  total_cost: { excl_vat: number; incl_vat?: number };
  total_energy: number;
};

/** Every command the simulated operator received, oldest first. */
export async function commandsSent({ operatorUrl }: WorldAddress): Promise<SentCommand[]> {
  const response = await fetch(`${operatorUrl}/control/commands`);
  return (await response.json()) as SentCommand[];
}
export type SentCommand = { kind: string; body: { evse_uid?: string } };

/** Sets the operator's scenario for one EVSE. */
export function scenario(
  world: WorldAddress,
  name:
    | "happy"
    | "rejects"
    | "never_answers"
    | "not_plugged_in"
    | "refuses_stop"
    | "asks_more"
    | "record_in_wh",
  evseUid: string,
): Promise<void> {
  return control(world, "scenario", { name, evse_uid: evseUid });
}

/** Disturbs the connection of a simulated operator from now on. */
export function disturb(
  world: WorldAddress,
  name: "errors_500" | "lost_pushes",
  party_id: string,
): Promise<void> {
  return control(world, "disturb", { name, party_id, on: true });
}

/** What a simulated operator speaks from now on. */
export function offer(world: WorldAddress, party_id: string, versions: string[]): Promise<void> {
  return control(world, "versions", { party_id, versions });
}

/** A simulated operator on OCPI 2.3.0 sends what stands on an invoice: all its CDRs, some more, and some twice. */
export function sendInvoice(
  world: WorldAddress,
  party_id: string,
  more: { add: string[]; double: string[] },
): Promise<void> {
  return control(world, "invoice", { party_id, ...more });
}

/** The energy of the next car at an EVSE. */
export function appetite(
  world: WorldAddress,
  evse_uid: string,
  wish: { take_kwh: number; at_kw: number; stays_min: number },
): Promise<void> {
  return control(world, "appetite", { evse_uid, ...wish });
}

/** Unplugs the car. */
export function unplug(world: WorldAddress, locationId: string, evseUid: string): Promise<void> {
  return control(world, "plug", { location_id: locationId, evse_uid: evseUid, plugged: false });
}

/** How the simulated router answers its next call, and no other. */
export async function nextRoad(
  { roadsUrl }: { roadsUrl: string },
  name: "error_500",
): Promise<void> {
  const body = JSON.stringify({ name, times: 1 });
  const response = await fetch(`${roadsUrl}/control/habit`, { method: "POST", body });
  if (!response.ok) throw new Error(`habit: ${response.status} ${await response.text()}`);
}

async function control({ operatorUrl }: WorldAddress, what: string, body: object): Promise<void> {
  const response = await fetch(`${operatorUrl}/control/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`);
}
