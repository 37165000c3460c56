import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds on a page: WCAG 2.2 AA and its own best practice, one line for each element. */
export async function violationsOn(page: Page): Promise<string[]> {
  // In the page itself, which has no frames, and without an account of what passes: both take time.
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
