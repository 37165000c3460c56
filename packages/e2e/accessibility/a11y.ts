import { parseArgs } from "node:util";
import type { Browser } from "@playwright/test";
import { addressOf } from "@voltmarg/testkit/driver";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { openBrowser, phone } from "../screens/browser.ts";
import { makePeople, type People } from "../screens/drivers.ts";
import { type Screen, screens, type Who } from "../screens/screens.ts";
import { enter, languages, type Look, show, textSizes, themes, wear } from "../screens/visit.ts";
import { cutTexts } from "./cut-text.ts";
import { violationsOn } from "./violations.ts";

const help = `Looks with axe (WCAG 2.2 AA and best practice) at every screen, light and dark, in each language, with the
text as it is and twice as large, and for texts that are cut.

  npm run lab -- a11y
  npm run lab -- a11y -- --only wallet      screens with this in their name
  npm run lab -- a11y -- --language hi      in one language only`;

type Found = { checked: number; violations: number };

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      language: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    console.log(help);
    return true;
  }
  const chosen = screens.filter(({ name }) => name.includes(values.only));
  const spoken = languages.filter((name) => name === (values.language ?? name));
  if (spoken.length === 0) throw new Error("--language is en, hi or ur");
  const world = await startTemporaryWorld({ DEMO_SPEED: "40", TRAFFIC: "0", LOCATIONS: "120" });
  const browser = await openBrowser();
  try {
    const people = await makePeople(addressOf(world), world.secrets.providerToken, {
      outage: true,
    });
    const found: Found = { checked: 0, violations: 0 };
    const visits = Map.groupBy(chosen, ({ who }) => who);
    for (const [who, theirs] of visits)
      for (const language of spoken)
        await lookAt(browser, world.url, people, who, language, theirs, found);
    const { checked, violations } = found;
    console.log(`a11y screens=${chosen.length} checked=${checked} violations=${violations}`);
    return (
      violations === 0 &&
      checked === chosen.length * spoken.length * themes.length * textSizes.length
    );
  } finally {
    await browser.close();
    await world.stop();
  }
}

async function lookAt(
  browser: Browser,
  url: string,
  people: People,
  who: Who,
  language: Look["language"],
  theirs: readonly Screen[],
  found: Found,
): Promise<void> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await enter(page, url, people, who, language);
  for (const screen of theirs) {
    await wear(page, { theme: "light", text: 100 });
    await show(page, screen, people);
    for (const theme of themes)
      for (const text of textSizes) {
        await wear(page, { theme, text });
        const lines = [...(await violationsOn(page)), ...(await cutTexts(page))];
        found.checked += 1;
        found.violations += lines.length;
        for (const line of lines)
          console.log(`${screen.name} (${theme}, ${language}, ${text} %) ${line}`);
      }
    await screen.undo?.(page);
  }
  await context.close();
}

process.exitCode = (await main()) ? 0 : 1;
