import { companies, provider } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accountOf,
  backoffice,
  companyDriver,
  limitCompany,
  listNumber,
  newCompany,
} from "@voltmarg/testkit/company";
import { nextMobile, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { hasCompany } from "./manage-companies.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

type Change = Parameters<typeof world.call<typeof companies.updateCompany>>[1]["body"];
const change = async (id: string, body: Change) =>
  (await world.call(companies.updateCompany, { ...backoffice, params: { id }, body })).body.data;
const numbersOf = async (id: string) =>
  (await accountOf(world, id)).numbers.map(({ mobile }) => mobile);

test("[B-2] a company is created once for its name", async () => {
  const put = async (name: string) =>
    (await world.call(provider.putCompany, { ...backoffice, body: { name } })).body.data;
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

test("[B-2] a number is taken off the list of its own company only, and its limit with it", async () => {
  const [mine, other] = [await newCompany(world), await newCompany(world)];
  const driver = await companyDriver(world, mine);
  const mobile = `+91${driver.mobile}`;
  const at = (id: string) => ({ ...backoffice, params: { id, mobile: driver.mobile } });
  const limited = await world.call(companies.limitCompanyNumber, {
    ...at(mine),
    body: { limit_minor: 700 },
  });
  expect(limited.body.data.numbers).toEqual([{ mobile, limit_minor: 700, driver_id: driver.id }]);
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
  // Listed anew, the limit of before is gone.
  await listNumber(world, mine, driver.mobile);
  expect((await accountOf(world, mine)).numbers).toEqual([
    { mobile, limit_minor: null, driver_id: driver.id },
  ]);
});

test("[B-2] a number that nobody signed up with is listed without a driver", async () => {
  const id = await newCompany(world);
  const mobile = nextMobile();
  await listNumber(world, id, mobile);
  expect((await accountOf(world, id)).numbers).toEqual([
    { mobile: `+91${mobile}`, limit_minor: null, driver_id: null },
  ]);
});

test("[B-2] an unknown company is not found, whatever is asked of it", async () => {
  const params = { id: "com_absent" };
  const codes = [
    await world.refused(companies.getCompany, { ...backoffice, params }),
    await world.refused(companies.updateCompany, { ...backoffice, params, body: { city: "Pune" } }),
    await world.refused(provider.listCompanyNumber, {
      ...backoffice,
      params,
      body: { mobile: nextMobile() },
    }),
  ].map(({ body }) => body.code);
  expect(codes).toEqual(["NOT_FOUND", "NOT_FOUND", "NOT_FOUND"]);
  const id = await newCompany(world);
  expect((await limitCompany(world, id, 1)).body.data).toMatchObject({ limit_minor: 1 });
});
