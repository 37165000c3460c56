import type { Browser, BrowserContext, Page } from "@playwright/test";
import { staff, type StaffRole } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { withAuthenticator } from "./authenticator.ts";
import { expect, world } from "./world.ts";

let nextName = 0;

/** A new member of the staff, signed in to the console in a browser of their own at 1440 × 900. */
export async function memberOf(
  browser: Browser,
  role: StaffRole,
): Promise<{ name: string; page: Page; context: BrowserContext }> {
  nextName += 1;
  // After a failure another process goes on in the same world.
  const name = `${role}-${process.env["TEST_PARALLEL_INDEX"] ?? 0}-${process.pid}-${nextName}`;
  const body = { name, role };
  const { data } = await callRoute(world.url, staff.inviteStaff, {
    token: world.providerToken,
    body,
  });
  const { page, context } = await acceptIn(browser, data.link);
  return { name, page, context };
}

/** Opens an invitation in a browser of its own and makes a passkey there. */
export async function acceptIn(browser: Browser, link: string) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await withAuthenticator(page);
  await page.goto(link);
  await page.getByRole("button", { name: "Make a passkey and sign in" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  return { page, context };
}
