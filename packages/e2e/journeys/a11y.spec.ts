import { makePeople } from "../screens/drivers.ts";
import { screens } from "../screens/screens.ts";
import { enter, type Look, settled, show, wear } from "../screens/visit.ts";
import { violationsOn } from "../accessibility/violations.ts";
import { expect, test, world } from "./world.ts";

// Animations only slow these tests down. A refused start and a low balance answer with an error status.
test.use({ contextOptions: { reducedMotion: "reduce" }, refusals: [402, 404, 409] });

/**
 * The journeys look at the screens in English at their own size, in light and dark. These are the pairs of theme,
 * language and text size that they leave out; each screen gets one, and neighbours get different ones.
 */
const looks: readonly Look[] = [
  { language: "hi", theme: "dark", text: 200 },
  { language: "ur", theme: "light", text: 200 },
  { language: "en", theme: "dark", text: 200 },
  { language: "hi", theme: "light", text: 100 },
  { language: "ur", theme: "dark", text: 100 },
  { language: "en", theme: "light", text: 200 },
];

// This world has no back-office credential, which companies need.
const open = screens.filter(({ who }) => who !== "company");
const pairs = open.map((screen, nth) => ({ screen, look: looks[nth % looks.length]! }));

for (const language of ["en", "hi", "ur"] as const)
  test(`axe finds no violation on any screen: ${language}, light or dark, in usual or large text`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    const people = await makePeople(world);
    const inLanguage = pairs.filter(({ look }) => look.language === language);
    const found: string[] = [];
    for (const [who, group] of Map.groupBy(inLanguage, ({ screen }) => screen.who)) {
      await enter(page, world.url, people, who, language);
      for (const { screen, look } of group) {
        await wear(page, look);
        await show(page, screen, people);
        const lines = await violationsOn(page);
        found.push(...lines.map((line) => `${screen.name} ${JSON.stringify(look)}: ${line}`));
      }
    }
    expect(found).toEqual([]);
  });

test("axe reports a button without a name", async ({ page }) => {
  await page.goto("/login");
  await settled(page);
  await page.evaluate(() =>
    document.querySelector("main")?.append(document.createElement("button")),
  );
  expect(await violationsOn(page)).toEqual([expect.stringMatching(/^button-name: /)]);
});
