import { charging, companies, provider, type Cdr } from "@voltmarg/contract";
import { nextMobile, PROVIDER_TOKEN, type Driver, type FreePlug, type Harness } from "./harness.ts";

/** The bootstrap credential of the back office. */
export const asProvider = { token: PROVIDER_TOKEN };

let created = 0;
export async function newCompany(world: Harness): Promise<string> {
  const body = { name: `Fleet ${++created}` };
  return (await world.call(provider.putCompany, { ...asProvider, body })).body.data.id;
}

export async function listNumber(world: Harness, id: string, mobile: string): Promise<void> {
  await world.call(provider.listCompanyNumber, { ...asProvider, params: { id }, body: { mobile } });
}

/** Lists a driver's number, and the driver agrees that the company pays. */
export async function joinCompany(world: Harness, id: string, driver: Driver): Promise<void> {
  await listNumber(world, id, driver.mobile);
  const { token } = driver;
  const params = { userId: driver.id };
  await world.call(companies.acceptCompanyOffer, { params, token, body: { company_id: id } });
}

/** A driver whose number the company listed before the sign-up. */
export async function companyDriver(world: Harness, id: string): Promise<Driver> {
  const mobile = nextMobile();
  await listNumber(world, id, mobile);
  return world.signUp(mobile, "CORPORATE");
}

export const limitCompany = (world: Harness, id: string, limit_minor: number | null) =>
  world.call(companies.updateCompany, { ...asProvider, params: { id }, body: { limit_minor } });

export const accountOf = async (world: Harness, id: string) =>
  (await world.call(companies.getCompany, { ...asProvider, params: { id } })).body.data;

/** By world: each has the same EVSEs, and the files of one test process share this module. */
const usedEvses = new WeakMap<Harness, Set<string>>();
/** A fast free charger that no test used before, with the energy and power of the next car. */
export async function nextPlug(
  world: Harness,
  driver: Driver,
  car = { take_kwh: 5, at_kw: 30 },
): Promise<FreePlug> {
  const used = usedEvses.get(world) ?? new Set();
  usedEvses.set(world, used);
  const found = await world.freePlug(
    driver,
    ({ evse, connector }) =>
      !used.has(evse.uid) && connector.power_type === "DC" && (connector.powerInKwh ?? 0) >= 30,
  );
  used.add(found.evse.uid);
  await world.control("/control/appetite", {
    evse_uid: found.evse.uid,
    stays_min: 0,
    ...car,
  });
  return found;
}

export const startBody = ({ location, evse, connector }: FreePlug, rupees?: number) => ({
  location_id: location.id,
  evse_uid: evse.uid,
  connector_id: connector.id,
  ...(rupees === undefined ? {} : { estimation_info: { selectedMoney: rupees } }),
});

export const startAt = async (world: Harness, driver: Driver, plug: FreePlug, rupees?: number) =>
  (
    await world.call(charging.startSession, {
      body: startBody(plug, rupees),
      token: driver.token,
    })
  ).body.data;

export const billOf = async (world: Harness, driver: Driver, session: string): Promise<Cdr> =>
  (
    await world.call(charging.getCdrOfSession, {
      params: { id: session },
      token: driver.token,
    })
  ).body.data;

/** The bill of a session that ends when the car is full. Needs about a minute at twenty times real speed. */
export async function wholeCharge(world: Harness, driver: Driver, scenario?: string): Promise<Cdr> {
  const plug = await nextPlug(world, driver);
  if (scenario) {
    await world.control("/control/scenario", { name: scenario, evse_uid: plug.evse.uid });
  }
  const { id } = await startAt(world, driver, plug);
  for (let passed = 0; passed < 240; passed += 10) {
    await world.pass(10, 5);
    const { body } = await world.call(charging.getSession, {
      params: { id },
      token: driver.token,
    });
    if (body.data.cdr_id) return billOf(world, driver, id);
  }
  throw new Error("the charge did not end");
}
