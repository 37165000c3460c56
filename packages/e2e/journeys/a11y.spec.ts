import { makePeople } from "../screens/drivers.ts";
import { screens } from "../screens/screens.ts";
import { enter, languages, settled, show, wear } from "../screens/visit.ts";
import { cutTexts } from "../accessibility/cut-text.ts";
import { colourViolationsOn, violationsOn } from "../accessibility/violations.ts";
import { expect, test, world } from "./world.ts";

// Animations only slow these tests down. A refused start and a low balance answer with an error status.
test.use({ contextOptions: { reducedMotion: "reduce" }, refusals: [402, 404, 409] });

/** The narrowest phone: what fits there fits everywhere. */
test.use({ viewport: { width: 360, height: 780 } });

// This world has no back-office credential, which companies need.
const open = screens.filter(({ who }) => who !== "company");

for (const language of languages)
  test(`every screen in ${language}: axe finds nothing in light and dark, and no text is cut, at 200 % neither`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const people = await makePeople(world);
    const found: string[] = [];
    for (const [who, theirs] of Map.groupBy(open, (screen) => screen.who)) {
      await enter(page, world.url, people, who, language);
      for (const screen of theirs) {
        const say = (how: string, lines: string[]) =>
          found.push(...lines.map((line) => `${screen.name}, ${how}: ${line}`));
        await wear(page, { theme: "light", text: 100 });
        await show(page, screen, people);
        say("light", await violationsOn(page));
        say("at 360 px", await cutTexts(page));
        await wear(page, { theme: "dark", text: 100 });
        // Both themes have the same elements: what differs is their colours.
        say("dark", await colourViolationsOn(page));
        await wear(page, { theme: "light", text: 200 });
        say("at 200 %", await cutTexts(page));
      }
    }
    expect(found).toEqual([]);
  });

test("a text that is cut is reported", async ({ page }) => {
  await page.goto("/login");
  await settled(page);
  expect(await cutTexts(page)).toEqual([]);
  await page.evaluate(() => {
    document.querySelector("main")!.insertAdjacentHTML(
      "beforeend",
      `<p style="width:60px;overflow:hidden;white-space:nowrap">A text that is cut</p>
       <button type="button" style="width:60px;white-space:nowrap">Leaves its button</button>`,
    );
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
