import { expect, type Page } from "@playwright/test";

/** Agrees to the privacy notice, in whatever language it is: it stands between a new driver and an account. */
export async function agreeToNotice(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/privacy-consent$/);
  await page.getByRole("checkbox").check();
  await page.locator("form button[type=submit]").click();
}
