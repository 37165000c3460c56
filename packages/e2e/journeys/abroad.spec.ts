import { support } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { freePlug, newDriver } from "@voltmarg/testkit/driver";
import { until } from "@voltmarg/world/until";
import { expect, rupees, signInOnce, test, world } from "./world.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, timezoneId: "Pacific/Honolulu" });

const inIndia = (at: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "Asia/Kolkata" })
    .format(new Date(at))
    .replace(",", "");
const dayOf = (at: string) =>
  inIndia(at, { weekday: "short", day: "numeric", month: "short", year: "numeric" });
const monthOf = (at: string) => inIndia(at, { month: "long", year: "numeric" });
/** 3:21 pm */
const timeOf = (at: string) => inIndia(at, { hour: "numeric", minute: "2-digit", hour12: true });
const momentOf = (at: string) =>
  `${inIndia(at, { weekday: "short", day: "numeric", month: "short" })}, ${timeOf(at)}`;

test("[B-3] [B-6] [A-7] a phone in Honolulu shows bill, wallet, months, ticket and device by India's clock", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 1000 });
  const { id } = await driver.start(await freePlug(driver), 100);
  await until("a charge runs", async () => (await driver.session(id)).status === "ACTIVE");
  await driver.stop(id);
  const bill = await until("the bill", async () => (await driver.history())[0]);
  const { data: ticket } = await callRoute(world.url, support.createTicket, {
    token: driver.token,
    body: { category: "APP", text: "What time is it?" },
  });
  await signInOnce(page, driver);
  const own = await page.evaluate((at) => new Date(at).getHours(), bill.start_date_time);
  expect(String(own)).not.toBe(inIndia(bill.start_date_time, { hour: "numeric" }));

  await page.goto("/history");
  const charges = page.locator("section", { hasText: monthOf(bill.start_date_time) });
  const row = charges.getByRole("link", { name: rupees(bill.amount_minor) });
  await expect(row).toContainText(timeOf(bill.start_date_time));
  await expect(row).toContainText(inIndia(bill.start_date_time, { day: "numeric" }));
  await row.click();
  await expect(page.getByText(timeOf(bill.start_date_time)).first()).toBeVisible();
  await page.getByRole("heading", { name: `Invoice ${bill.invoice!.number}` }).click();
  await expect(page.getByText(`Issued ${dayOf(bill.invoice!.issued_at)}`)).toBeVisible();

  await page.goto("/wallet");
  const moved = page.locator("section", { hasText: monthOf(bill.end_date_time) });
  const charge = moved.getByRole("link", { name: bill.location.name });
  // It is booked with the bill.
  await expect(charge.getByText(momentOf(bill.invoice!.issued_at))).toBeVisible();

  await page.goto(`/support?ticket=${ticket.id}`);
  await expect(page.locator("time").first()).toHaveText(momentOf(ticket.created_at));

  await page.goto("/profile?view=devices");
  await expect(page.getByText(dayOf(new Date().toISOString()))).toBeVisible();
});
