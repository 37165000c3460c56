import { gzipSync } from "node:zlib";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./world.ts";

/** WCAG 2.2 AA and axe's own best practice, in light and in dark. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
      .analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
    );
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
