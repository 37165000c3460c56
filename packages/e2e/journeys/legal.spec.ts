import { backoffice } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { newDriver } from "@voltmarg/testkit/driver";
import { expectAccessible } from "./screens.ts";
import { expect, signedIn, test, world } from "./world.ts";

// Animations only slow these tests down.
test.use({ contextOptions: { reducedMotion: "reduce" } });

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
