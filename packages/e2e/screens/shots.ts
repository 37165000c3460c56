import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { addressOf } from "@voltmarg/testkit/driver";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { desktop, openBrowser, phone, tablet } from "./browser.ts";
import { changesSheet } from "./changes.ts";
import { makePeople, type People } from "./drivers.ts";
import { documented, type Screen, screens } from "./screens.ts";
import { enter, languages, type Look, show, textSizes, wear } from "./visit.ts";

const help = `Takes a picture of every screen, on a phone and a desktop in light and dark and on a tablet, into out/screens, with a sheet
of them all: out/screens/index.html and sheet.png.

  npm run lab -- screens
  npm run lab -- screens -- --only wallet,bill --language hi --text 200
  npm run lab -- screens -- --looks 360-dark,820-light

With --docs it takes the screens that the documents show at 360, 390, 820 and 1440 px, in light and dark, and writes one
sheet for each into docs/pictures.

With --before <folder> it also writes docs/pictures/changes.jpg: pictures of what a review of release 0.2.0 asked for,
beside those of the same name in that folder, which is out/screens of that release.`;

const root = join(import.meta.dirname, "..", "..", "..");
const pictures = join(root, "docs", "pictures");
const out = join(root, "out", "screens");
const variants = [
  { name: "phone", device: phone, theme: "light" },
  { name: "phone-dark", device: phone, theme: "dark" },
  { name: "tablet", device: tablet, theme: "light" },
  { name: "desktop", device: desktop, theme: "light" },
  { name: "desktop-dark", device: desktop, theme: "dark" },
] as const;
/** Width and height of the devices that the documents show, px. */
const SIZES: readonly [width: number, height: number][] = [
  [360, 780],
  [390, 844],
  [820, 1180],
  [1440, 900],
];
const documentLooks = (["light", "dark"] as const).flatMap((theme) =>
  SIZES.map(([width, height]) => ({
    name: `${width}-${theme}`,
    device: { ...phone, viewport: { width, height } },
    theme,
  })),
);
type Variant = Omit<(typeof documentLooks)[number], "theme"> & { theme: "light" | "dark" };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      language: { type: "string", default: "en" },
      text: { type: "string", default: "100" },
      looks: { type: "string" },
      docs: { type: "boolean" },
      before: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const language = languages.find((name) => name === values.language);
  const text = textSizes.find((size) => String(size) === values.text);
  if (!language || !text) throw new Error("--language is en, hi or ur; --text is 100 or 200");
  const chosen = screens.filter(
    ({ name }) =>
      values.only.split(",").some((part) => name.includes(part)) &&
      (!values.docs || documented.has(name)),
  );
  const named = values.looks?.split(",");
  const looks: readonly Variant[] = named
    ? documentLooks.filter(({ name }) => named.includes(name))
    : values.docs
      ? documentLooks
      : variants;
  if (looks.length === 0)
    throw new Error(`--looks are of ${documentLooks.map(({ name }) => name).join(", ")}`);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const world = await startTemporaryWorld({ DEMO_SPEED: "40", TRAFFIC: "0", LOCATIONS: "120" });
  const browser = await openBrowser();
  try {
    const people = await makePeople(addressOf(world), world.secrets.providerToken, {
      outage: true,
    });
    for (const variant of looks)
      await shoot(browser, world.url, people, chosen, variant, { language, text });
    if (values.docs) await documentSheets(browser, chosen);
    else await contactSheet(browser, chosen, looks);
    if (values.before)
      await changesSheet(browser, {
        before: values.before,
        after: out,
        path: join(pictures, "changes.jpg"),
      });
    console.log(`screens=${chosen.length} pictures=${chosen.length * looks.length} in ${out}`);
  } finally {
    await browser.close();
    await world.stop();
  }
}

async function shoot(
  browser: Browser,
  url: string,
  people: People,
  chosen: readonly Screen[],
  { name, device, theme }: Variant,
  { language, text }: Pick<Look, "language" | "text">,
): Promise<void> {
  for (const [who, theirs] of Map.groupBy(chosen, (screen) => screen.who)) {
    const context = await browser.newContext({ ...device, colorScheme: theme });
    const page = await context.newPage();
    await enter(page, url, people, who, language);
    for (const screen of theirs) {
      await show(page, screen, people);
      await wear(page, { theme, text });
      writeFileSync(join(out, `${screen.name}-${name}.png`), await drawn(page));
      await screen.undo?.(page);
    }
    await context.close();
  }
}

/** A picture of the page; with a map on it, once two in a row are equal, because nothing says when its tiles are drawn. */
async function drawn(page: Page): Promise<Buffer> {
  let last = await page.screenshot({ animations: "disabled" });
  const maps = page.locator("canvas").filter({ visible: true });
  if ((await maps.count()) === 0) return last;
  for (let look = 0; look < MAP_LOOKS; look += 1) {
    await page.waitForTimeout(MAP_MS);
    const next = await page.screenshot({ animations: "disabled" });
    if (next.equals(last)) return next;
    last = next;
  }
  return last;
}
const MAP_MS = 800;
const MAP_LOOKS = 8;

/** All pictures side by side, as a page and as one picture. */
async function contactSheet(
  browser: Browser,
  chosen: readonly Screen[],
  looks: readonly Variant[],
): Promise<void> {
  const rows = chosen.map(({ name }) => {
    const images = looks.map(
      (look) =>
        `<a href="${name}-${look.name}.png"><img alt="" src="${name}-${look.name}.png"></a>`,
    );
    return `<figure><figcaption>${name}</figcaption>${images.join("")}</figure>`;
  });
  const style = `body{font:16px system-ui;margin:16px;background:#888;display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(600px,1fr))}
figure{margin:0}figcaption{padding:4px 0;font-weight:600}img{height:360px;margin-right:8px}`;
  const file = join(out, "index.html");
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join("\n")}`,
  );
  const page = await browser.newPage({ viewport: { width: 2600, height: 1000 } });
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: join(out, "sheet.png"), fullPage: true });
  await page.close();
}

/** For each screen one picture: its four widths, light above dark. */
async function documentSheets(browser: Browser, chosen: readonly Screen[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1500, height: 400 } });
  for (const { name } of chosen) {
    const row = (theme: string) =>
      SIZES.map(([width]) => `<img alt="" src="${name}-${width}-${theme}.png">`).join("");
    const file = join(out, `${name}.html`);
    writeFileSync(
      file,
      `<!doctype html><style>body{margin:12px;background:#888;width:max-content}img{height:560px;margin:0 12px 12px 0}</style>${row("light")}<br>${row("dark")}`,
    );
    await page.goto(pathToFileURL(file).href);
    await page.locator("body").screenshot({
      path: join(pictures, `${name}.jpg`),
      type: "jpeg",
      quality: 72,
    });
  }
  await page.close();
}

await main();
