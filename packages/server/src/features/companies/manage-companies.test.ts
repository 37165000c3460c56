import { backoffice, companies, provider, wallet as wallets } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  accountOf,
  asProvider,
  companyDriver,
  joinCompany,
  limitCompany,
  listNumber,
  newCompany,
} from "@voltmarg/testkit/company";
import {
  accountBalances,
  nextMobile,
  startHarness,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";
import { hasCompany } from "./manage-companies.ts";
import { MUMBAI } from "@voltmarg/testkit/fixtures/business";
import { sql } from "../../platform/database/database.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

type Change = Parameters<typeof world.call<typeof companies.updateCompany>>[1]["body"];
const change = async (id: string, body: Change) =>
  (await world.call(companies.updateCompany, { ...asProvider, params: { id }, body })).body.data;
const numbersOf = async (id: string) =>
  (await accountOf(world, id)).numbers.map(({ mobile }) => mobile);

test("[B-2] a company is created once for its name", async () => {
  const put = async (name: string) =>
    (await world.call(provider.putCompany, { ...asProvider, body: { name } })).body.data;
  const first = await put("Any Cabs");
  expect(first).toMatchObject({ name: "Any Cabs", numbers: [] });
  await listNumber(world, first.id, "9800001111");
  expect(await put("Any Cabs")).toEqual({ ...first, numbers: ["+919800001111"] });
  expect((await put("Other Cabs")).id).not.toBe(first.id);
  expect(await hasCompany(world.database.db, first.id)).toBe(true);
  expect(await hasCompany(world.database.db, "com_absent")).toBe(false);
});

test("[B-2] what is not given of a company's details stays as it is", async () => {
  const id = await newCompany(world);
  const details = { address: "12 J M Road", city: "Pune", email: "bills@fleet.example" };
  expect(await change(id, { ...details, limit_minor: 5_000 })).toMatchObject({
    ...details,
    limit_minor: 5_000,
    state: "ACTIVE",
  });
  expect(await change(id, { city: "Mumbai" })).toMatchObject({
    ...details,
    city: "Mumbai",
    limit_minor: 5_000,
    state: "ACTIVE",
  });
  expect(await change(id, { state: "SUSPENDED" })).toMatchObject({
    ...details,
    city: "Mumbai",
    limit_minor: 5_000,
    state: "SUSPENDED",
  });
  expect(await change(id, { limit_minor: 0, email: null })).toMatchObject({
    address: "12 J M Road",
    email: null,
    limit_minor: 0,
    left_minor: 0,
    state: "SUSPENDED",
  });
  expect(await change(id, { limit_minor: null })).toMatchObject({
    limit_minor: null,
    left_minor: null,
  });
});

test("[B-2] a number is taken off the list of its own company only, and its limit stays", async () => {
  const [mine, other] = [await newCompany(world), await newCompany(world)];
  const driver = await companyDriver(world, mine);
  const mobile = `+91${driver.mobile}`;
  const at = (id: string) => ({ ...asProvider, params: { id, mobile: driver.mobile } });
  const limited = await world.call(companies.limitCompanyNumber, {
    ...at(mine),
    body: { limit_minor: 700 },
  });
  const listed = { mobile, limit_minor: 700, own_limit: true, driver_id: driver.id };
  expect(limited.body.data.numbers).toEqual([listed]);
  const elsewhere = await world.refused(companies.limitCompanyNumber, {
    ...at(other),
    body: { limit_minor: 1 },
  });
  expect(elsewhere.body.code).toBe("NOT_FOUND");
  expect((await world.refused(companies.unlistCompanyNumber, at(other))).body.code).toBe(
    "NOT_FOUND",
  );
  expect(await numbersOf(mine)).toEqual([mobile]);
  const left = await world.call(companies.unlistCompanyNumber, at(mine));
  expect(left.body.data.numbers).toEqual([]);
  expect((await world.refused(companies.unlistCompanyNumber, at(mine))).body.code).toBe(
    "NOT_FOUND",
  );
  // Neither taking it off nor another company takes away what somebody of finance has set.
  await joinCompany(world, mine, driver);
  expect((await accountOf(world, mine)).numbers).toEqual([listed]);
  await listNumber(world, other, driver.mobile);
  expect((await accountOf(world, other)).numbers).toMatchObject([
    { mobile, limit_minor: 1_000_000, own_limit: false, driver_id: driver.id },
  ]);
  await listNumber(world, mine, driver.mobile);
  expect((await accountOf(world, mine)).numbers).toEqual([listed]);
});

test("[B-2] a number that nobody signed up with is listed without a driver", async () => {
  const id = await newCompany(world);
  const mobile = nextMobile();
  await listNumber(world, id, mobile);
  expect((await accountOf(world, id)).numbers).toEqual([
    { mobile: `+91${mobile}`, limit_minor: 1_000_000, own_limit: false, driver_id: null },
  ]);
});

test("[B-2] a number without a limit has its company's default, and none only where somebody says so", async () => {
  const id = await newCompany(world);
  const driver = await companyDriver(world, id);
  const limits = async () =>
    (await accountOf(world, id)).numbers.map((n) => [n.limit_minor, n.own_limit]);
  expect(await limits()).toEqual([[1_000_000, false]]);
  expect(await change(id, { number_limit_minor: 30_000 })).toMatchObject({
    number_limit_minor: 30_000,
  });
  expect(await limits()).toEqual([[30_000, false]]);
  const at = { ...asProvider, params: { id, mobile: driver.mobile } };
  await world.call(companies.limitCompanyNumber, { ...at, body: { limit_minor: null } });
  expect(await limits()).toEqual([[null, true]]);
  await change(id, { number_limit_minor: null });
  expect(await limits()).toEqual([[null, true]]);
});

describe("[B-2] a driver with a wallet whose number is listed", () => {
  const offerTo = async ({ id, token }: Driver) =>
    (await world.call(companies.getCompanyOffer, { params: { userId: id }, token })).body.data;
  const numberIds = async (id: string) =>
    (await accountOf(world, id)).numbers.map(({ driver_id }) => driver_id);
  const accept = (of: Driver, company_id: string) => ({
    params: { userId: of.id },
    token: of.token,
    body: { company_id },
  });

  test("keeps it until they agree, and is told what goes back", async () => {
    const driver = await world.signUp();
    expect(await offerTo(driver)).toBe(null);
    await world.topUp(driver, 50_000);
    await world.call(backoffice.giveGoodwill, {
      ...asProvider,
      params: { mobile: driver.mobile },
      body: { amount_minor: 7_000, reason: "A long wait", reference: "CASE 31" },
    });
    const id = await newCompany(world);
    await listNumber(world, id, driver.mobile);
    await world.drain();
    expect(await accountBalances(world, driver.id)).toMatchObject({ wallet: 57_000n });
    expect((await accountOf(world, id)).numbers).toMatchObject([{ driver_id: null }]);
    expect(await offerTo(driver)).toEqual({
      company: { id, name: expect.any(String) },
      refund_minor: 50_000,
      kept_minor: 7_000,
    });
    const agreed = await world.call(companies.acceptCompanyOffer, accept(driver, id));
    expect(agreed.body.data).toMatchObject({ customer_type: "CORPORATE", company_id: id });
    await world.drain();
    expect(await accountBalances(world, driver.id)).toMatchObject({ wallet: 7_000n });
    expect((await accountOf(world, id)).numbers).toMatchObject([{ driver_id: driver.id }]);
    expect(await offerTo(driver)).toBe(null);
    // Pressed twice, or in two places.
    await world.call(companies.acceptCompanyOffer, accept(driver, id));
  });

  test("is nobody's driver by signing up: only who came for a company, or agrees, is one", async () => {
    const id = await newCompany(world);
    const [listed, came] = [nextMobile(), nextMobile()];
    for (const mobile of [listed, came]) await listNumber(world, id, mobile);
    const own = await world.signUp(listed);
    expect(await numberIds(id)).toEqual([null, null]);
    expect((await offerTo(own))?.company.id).toBe(id);
    const driver = await world.signUp(came, "CORPORATE");
    expect(await numberIds(id)).toContain(driver.id);
  });

  test("leaves as easily: pays the next charge, has a wallet again, and can come back", async () => {
    const id = await newCompany(world);
    const driver = await world.signUp();
    await world.topUp(driver, 20_000);
    await listNumber(world, id, driver.mobile);
    const leaving = { params: { userId: driver.id }, token: driver.token };
    const none = await world.refused(companies.leaveCompany, leaving);
    expect(none.body.code).toBe("NOT_FOUND");
    await world.call(companies.acceptCompanyOffer, accept(driver, id));
    await world.drain();
    const { body } = await world.call(companies.leaveCompany, leaving);
    expect(body.data).toMatchObject({ customer_type: "PERSONAL", company_id: null });
    expect(await numberIds(id)).toEqual([null]);
    await world.topUp(driver, 30_000);
    expect(await accountBalances(world, driver.id)).toMatchObject({ wallet: 30_000n });
    expect((await offerTo(driver))?.company.id).toBe(id);
    expect((await world.refused(companies.leaveCompany, leaving)).body.code).toBe("NOT_FOUND");
  });

  test("cannot join a company that has not listed them, or that took it back", async () => {
    const driver = await world.signUp();
    const [id, other] = [await newCompany(world), await newCompany(world)];
    const refusal = async (company: string) =>
      (await world.refused(companies.acceptCompanyOffer, accept(driver, company))).body.code;
    expect(await refusal(id)).toBe("NOT_FOUND");
    await listNumber(world, id, driver.mobile);
    expect(await refusal(other)).toBe("NOT_FOUND");
    // Of a suspended company nobody could start anything.
    await change(id, { state: "SUSPENDED" });
    expect([await offerTo(driver), await refusal(id)]).toEqual([null, "NOT_FOUND"]);
    await change(id, { state: "ACTIVE" });
    expect((await offerTo(driver))?.company.id).toBe(id);
    await world.call(companies.unlistCompanyNumber, {
      ...asProvider,
      params: { id, mobile: driver.mobile },
    });
    expect(await refusal(id)).toBe("NOT_FOUND");
    expect(await offerTo(driver)).toBe(null);
    const wallet = { params: { userId: driver.id }, token: driver.token };
    expect((await world.call(wallets.getWallet, wallet)).body.data.balance_minor).toBe(0);
  });
});

test("[B-2] [B-3] a company's GSTIN is not taken without the address that belongs to it", async () => {
  const id = await newCompany(world);
  const wrong = async (body: Change) => {
    const refused = await world.refused(companies.updateCompany, {
      ...asProvider,
      params: { id },
      body,
    });
    return refused.body.errors?.map(({ path }) => path);
  };
  const address = { address: "12 J M Road", city: "Pune", postal_code: "411004" };
  expect(await wrong({ gst_in: "27AAPFU0939F1ZW" })).toEqual(["gst_in"]);
  expect(await wrong({ gst_in: MUMBAI })).toEqual(["address", "city", "postal_code"]);
  expect(await wrong({ gst_in: MUMBAI, ...address, postal_code: "560001" })).toEqual([
    "postal_code",
  ]);
  expect(await accountOf(world, id)).toMatchObject({ gst_in: null, address: null });
  expect(await change(id, { gst_in: MUMBAI, ...address })).toMatchObject({ gst_in: MUMBAI });
  expect(await wrong({ city: null })).toEqual(["city"]);

  // One from before addresses were asked for: the rest of it can be changed.
  await sql`update company set address = null where id = ${id}`.execute(world.database.db);
  expect(await change(id, { limit_minor: 5_000 })).toMatchObject({ gst_in: MUMBAI, address: null });
});

test("[B-2] an unknown company is not found, whatever is asked of it", async () => {
  const params = { id: "com_absent" };
  const codes = [
    await world.refused(companies.getCompany, { ...asProvider, params }),
    await world.refused(companies.updateCompany, { ...asProvider, params, body: { city: "Pune" } }),
    await world.refused(provider.listCompanyNumber, {
      ...asProvider,
      params,
      body: { mobile: nextMobile() },
    }),
  ].map(({ body }) => body.code);
  expect(codes).toEqual(["NOT_FOUND", "NOT_FOUND", "NOT_FOUND"]);
  const id = await newCompany(world);
  expect((await limitCompany(world, id, 1)).body.data).toMatchObject({ limit_minor: 1 });
});
