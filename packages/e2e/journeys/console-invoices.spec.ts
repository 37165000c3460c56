import { partners } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import {
  appetite,
  freePlug,
  newDriver,
  offer,
  operatorCdrs,
  sendInvoice,
} from "@voltmarg/testkit/driver";
import { memberOf } from "./console-staff.ts";
import { expectAccessible } from "./screens.ts";
import { expect, test, world } from "./world.ts";

test("[D-4] finance compares an operator's invoice with what was sent", async ({ browser }) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 500 });
  const plug = await freePlug(driver);
  const party_id = plug.evse_uid.slice(0, 3);
  await appetite(world, plug.evse_uid, { take_kwh: 1, at_kw: 30, stays_min: 0 });
  const { id } = await driver.start(plug, 200);
  await expect
    .poll(async () => (await driver.session(id)).cdr_id, { timeout: 40_000 })
    .toBeTruthy();
  const sent = (await operatorCdrs(world)).find((cdr) => cdr.authorization_reference === id)!;

  const staff = { token: world.providerToken };
  await offer(world, party_id, ["2.2.1", "2.3.0"]);
  const { data } = await callRoute(world.url, partners.listPartnerRecords, staff);
  const operator = data.partners.find(({ roles }) => roles[0]?.party_id === party_id)!;
  const sync = { ...staff, params: { id: operator.id }, body: { whole: true } };
  await callRoute(world.url, partners.syncPartner, sync);
  await sendInvoice(world, party_id, { add: ["NEVER-SENT"], double: [sent.id] });

  const { page } = await memberOf(browser, "finance");
  await page.getByRole("link", { name: "Operator invoices" }).click();
  await expect(page.getByRole("heading", { name: "Operator invoices" })).toBeVisible();
  await expectAccessible(page, "console: operator invoices");
  await page.getByRole("row", { name: operator.name }).getByRole("link").first().click();
  await expect(page.getByText("What we have of it")).toBeVisible();
  const line = page.getByRole("row", { name: sent.id });
  await expect(line).toContainText("Listed 2 times");
  await expect(line).toContainText(`INR ${sent.total_cost.excl_vat.toFixed(2)}`);
  await expectAccessible(page, "console: an operator's invoice");
  await page.getByLabel("State").selectOption({ label: "Missing" });
  await expect(page.getByRole("row", { name: "NEVER-SENT" })).toBeVisible();
  await expect(line).toBeHidden();
  await page.goto(`/console/not-invoiced-cdrs?operator=${operator.id}`);
  await expect(page.getByText("Every CDR is on an invoice")).toBeVisible();
});
