import { makePeople, type People } from "../screens/drivers.ts";
import { type Screen, screens, type Who } from "../screens/screens.ts";
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
const groups = Map.groupBy(pairs, ({ screen, look }) => `${screen.who} ${look.language}`);

test("[house rule] every screen is without a violation that axe finds, in other languages, dark, and in large text", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const people = await makePeople(world);
  const found: string[] = [];
  for (const group of groups.values()) {
    const [{ screen, look }] = group as [Pair];
    await enter(page, world.url, people, screen.who, look.language);
    for (const pair of group) found.push(...(await lookAt(pair, people)));
  }
  expect(found).toEqual([]);

  async function lookAt({ screen, look }: Pair, all: People): Promise<string[]> {
    await wear(page, look);
    await show(page, screen, all);
    const lines = await violationsOn(page);
    return lines.map((line) => `${screen.name} ${JSON.stringify(look)}: ${line}`);
  }
});

test("[house rule] what axe finds is reported: a button without a name", async ({ page }) => {
  await page.goto("/login");
  await settled(page);
  await page.evaluate(() =>
    document.querySelector("main")?.append(document.createElement("button")),
  );
  expect(await violationsOn(page)).toEqual([expect.stringMatching(/^button-name: /)]);
});

type Pair = { screen: Screen & { who: Who }; look: Look };
