import { backoffice, content, legal, support } from "@voltmarg/contract";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, expect, test } from "vitest";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const bootstrap = { token: PROVIDER_TOKEN };
const read = async () => (await world.call(legal.getLegal, {})).body.data;

test("[B-3] [R-31] who sells and who answers for complaints is told to everybody, as the back office wrote it", async () => {
  const before = await read();
  expect(before.grievance_officer).toBe(null);
  expect(before.seller).toMatchObject({ state: "Maharashtra", example: true, branches: [] });
  const officer = {
    officer_name: "Asha Menon",
    officer_designation: "Grievance Officer",
    officer_phone: "+912026120001",
  };
  const set = (body: object) => world.call(backoffice.updateSeller, { ...bootstrap, body });
  await set({
    ...officer,
    website: "https://voltmarg.example",
    branches: "Nashik 422001\n\nKochi",
  });
  expect((await read()).grievance_officer).toBe(null);
  await set({ officer_email: "grievance@voltmarg.example" });
  await world.call(support.updateSupportInformation, {
    ...bootstrap,
    body: { phone: "+911800111111" },
  });
  const now = await read();
  expect(now.grievance_officer).toEqual({
    name: "Asha Menon",
    designation: "Grievance Officer",
    phone: "+912026120001",
    email: "grievance@voltmarg.example",
  });
  expect(now.seller).toEqual({
    ...before.seller,
    website: "https://voltmarg.example",
    branches: ["Nashik 422001", "Kochi"],
  });
  expect(now.customer_care.phone).toBe("+911800111111");
  // What only the tax office and the books need is not told.
  expect(JSON.stringify(now)).not.toContain("series");
});

test("[R-27] [R-28] the version of the terms rises with each change of the English text, and of nothing else", async () => {
  const before = await read();
  const put = async (type: "TOU" | "FAQ", language: "en" | "hi") => {
    world.clock.advance(30 * 86_400_000);
    await world.call(content.putMessage, {
      ...bootstrap,
      params: { type, key: "prices", language },
      body: { title: "Prices", text: `Said anew at ${world.clock.now().toISOString()}.` },
    });
  };
  await put("TOU", "en");
  const changed = world.clock.now().toISOString();
  await put("TOU", "hi");
  await put("FAQ", "en");
  const after = await read();
  expect(after.terms).toEqual({ version: before.terms.version + 1, updated_at: changed });
  expect(after.privacy).toEqual(before.privacy);
});

test("[R-27] the rules for refunds and cancellation are a section of the terms in three languages", async () => {
  for (const language of ["en", "hi", "ur"] as const) {
    const { body } = await world.call(content.listCustomMessages, {
      query: { messageTypes: "TOU", language },
    });
    const section = body.content.find(({ key }) => key === "refunds");
    expect(section?.language).toBe(language);
  }
});
