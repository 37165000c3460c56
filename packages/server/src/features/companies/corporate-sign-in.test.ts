import { AGREED } from "@voltmarg/testkit/agreed";
import { accounts, charging, companies, backoffice, vehicles, wallet } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  accountOf,
  billOf,
  companyDriver,
  asProvider,
  joinCompany,
  listNumber,
  newCompany,
  nextPlug,
  startAt,
  startBody,
} from "@voltmarg/testkit/company";
import {
  accountBalances,
  codeFor,
  idOf,
  ledgerFaults,
  nextMobile,
  startHarness,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 60, env: { DEMO_SPEED: "20" } });
});
afterAll(() => world.stop());

async function fleetSignIn(mobile: string) {
  world.clock.advance(31_000);
  await world.call(accounts.sendOtp, { params: { mobile }, query: { otpType: "CCS" } });
  const left = await world.call(accounts.otpExpiryTime, {
    params: { mobile },
    query: { otpType: "CCS" },
  });
  expect(left.body.data.expiry_time).toBe(300);
  const { body } = await world.call(accounts.verifyOtp, {
    params: { mobile },
    body: {
      mobile,
      otp: await codeFor(world, mobile),
      userType: "DRIVER",
      type: "CCS",
      consent: AGREED,
    },
  });
  return body;
}
const userOf = async ({ access_token: token }: { access_token: string }) =>
  (await world.call(accounts.getUser, { params: { id: idOf(token) }, token })).body.data;
const unlist = (id: string, mobile: string) =>
  world.call(companies.unlistCompanyNumber, { ...asProvider, params: { id, mobile } });
const balances = (driver: Driver) => accountBalances(world, driver.id);

describe("[A-1] corporate sign-in", () => {
  test("signs a listed number up for its company, and in again", async () => {
    const id = await newCompany(world);
    const mobile = nextMobile();
    await listNumber(world, id, mobile);
    const first = await fleetSignIn(mobile);
    expect(first.notice).toBeUndefined();
    const user = await userOf(first);
    expect(user).toMatchObject({ customer_type: "CORPORATE", company_id: id });
    expect((await userOf(await fleetSignIn(mobile))).id).toBe(user.id);
  });

  test("makes a personal account for an unlisted number, and says so", async () => {
    const mobile = nextMobile();
    const tokens = await fleetSignIn(mobile);
    expect(tokens.notice).toContain("No company has listed this number");
    expect(await userOf(tokens)).toMatchObject({ customer_type: "PERSONAL", company_id: null });
    const driver = {
      id: idOf(tokens.access_token),
      mobile,
      token: tokens.access_token,
      refresh: "",
    };
    await world.topUp(driver, 50_000);
    expect((await balances(driver))["wallet"]).toBe(50_000n);
  });
});

describe("a driver whose number a company lists", () => {
  test("[B-1] gets unused wallet money refunded to its payments", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 50_000);
    const id = await newCompany(world);
    await joinCompany(world, id, driver);
    await world.drain();
    expect(await balances(driver)).toMatchObject({ wallet: 0n, withdrawing: 0n });
    const own = { params: { userId: driver.id }, token: driver.token };
    const withdrawals = await world.call(wallet.listWithdrawals, own);
    expect(withdrawals.body.content).toMatchObject([{ amount_minor: 50_000, status: "DONE" }]);
    expect((await world.call(wallet.getWallet, own)).body.data.balance_minor).toBe(0);
    const topUp = { ...own, body: { amount_minor: 50_000 } };
    expect((await world.refused(wallet.createTopUp, topUp)).body.code).toBe("WALLET_NOT_USED");
  });

  test("[B-1] who never had a wallet has none: nothing to see, and nothing to withdraw", async () => {
    const id = await newCompany(world);
    const driver = await companyDriver(world, id);
    const own = { params: { userId: driver.id }, token: driver.token };
    for (const route of [wallet.getWallet, wallet.planWithdrawal, wallet.listWithdrawals])
      expect((await world.refused(route, own)).body.code).toBe("WALLET_NOT_USED");
  });

  test("[B-1] keeps what cannot be refunded, sees it, and can spend it when the company no longer pays", async () => {
    const driver = await world.signUp();
    await world.call(backoffice.giveGoodwill, {
      ...asProvider,
      params: { mobile: driver.mobile },
      body: { amount_minor: 7_000, reason: "A long wait", reference: "CASE 21" },
    });
    const id = await newCompany(world);
    await joinCompany(world, id, driver);
    const own = { params: { userId: driver.id }, token: driver.token };
    expect((await world.call(wallet.getWallet, own)).body.data.balance_minor).toBe(7_000);
    await unlist(id, driver.mobile);
    expect((await balances(driver))["wallet"]).toBe(7_000n);
  });

  test("keeps a running session on the wallet, and gets the rest refunded after the bill", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 100_000);
    const { id: session } = await startAt(world, driver, await nextPlug(world, driver), 300);
    await world.pass(5, 5);
    await joinCompany(world, await newCompany(world), driver);
    await world.pass(240, 10);
    const bill = await billOf(world, driver, session);
    expect(bill.paid_by).toBe("WALLET");
    expect(bill.amount_minor).toBeGreaterThan(0);
    expect(await balances(driver)).toMatchObject({ wallet: 0n, held: 0n, withdrawing: 0n });
  });

  test("becomes PERSONAL again when it is taken off the list, with a wallet that works", async () => {
    const id = await newCompany(world);
    const driver = await world.signUp();
    await world.topUp(driver, 50_000);
    await joinCompany(world, id, driver);
    await world.drain();
    await unlist(id, driver.mobile);
    expect(await userOf({ access_token: driver.token })).toMatchObject({
      customer_type: "PERSONAL",
      company_id: null,
    });
    await world.topUp(driver, 70_000);
    const { body } = await world.call(wallet.getWallet, {
      params: { userId: driver.id },
      token: driver.token,
    });
    expect(body.data.balance_minor).toBe(70_000);
    const { id: session } = await startAt(world, driver, await nextPlug(world, driver), 300);
    await world.pass(60, 5);
    expect((await billOf(world, driver, session)).paid_by).toBe("WALLET");
  });

  test("[B-2] a session is billed to the company it began for, even if the driver has left it", async () => {
    const id = await newCompany(world);
    const driver = await companyDriver(world, id);
    const { id: session } = await startAt(world, driver, await nextPlug(world, driver));
    await world.pass(5, 5);
    await unlist(id, driver.mobile);
    await world.pass(60, 5);
    const bill = await billOf(world, driver, session);
    expect(bill.paid_by).toBe("COMPANY");
    expect((await accountOf(world, id)).owed_minor).toBe(bill.amount_minor);
  });

  test("cannot be taken off another company's list", async () => {
    const id = await newCompany(world);
    const driver = await companyDriver(world, id);
    const refused = await world.refused(companies.unlistCompanyNumber, {
      ...asProvider,
      params: { id: await newCompany(world), mobile: driver.mobile },
    });
    expect(refused.body.code).toBe("NOT_FOUND");
    expect(await userOf({ access_token: driver.token })).toMatchObject({ company_id: id });
  });
});

describe("[V-4] a company's vehicles", () => {
  const CAR = {
    make: "Tata",
    model: "Tigor EV",
    vehicle_type: "FOUR_WHEELER",
    battery_capacity: 26,
    range: 315,
    max_dc_intake: 25,
    onboard_charger_capacity: 7.2,
    registration: "MH 12 AB 3456",
  } as const;
  const add = async (id: string, registration: string) =>
    (
      await world.call(companies.addCompanyVehicle, {
        ...asProvider,
        params: { id },
        body: { ...CAR, registration },
      })
    ).body.data;

  test("are listed for its own drivers, a hundred at most", async () => {
    const id = await newCompany(world);
    const driver = await companyDriver(world, id);
    for (let n = 100; n <= 201; n++) await add(id, `MH 14 ${n}`);
    const ask = { params: { id }, token: driver.token };
    const { body } = await world.call(companies.listCompanyVehicles, ask);
    expect([body.content.length, body.total_elements, body.page_size]).toEqual([100, 102, 100]);
    expect(body.content[0]).toMatchObject({ ...CAR, registration: "MH 14 100", is_primary: false });
    const stranger = await companyDriver(world, await newCompany(world));
    const refused = await world.refused(companies.listCompanyVehicles, {
      params: { id },
      token: stranger.token,
    });
    expect([refused.status, refused.body.code]).toEqual([404, "NOT_FOUND"]);
  });

  test("can be used at a start by its drivers only, and are in the bill", async () => {
    const id = await newCompany(world);
    const driver = await companyDriver(world, id);
    const car = await add(id, "MH 12 TAXI 1");
    const session = await world.call(charging.startSession, {
      body: { ...startBody(await nextPlug(world, driver)), vehicle_id: car.id },
      token: driver.token,
    });
    expect(session.body.data.vehicle).toMatchObject({ id: car.id, registration: "MH 12 TAXI 1" });
    const stranger = await companyDriver(world, await newCompany(world));
    const refused = await world.refused(charging.startSession, {
      body: { ...startBody(await nextPlug(world, stranger)), vehicle_id: car.id },
      token: stranger.token,
    });
    expect(refused.body.code).toBe("NOT_FOUND");
    await world.pass(60, 5);
    await world.call(companies.removeCompanyVehicle, {
      ...asProvider,
      params: { id, vehicleId: car.id },
    });
    const { body } = await world.call(companies.listCompanyVehicles, {
      params: { id },
      token: driver.token,
    });
    expect(body.content).toEqual([]);
    const own = await world.call(vehicles.listVehicles, {
      params: { userId: driver.id },
      token: driver.token,
    });
    expect(own.body.content).toEqual([]);
  });
});

test("the ledger balances after all of these", async () => {
  const faults = await ledgerFaults(world);
  expect(Object.entries(faults).filter(([, count]) => count > 0)).toEqual([]);
});
