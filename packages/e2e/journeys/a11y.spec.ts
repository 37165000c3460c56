import { makePeople } from "../screens/drivers.ts";
import { screens, ownWorldOnly } from "../screens/screens.ts";
import {
  enter,
  languages,
  type Look,
  settled,
  show,
  textSizes,
  themes,
  wear,
} from "../screens/visit.ts";
import { cutTexts } from "../accessibility/cut-text.ts";
import { violationsOn } from "../accessibility/violations.ts";
import { expect, test, world } from "./world.ts";

// Animations only slow these tests down. A refused start and a low balance answer with an error status.
test.use({ contextOptions: { reducedMotion: "reduce" }, refusals: [402, 404, 409] });

/** The narrowest phone: what fits there fits everywhere. */
test.use({ viewport: { width: 360, height: 780 } });

// This world has no back-office credential, which companies need, and others use it at the same time.
const open = screens.filter(({ who, name }) => who !== "company" && !ownWorldOnly.has(name));

/** `npm run lab -- a11y` asks axe about every screen in every look; here each screen has one, neighbours others. */
const looks = languages.flatMap((language) =>
  themes.flatMap((theme) => textSizes.map((text): Look => ({ language, theme, text }))),
);

const pairs = open.map((screen, nth) => ({ screen, look: looks[(nth * 5) % looks.length]! }));
/** Three tests for each language, so that several can run at a time and none is long. */
const parts = [0, 1, 2].map((part) => pairs.filter((_, nth) => nth % 3 === part));

for (const [language, part] of languages.flatMap((each) =>
  [0, 1, 2].map((n) => [each, n] as const),
))
  test(`every screen in ${language}, part ${part + 1} of 3: no text is cut, at 200 % neither, and axe finds nothing`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const people = await makePeople(world);
    const found: string[] = [];
    for (const [who, theirs] of Map.groupBy(parts[part]!, ({ screen }) => screen.who)) {
      await enter(page, world.url, people, who, language);
      for (const { screen, look } of theirs) {
        const say = (how: string, lines: string[]) =>
          found.push(...lines.map((line) => `${screen.name}, ${how}: ${line}`));
        await wear(page, { theme: "light", text: 100 });
        await show(page, screen, people);
        say("at 360 px", await cutTexts(page));
        await wear(page, { theme: "light", text: 200 });
        say("at 200 %", await cutTexts(page));
        if (look.language !== language) continue;
        await wear(page, look);
        say(JSON.stringify(look), await violationsOn(page));
      }
    }
    expect(found).toEqual([]);
  });

test("a text that is cut is reported", async ({ page }) => {
  await page.goto("/login");
  await settled(page);
  expect(await cutTexts(page)).toEqual([]);
  await page.evaluate(() => {
    for (const [kind, overflow] of [
      ["p", "hidden"],
      ["button", "visible"],
    ] as const) {
      const element = document.createElement(kind);
      element.textContent = "A text that is too long";
      Object.assign(element.style, {
        width: "60px",
        minWidth: "0",
        whiteSpace: "nowrap",
        overflow,
      });
      document.querySelector("main")!.append(element);
    }
  });
  expect(await cutTexts(page)).toEqual([
    expect.stringMatching(/^cut: p\./),
    expect.stringMatching(/^leaves its button: button\./),
  ]);
});

test("axe reports a button without a name", async ({ page }) => {
  await page.goto("/login");
  await settled(page);
  await page.evaluate(() =>
    document.querySelector("main")?.append(document.createElement("button")),
  );
  expect(await violationsOn(page)).toEqual([expect.stringMatching(/^button-name: /)]);
});
