import { accounts, provider, stations, support, trips, vehicles } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import {
  appetite,
  disturb,
  type DriverClient,
  freePlugs,
  type FreePlug,
  newDriver,
  newMobile,
  scenario,
  type WorldAddress,
} from "@voltmarg/testkit/driver";
import { car, signIn } from "@voltmarg/world/seed";
import { until } from "@voltmarg/world/until";

export type Tokens = { token: string; refreshToken: string };

/** The drivers whose screens are shown, and their data. */
export type People = {
  /** With a car, money, favourites, a bill, a ticket, notices and a running session. */
  driver: Tokens;
  /** In a charging session whose operator is away; null: no operator is. */
  stranded: Tokens | null;
  /** A new driver without any data. */
  newcomer: Tokens;
  /** With a car and an empty wallet. */
  penniless: Tokens;
  /** A driver whose company pays; needs a back-office credential. */
  company: Tokens | null;
  plug: FreePlug;
  sessionId: string;
  /** A start that the operator refused. */
  refusedId: string;
  /** A station whose operator is away. */
  quietId: string;
  /** A charge of which its operator has said nothing for a while. */
  silentId: string;
  billId: string;
  /** Where the bill's charge was. */
  billedPlace: string;
  billedId: string;
  ticketId: string;
  /** A trip of the driver's, with the key of its link. */
  trip: { id: string; key: string };
  /** A trip that the penniless driver is on. */
  begunTripId: string;
};

/**
 * Creates the drivers. `backoffice`: the back-office token, where there is one. `outage`: one operator goes away, for all
 * who use this world.
 */
export async function makePeople(
  world: WorldAddress,
  backoffice?: string,
  { outage = false } = {},
): Promise<People> {
  const [driver, stranded, newcomer, penniless, company] = await Promise.all([
    newDriver(world, { vehicle: true, rupees: 3000 }),
    newDriver(world, { vehicle: true, rupees: 1000 }),
    newDriver(world),
    newDriver(world, { vehicle: true }),
    backoffice ? companyDriver(world, backoffice) : null,
  ]);
  const own = { token: driver.token, params: { id: driver.userId } };
  const body = { name: "Asha Rao", email: "asha.rao@example.in" };
  await callRoute(world.url, accounts.updateUser, { ...own, body });
  await callRoute(world.url, vehicles.addVehicle, {
    token: driver.token,
    params: { userId: driver.userId },
    body: { ...car, make: "MG", model: "ZS EV", battery_capacity: 50.3, range: 461 },
  });
  if (backoffice)
    await callRoute(world.url, provider.setDriverFlags, {
      token: backoffice,
      params: { mobile: driver.mobile },
      body: { allow_multi_charging: true },
    });
  // Asked while all are free: the search lists nothing else.
  const found = await driver.search(500);
  const plugs = await freePlugs(driver, 4, 500);
  const [billed, refused, other, plug] = plugs as [FreePlug, FreePlug, FreePlug, FreePlug];
  const operatorOf = ({ location_id }: FreePlug) =>
    found.find(({ id }) => id === location_id)!.operator;
  const isOfPlug = (one: FreePlug) => operatorOf(one).id === operatorOf(plug).id;
  const charging = outage ? await freePlugWhere(driver, isOfPlug) : other;
  for (const { location_id } of plugs.slice(0, 3))
    await callRoute(world.url, stations.addToWishlist, {
      token: driver.token,
      params: { userId: driver.userId },
      body: { location_id },
    });
  const ticketId = await writeTicket(world, driver, backoffice);
  const { billId, billedId } = await charge(driver, billed);
  const refusedId = await refuse(world, driver, refused);
  // Slow enough to run for as long as the screens are visited.
  await appetite(world, charging.evse_uid, { take_kwh: 30, at_kw: 0.6, stays_min: 6000 });
  const { id: sessionId } = await driver.start(charging, 400);
  // Until its screen has said that the power is weak, so that nothing moves while it is looked at.
  await until("the charge is under way", async () => {
    const { status, kwh, duration_s } = await driver.session(sessionId);
    return status === "ACTIVE" && (kwh ?? 0) > 0 && (duration_s ?? 0) > 300;
  });
  const trip = await planTrip(world, driver, { name: "Home to Jaipur", shared: true });
  const begun = await planTrip(world, penniless, { begun: true });
  // What is shown of the others stays as it is.
  const quiet = outage ? await freePlugWhere(driver, (one) => !isOfPlug(one)) : null;
  const silentId = quiet && (await meetOutage(world, stranded, quiet, operatorOf(quiet).party_id));
  return {
    driver,
    stranded: quiet && stranded,
    newcomer,
    penniless,
    company,
    plug,
    sessionId,
    refusedId,
    quietId: quiet?.location_id ?? "",
    silentId: silentId ?? "",
    billedPlace: billed.locationName,
    billId,
    billedId,
    ticketId,
    trip,
    begunTripId: begun.id,
  };
}

/** A trip with two stops, as the driver keeps it. */
async function planTrip(
  { url }: WorldAddress,
  { token }: DriverClient,
  body: { name?: string; shared?: boolean; begun?: boolean },
): Promise<People["trip"]> {
  const { data } = await callRoute(url, trips.planTrip, {
    token,
    body: {
      start: { latitude: 28.6139, longitude: 77.209, name: "Delhi" },
      end: { latitude: 26.9124, longitude: 75.7873, name: "Jaipur" },
      charge_percent: 60,
    },
  });
  if (data.id === null) throw new Error("no way from Delhi to Jaipur");
  const params = { id: data.id };
  const kept = await callRoute(url, trips.updateTrip, { token, params, body });
  return { id: data.id, key: kept.data.share_key ?? "" };
}

async function companyDriver({ url }: WorldAddress, token: string): Promise<Tokens> {
  const mobile = newMobile();
  const { data } = await callRoute(url, provider.putCompany, {
    token,
    body: { name: "Kaveri Fleet" },
  });
  await callRoute(url, provider.listCompanyNumber, {
    token,
    params: { id: data.id },
    body: { mobile },
  });
  return signIn(url, mobile, "SU", { customerType: "CORPORATE" });
}

async function writeTicket(
  { url }: WorldAddress,
  driver: DriverClient,
  backoffice: string | undefined,
): Promise<string> {
  const text = "The plug at bay 3 does not click.\nI tried twice, then took the next one.";
  const { data } = await callRoute(url, support.createTicket, {
    token: driver.token,
    body: { category: "CHARGING", text, file_ids: [] },
  });
  if (backoffice)
    await callRoute(url, support.answerTicket, {
      token: backoffice,
      params: { id: data.id },
      body: { text: "Thank you. We have asked the operator to look at it." },
    });
  return data.id;
}

/** A session that has ended and is billed. */
async function charge(
  driver: DriverClient,
  plug: FreePlug,
): Promise<{ billId: string; billedId: string }> {
  const { id } = await driver.start(plug, 200);
  await until(`${id} takes energy`, async () => ((await driver.session(id)).kwh ?? 0) > 0.5);
  // It may have reached its limit by itself.
  await driver.stop(id).catch(() => undefined);
  const bill = await until("the bill", () => driver.cdrOfSession(id).catch(() => undefined));
  return { billId: bill.id, billedId: id };
}

async function refuse(world: WorldAddress, driver: DriverClient, plug: FreePlug): Promise<string> {
  await scenario(world, "rejects", plug.evse_uid);
  const { id } = await driver.start(plug, 200);
  await until("the start is refused", async () => (await driver.session(id)).status === "FAILED");
  await scenario(world, "happy", plug.evse_uid);
  return id;
}

async function freePlugWhere(
  driver: DriverClient,
  isWanted: (plug: FreePlug) => boolean,
): Promise<FreePlug> {
  for (;;) {
    const [plug] = await freePlugs(driver, 1, 500);
    if (isWanted(plug!)) return plug!;
  }
}

/** A charging session whose operator answers and says nothing from then on. */
async function meetOutage(
  world: WorldAddress,
  driver: DriverClient,
  quiet: FreePlug,
  partyId: string,
): Promise<string> {
  await appetite(world, quiet.evse_uid, { take_kwh: 30, at_kw: 20, stays_min: 6000 });
  const { id } = await driver.start(quiet, 400);
  await until("it charges", async () => ((await driver.session(id)).kwh ?? 0) > 0);
  for (const name of ["errors_500", "lost_pushes"] as const) await disturb(world, name, partyId);
  return id;
}
