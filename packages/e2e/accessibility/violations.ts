import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Violations that axe finds on a page (WCAG 2.2 AA and axe's best practices), one line per element. */
export async function violationsOn(page: Page): Promise<string[]> {
  // Runs in the page itself, which has no frames, and reports violations only: both save time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .withTags(tags)
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      `${id}: ${target.join(" ")} ${(failureSummary ?? "").replaceAll(/\s+/g, " ")}`.trim(),
    ),
  );
}
