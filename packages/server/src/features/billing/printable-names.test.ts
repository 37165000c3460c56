import { accounts, backoffice, companies, provider } from "@voltmarg/contract";
import { asProvider, newCompany } from "@voltmarg/testkit/company";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { hostileNames, namesOfIndia } from "@voltmarg/testkit/names-of-india";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

/** The refused field; what else a refusal says is the same for all. */
const refusal = (path: string) => ({
  code: "INVALID_INPUT",
  errors: [
    {
      path,
      rule: "NOT_PRINTABLE",
      message:
        "Bills cannot show all of these characters. Use letters of English or a language of India.",
    },
  ],
});

describe("[B-3] a name that no invoice can show is refused when it is saved", () => {
  test("a driver's: in every script of India it is saved, with a picture or another script it is not", async () => {
    const { id, token } = await world.signUp();
    const change = (name: string) => ({ params: { id }, body: { name }, token });
    for (const name of Object.values(namesOfIndia)) {
      const { body } = await world.call(accounts.updateUser, change(name));
      expect(body.data.name).toBe(name);
    }
    const kept = namesOfIndia.ur;
    await world.call(accounts.updateUser, change(kept));
    for (const name of ["Ravi 😀", "充电站", "สมชาย", hostileNames.zalgo]) {
      const { status, body } = await world.refused(accounts.updateUser, change(name));
      expect([status, body]).toEqual([400, expect.objectContaining(refusal("name"))]);
    }
    const read = await world.call(accounts.getUser, { params: { id }, token });
    expect(read.body.data.name).toBe(kept);
  });

  test.each(["business_name", "business_address", "business_city"])(
    "a driver's %s",
    async (field) => {
      const { id, token } = await world.signUp();
      const business = {
        gst_in: "27AAFCV4182M1ZS",
        business_name: "கோவை மோட்டார்ஸ்",
        business_address: "12 J M Road",
        business_city: "पुणे",
        business_postal_code: "411005",
      };
      const params = { id };
      const hostile = { ...business, [field]: "Motors 🚗" };
      const refused = await world.refused(accounts.updateUser, { params, body: hostile, token });
      expect(refused.body).toMatchObject(refusal(field));
      const { body } = await world.call(accounts.updateUser, { params, body: business, token });
      expect(body.data).toMatchObject(business);
    },
  );

  test("a company's, and its address", async () => {
    const named = { ...asProvider, body: { name: "Fleet 🚚" } };
    expect((await world.refused(provider.putCompany, named)).body).toMatchObject(refusal("name"));
    const params = { id: await newCompany(world) };
    const details = { ...asProvider, params, body: { address: "北京路 1" } };
    const refused = await world.refused(companies.updateCompany, details);
    expect(refused.body).toMatchObject(refusal("address"));
    const written = { ...asProvider, params, body: { address: "೧೨, ಎಂ.ಜಿ. ರಸ್ತೆ" } };
    const { body } = await world.call(companies.updateCompany, written);
    expect(body.data.address).toBe(written.body.address);
  });

  test("the seller's", async () => {
    const named = { ...asProvider, body: { name: "Voltmarg ⚡" } };
    const refused = await world.refused(backoffice.updateSeller, named);
    expect(refused.body).toMatchObject(refusal("name"));
  });
});
