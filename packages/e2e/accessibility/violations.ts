import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// The builder would send its long form twice for each run; a page needs the short one once.
const near = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));
const source = readFileSync(near.resolve("axe-core/axe.min.js"), "utf8");

/** The rules whose result depends on colours. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** Violations that axe finds on a page (WCAG 2.2 AA and axe's best practices), one line per element. */
export function violationsOn(page: Page): Promise<string[]> {
  return run(page, (axe) => axe.withTags(tags));
}

/** The same for the colours alone: for a page whose other rules were checked in another theme. */
export function colourViolationsOn(page: Page): Promise<string[]> {
  return run(page, (axe) => axe.withRules(colourRules));
}

async function run(page: Page, select: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // Runs in the page itself, which has no frames, and reports violations only: both save time.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => "axe" in globalThis))) await frame.evaluate(source);
  const axe = new AxeBuilder({ page, axeSource: ";" })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] });
  const { violations } = await select(axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      `${id}: ${target.join(" ")} ${(failureSummary ?? "").replaceAll(/\s+/g, " ")}`.trim(),
    ),
  );
}
