import { backoffice, support } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { newDriver } from "@voltmarg/testkit/driver";
import { memberOf } from "./console-staff.ts";
import { expectAccessible } from "./screens.ts";
import { expect, signedIn, test, world } from "./world.ts";

// Animations only slow these tests down.
test.use({ contextOptions: { reducedMotion: "reduce" } });
// One after the other: they change the officer of one world.
test.describe.configure({ mode: "default" });

test("[R-31] [R-27] [R-28] who sells and who answers for complaints is read without a sign-in, in three languages", async ({
  page,
}) => {
  await callRoute(world.url, backoffice.updateSeller, {
    token: world.providerToken,
    body: {
      website: "https://voltmarg.example",
      officer_name: "Asha Menon",
      officer_designation: "Grievance Officer",
      officer_phone: "+912026120001",
      officer_email: "grievance@voltmarg.example",
    },
  });
  await page.goto("/login");
  await page.getByRole("link", { name: "Legal information" }).click();
  await expect(page).toHaveURL("/legal");
  for (const [language, title, officer, refunds] of [
    ["en", "Legal information", "Grievance officer", "Refunds and cancellation"],
    ["hi", "कानूनी जानकारी", "शिकायत अधिकारी", "रिफ़ंड और रद्द करना"],
    ["ur", "قانونی معلومات", "شکایت افسر", "ریفنڈ اور منسوخی"],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem("vm.language", chosen), language);
    await page.goto("/legal");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    const section = page.locator("section").filter({ hasText: officer }).first();
    await expect(section).toContainText("Asha Menon");
    await expect(section.getByRole("link", { name: "grievance@voltmarg.example" })).toHaveAttribute(
      "href",
      "mailto:grievance@voltmarg.example",
    );
    await expect(page.getByRole("heading", { level: 2, name: refunds })).toBeVisible();
    await expect(page.getByText("27AAFCV4182M1ZS")).toBeVisible();
    await expectAccessible(page, `/legal in ${language}`);
  }
});

test("[R-9] [R-16] questions and the way to support open without a sign-in; a ticket asks for one", async ({
  page,
}) => {
  await page.goto("/support");
  await expect(page.getByRole("link", { name: /E-mail support/ })).toBeVisible();
  await expect(page.getByText("My tickets")).toHaveCount(0);
  await expectAccessible(page, "support, signed out");
  await page.getByRole("link", { name: /^FAQ/ }).click();
  await expect(page).toHaveURL("/faq");
  await expect(page.getByRole("heading", { level: 1, name: "FAQ" })).toBeVisible();
  await expect(page.locator("details.question").first()).toBeVisible();
  await expectAccessible(page, "faq, signed out");
  await page.goto("/support?ticket=tkt_1");
  await expect(page).toHaveURL("/login");
  await signedIn(page, await newDriver(world));
  for (const [address, heading] of [
    ["/support", "Support"],
    ["/faq", "FAQ"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  }
});

test("[R-25] [D-2] a driver who is not satisfied hands a ticket to the grievance officer, and the console shows it", async ({
  page,
  browser,
}) => {
  const driver = await newDriver(world);
  const { data: ticket } = await callRoute(world.url, support.createTicket, {
    token: driver.token,
    body: { category: "BILL", text: "The bill is too high." },
  });
  await signedIn(page, driver);
  await page.goto(`/support?ticket=${ticket.id}`);
  await expect(page.getByText(/You get an answer by .+ It is solved by/)).toBeVisible();
  const handOn = page.getByRole("button", { name: /grievance officer/ });
  await expect(handOn).toHaveCount(0);
  await callRoute(world.url, support.answerTicket, {
    token: world.providerToken,
    params: { id: ticket.id },
    body: { text: "It is right." },
  });
  await page.reload();
  await expectAccessible(page, "ticket: answered");
  await handOn.click();
  await expect(page.getByText(/^With the grievance officer since/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Who that is" })).toHaveAttribute("href", "/legal");
  await page.getByText("What happened when").click();
  await expect(page.locator(".ticket-steps li b")).toHaveText([
    "Received",
    "Answered",
    "To the grievance officer",
  ]);

  const member = await memberOf(browser, "support");
  await member.page.getByRole("link", { name: "Tickets" }).first().click();
  await member.page.getByRole("link", { name: /^Escalated/ }).click();
  const row = member.page.getByRole("row").filter({ hasText: ticket.number });
  await expect(row).toContainText("Escalated");
  await expectAccessible(member.page, "console: escalated tickets");
  await member.page.goto(`/console/tickets/${ticket.number}`);
  await expect(member.page.getByText("because its driver asked for it")).toBeVisible();
  await expect(member.page.getByText("Solve by")).toBeVisible();
});

test("[B-3] finance names the grievance officer in the console’s form", async ({
  page,
  browser,
}) => {
  const { page: seller } = await memberOf(browser, "finance");
  await seller.goto("/console/seller");
  await seller.getByRole("button", { name: "Change", exact: true }).click();
  const form = seller.getByRole("dialog");
  for (const [label, value] of [
    ["Grievance officer: name", "Ravi Nair"],
    ["Grievance officer: designation", "Grievance Officer"],
    ["Grievance officer: phone", "+912026120002"],
    ["Grievance officer: e-mail", "ravi@voltmarg.example"],
  ] as const)
    await form.getByLabel(label).fill(value);
  await expectAccessible(seller, "console: seller form");
  await form.getByRole("button", { name: "Change" }).click();
  await expect(seller.getByText("The seller is changed.")).toBeVisible();
  await expect(seller.getByText("Ravi Nair")).toBeVisible();
  await page.goto("/legal");
  await expect(page.getByText("Ravi Nair")).toBeVisible();
});
