import { companies } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newCompany } from "@voltmarg/testkit/company";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const token = PROVIDER_TOKEN;
const listed = async (id: string, query = {}) =>
  (await world.call(companies.listVehiclesOfCompany, { token, params: { id }, query })).body;

test("[B-2] the staff see a company's vehicles by registration, page by page, and none of another's", async () => {
  const [mine, other] = [await newCompany(world), await newCompany(world)];
  for (const registration of ["MH12CD2", "MH12AB1", "MH12EF3"])
    await world.call(companies.addCompanyVehicle, {
      token,
      params: { id: mine },
      body: {
        make: "Tata",
        model: "Nexon EV",
        vehicle_type: "FOUR_WHEELER",
        battery_capacity: 40,
        range: 300,
        max_dc_intake: 50,
        onboard_charger_capacity: 7.2,
        registration,
      },
    });
  const first = await listed(mine, { page_size: 2 });
  expect(first.content.map(({ registration }) => registration)).toEqual(["MH12AB1", "MH12CD2"]);
  expect(first.total_elements).toBe(3);
  expect((await listed(mine, { page_size: 2, page_no: 1 })).content).toHaveLength(1);
  expect((await listed(other)).content).toEqual([]);
  const nobody = await world.refused(companies.listVehiclesOfCompany, {
    token,
    params: { id: "nobody" },
  });
  expect(nobody.status).toBe(404);
});
