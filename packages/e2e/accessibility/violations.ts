import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

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
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await select(axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      `${id}: ${target.join(" ")} ${(failureSummary ?? "").replaceAll(/\s+/g, " ")}`.trim(),
    ),
  );
}
