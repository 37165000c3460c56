import type { Locator, Page } from "@playwright/test";
import { expect } from "./world.ts";

/** Describes the focused element; null when nothing has the focus. */
export const focus = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return null;
    return `${at.tagName} ${at.getAttribute("aria-label") ?? at.textContent?.trim().slice(0, 40)}`;
  });

/** Presses Tab until the element has the focus; the focus never leaves the page. */
export async function tabTo(page: Page, target: Locator, most = 100): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  if (await isThere()) return;
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press("Tab");
    if (await isThere()) return;
    expect(
      await focus(page),
      `lost at Tab ${presses + 1} on the way to ${String(target)}`,
    ).not.toBeNull();
  }
  throw new Error(`${String(target)} is not reached; the keyboard is at ${await focus(page)}`);
}
