import { userIdOf } from "@voltmarg/client";
import { accounts, charging, notifications, wallet } from "@voltmarg/contract";
import { companyDriver, limitCompany } from "@voltmarg/testkit/company";
import { codeFor } from "@voltmarg/testkit/harness";
import { changedOfUsers } from "@voltmarg/testkit/service-parts";
import type { Driver, OwnCharge, OwnOperator } from "@voltmarg/testkit/test-bed";
import { lookAtConsole } from "./console-journey.ts";
import { mobileOf, userOf } from "./fill-years.ts";

/** A driver who has had an account for years signs in with a code. */
async function signIn({ world }: OwnOperator, mobile: string): Promise<Driver> {
  const params = { mobile };
  await world.call(accounts.sendOtp, { params, query: { otpType: "LG" } });
  const otp = await codeFor(world, mobile);
  const body = { mobile, otp, userType: "DRIVER", type: "LG" } as const;
  const { access_token: token, refresh_token: refresh } = (
    await world.call(accounts.verifyOtp, { params, body })
  ).body;
  return { id: userIdOf(token) ?? "", mobile, token, refresh };
}

/** The charge that years of charges are copied from: billed, with a second CDR that is set aside. */
export async function firstLife(own: OwnOperator): Promise<OwnCharge> {
  const driver = await own.driver();
  const charge = await own.ask(driver);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  await own.send(own.record(charge, 3, 600));
  await own.send(own.record(charge, 2, 600));
  await own.world.drain();
  return charge;
}

/** Signs a fleet's driver up, whose company has a limit. */
export async function enlist(own: OwnOperator, company: string): Promise<Driver> {
  await limitCompany(own.world, company, 100_000_000);
  const driver = await companyDriver(own.world, company);
  // From now on its token is renewed in time.
  await own.tokenOf(driver);
  return driver;
}

/** Lets the operator list what it pushed, so that a full pull finds it again. */
export async function listAtOperator({ operator }: OwnOperator): Promise<void> {
  for (const module of ["locations", "tariffs"] as const) {
    const { data } = await operator.call("GET", `/${module}/IN/TST/EVEN`);
    operator.shelf[module] = [data];
  }
}

/** One of each journey with an old driver: sign-in, lists, top-up, charge, bill, credit, withdrawal, tokens. */
export async function ride(own: OwnOperator, n: number, fleet: Driver): Promise<void> {
  const { world, operator } = own;
  const driver = await signIn(own, mobileOf(n));
  const as = { token: driver.token };
  const params = { userId: driver.id };

  await world.call(accounts.getUser, { params: { id: driver.id }, ...as });
  await world.call(wallet.getWallet, { params, ...as });
  await world.call(wallet.listMovements, { params, ...as });
  await world.call(charging.searchCdrs, { params, ...as });
  await world.call(charging.latestSession, { params, ...as });
  await world.call(charging.activeSessions, { params, ...as });
  const year = { user_id: driver.id, date_from: "2025-12-01", date_to: "2026-11-20" };
  await world.call(charging.powerConsumption, { query: { ...year, group_by: "month" }, ...as });
  await world.call(notifications.listNotifications, as);

  await world.topUp(driver, 100_000);
  const charge = await own.ask(driver);
  for (const kwh of [1, 2, 3]) {
    world.clock.advance(200_000);
    await own.tell(charge, { kwh });
    await world.drain();
  }
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  const record = own.record(charge, 3, 600);
  await own.send(record);
  await world.drain();
  await own.send(creditOf(record));
  await world.call(wallet.createWithdrawal, {
    params,
    body: { amount_minor: 10_000 },
    token: await own.tokenOf(driver),
  });
  await world.drain();

  const paid = await own.ask(fleet, "EVEN-2");
  world.clock.advance(200_000);
  await own.tell(paid, { kwh: 1 });
  await own.tell(paid, { kwh: 1, status: "COMPLETED" });
  await own.send(own.record(paid, 1, 200));
  await world.drain();

  await operator.call("GET", "/tokens?limit=100");
  await operator.call("GET", "/tokens?limit=100&date_from=2026-11-20T00:00:00Z");
  await operator.call("POST", `/tokens/${driver.id}/authorize`, { location_id: "EVEN" });
  const streams = Array.from({ length: 500 }, (_, k) => userOf(k + 1));
  await changedOfUsers(world.database.db, streams, 10n ** 12n);
  await world.service.pullAll();
  await lookAtConsole(own, driver, charge.id);
  await fetch(`${world.url}/metrics`);
  await fetch(`${world.url}/readyz`);
  // Past the pauses between codes for one number.
  world.clock.advance(600_000);
}

function creditOf(record: object): object {
  const { id, total_cost: cost } = record as { id: string; total_cost: Record<string, number> };
  const total_cost = { excl_vat: -cost["excl_vat"]!, incl_vat: -cost["incl_vat"]! };
  return { ...record, id: `${id}-c`, credit: true, credit_reference_id: id, total_cost };
}
