import { Refusal, userIdOf } from "@voltmarg/client";
import {
  accounts,
  consent,
  development,
  type GivenConsent,
  provider,
  vehicles,
  wallet,
} from "@voltmarg/contract";
import { callRoute, StartError } from "@voltmarg/client/node";
import { until } from "./until.ts";
import type { World } from "./world.ts";

type DemoDriver = {
  mobile: string;
  name: string;
  about: string;
  company?: string;
  multi?: boolean;
  /** Paise put into the wallet. */
  topUp: number;
};

export const demoDrivers: DemoDriver[] = [
  {
    mobile: "9845000001",
    name: "Asha Rao",
    topUp: 150_000,
    about: "personal, ₹1,500 in the wallet",
  },
  {
    mobile: "9845000002",
    name: "Vikram Shetty",
    topUp: 0,
    company: "Kaveri Fleet",
    about: "corporate, the company pays",
  },
  {
    mobile: "9845000003",
    name: "Meera Iyer",
    topUp: 300_000,
    multi: true,
    about: "several charging sessions at once, ₹3,000 in the wallet",
  },
  { mobile: "9845000004", name: "Ravi Kumar", topUp: 0, about: "personal, empty wallet" },
];

export const car = {
  make: "Tata",
  model: "Nexon EV Long Range",
  vehicle_type: "FOUR_WHEELER",
  battery_capacity: 40.5,
  range: 390,
  max_dc_intake: 50,
  onboard_charger_capacity: 7.2,
} as const;

type SeededWorld = Pick<World, "url" | "secrets"> & { payments: { url: string } };

/** Creates the demo drivers through the public API. A second run finds them and changes nothing. */
export async function seed(world: SeededWorld, say: (message: string) => void): Promise<void> {
  let made = 0;
  for (const driver of demoDrivers) made += (await seedDriver(world, driver)) ? 1 : 0;
  if (made > 0) say(`${made} demo drivers made`);
}

async function seedDriver(world: SeededWorld, driver: DemoDriver): Promise<boolean> {
  const backoffice = { token: world.secrets.providerToken };
  const params = { mobile: driver.mobile };
  const known = await callRoute(world.url, provider.getDriver, { ...backoffice, params }).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.code === "NOT_FOUND") return undefined;
      throw error;
    },
  );
  // The name is set last: a driver without one was only partly created.
  if (known?.data.name) return false;
  if (driver.company) {
    const company = await callRoute(world.url, provider.putCompany, {
      ...backoffice,
      body: { name: driver.company },
    });
    await callRoute(world.url, provider.listCompanyNumber, {
      ...backoffice,
      params: { id: company.data.id },
      body: { mobile: driver.mobile },
    });
  }
  const session = await signIn(world.url, driver.mobile, known ? "LG" : "SU", {
    customerType: driver.company ? "CORPORATE" : "PERSONAL",
  });
  const own = { token: session.token, params: { userId: session.userId } };
  const garage = await callRoute(world.url, vehicles.listVehicles, own);
  if (garage.total_elements === 0)
    await callRoute(world.url, vehicles.addVehicle, { ...own, body: car });
  if (driver.topUp > 0) await topUp(world, own, driver.topUp);
  if (driver.multi) {
    await callRoute(world.url, provider.setDriverFlags, {
      ...backoffice,
      params,
      body: { allow_multi_charging: true },
    });
  }
  const email = `${driver.name.toLowerCase().replace(" ", ".")}@example.in`;
  await callRoute(world.url, accounts.updateUser, {
    token: session.token,
    params: { id: session.userId },
    body: { name: driver.name, email },
  });
  return true;
}

/** The newest code the service would send to a number by SMS. */
export function codeFor(url: string, mobile: string): Promise<string> {
  return until(`the code for ${mobile}`, async () => (await lastCodeTo(url, mobile))?.code);
}

const lastCodeTo = async (url: string, mobile: string) =>
  (await callRoute(url, development.devOutbox, { query: { to: `+91${mobile}` } })).find(
    ({ code }) => code,
  );

/** Consent to the privacy notice that a service has; none at one of a release that had no notice. */
async function agree(url: string): Promise<GivenConsent | undefined> {
  const read = await callRoute(url, consent.getPrivacyNotice, {}).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "NOT_FOUND") return undefined;
    throw error;
  });
  return read && { version: read.data.version, language: "en", is_adult: true };
}

/** Signs in with the code the service would send by SMS. */
export async function signIn(
  url: string,
  mobile: string,
  type: "SU" | "LG",
  {
    outboxUrl = url,
    customerType = "PERSONAL",
  }: { outboxUrl?: string | undefined; customerType?: "PERSONAL" | "CORPORATE" } = {},
): Promise<{ token: string; refreshToken: string; userId: string }> {
  const params = { mobile };
  const before = await lastCodeTo(outboxUrl, mobile);
  const isNew = await callRoute(url, accounts.sendOtp, {
    params,
    query: { otpType: type, customer_type: customerType },
  }).then(
    () => true,
    (error: unknown) => {
      // A code sent a moment ago is still valid.
      if (!(error instanceof Refusal && error.code === "OTP_TOO_SOON")) throw error;
      return false;
    },
  );
  const otp = await until(`the code for ${mobile}`, async () => {
    const last = await lastCodeTo(outboxUrl, mobile);
    return isNew && last?.at === before?.at ? undefined : last?.code;
  });
  const tokens = await callRoute(url, accounts.verifyOtp, {
    params,
    body: {
      mobile,
      otp,
      userType: "DRIVER",
      type,
      ...(type === "SU" && { consent: await agree(url) }),
    },
  });
  const { access_token: token, refresh_token: refreshToken } = tokens;
  return { token, refreshToken, userId: userIdOf(token) ?? "" };
}

type Own = { token: string; params: { userId: string } };

/** Orders a top-up and pays it at the simulated payment provider; resolves to its order when it is credited. */
export async function topUp(
  world: { url: string; payments: { url: string } },
  own: Own,
  amountMinor: number,
): Promise<string> {
  const { data } = await callRoute(world.url, wallet.createTopUp, {
    ...own,
    body: { amount_minor: amountMinor },
  });
  const paid = await fetch(`${world.payments.url}/control/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ order_id: data.order_id }),
  });
  if (!paid.ok) throw new StartError(`The payment simulator refused to pay: ${await paid.text()}`);
  const params = { ...own.params, id: data.id };
  await until(`top-up ${data.id} is credited`, async () => {
    const order = await callRoute(world.url, wallet.getTopUp, { token: own.token, params });
    return order.data.status === "CREDITED";
  });
  return data.order_id;
}
