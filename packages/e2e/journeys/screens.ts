import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { colourViolationsOn, violationsOn } from "../accessibility/violations.ts";
import { expect } from "./world.ts";

/** WCAG 2.2 AA and axe's own best practice, in light and in dark. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole("main").or(page.getByRole("dialog")).first()).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // A colour on its way to another one is neither.
    await page.evaluate(() => {
      for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
    });
    // Both themes have the same elements, so the second run checks what differs.
    const found = await (colorScheme === "light" ? violationsOn(page) : colourViolationsOn(page));
    expect(found, `axe on ${screen}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
}

/** Bytes of JavaScript, gzipped, that `visit` makes the browser load. */
export async function gzippedScripts(page: Page, visit: () => Promise<unknown>): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await visit();
  await page.waitForLoadState("networkidle");
  page.removeAllListeners("response");
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
