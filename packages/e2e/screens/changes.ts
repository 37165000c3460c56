import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "@playwright/test";

/** What a designer's review of release 0.2.0 asked for, by its number there, and a picture that shows it. */
const changes: readonly [number: number, what: string, picture: string][] = [
  [1, "Prices with their start fee", "charging-details-phone"],
  [2, "Directions first when far away", "charging-details-phone"],
  [3, "The station's button sets a limit", "charging-details-phone"],
  [4, "Reckoned from what can be spent", "estimate-money-phone"],
  [5, "What can be spent leads", "wallet-phone"],
  [6, "One row for a charging session", "wallet-phone"],
  [7, "One format for durations", "charging-started-phone"],
  [8, "Slow charging is explained", "charging-started-phone"],
  [9, "Battery now, and range", "charging-started-phone"],
  [10, "From present to target charge", "estimate-amount-phone"],
  [11, "Another charger first", "charging-proceed-refused-phone"],
  [12, "Rows above the session's bar", "home-phone"],
  [13, "The map is drawn, also at night", "home-phone-dark"],
  [14, "Equal plugs in one row", "charging-details-phone"],
  [15, "A sentence less about prices", "charging-details-desktop"],
  [16, "The last way to pay", "add-money-phone"],
  [17, "Refund, with where it goes", "wallet-send-back-phone"],
  [18, "Rupees per km, and stars", "billsummary-phone"],
  [19, "Send OTP under the number", "login-phone"],
  [20, "Notifications by kind", "notifications-phone"],
  [21, "Camera blocked: the code", "scan-phone"],
  [22, "Usage by month", "my-usage-phone"],
  [23, "A stone where nothing is", "my-vehicle-none-phone"],
  [24, "Vehicles by their body", "my-vehicle-phone"],
  [25, "The station over the map", "charging-details-desktop"],
];

/** Before and after of each change that has both pictures, in one picture. */
export async function changesSheet(
  browser: Browser,
  { before, after, path }: { before: string; after: string; path: string },
): Promise<void> {
  const shown = Map.groupBy(changes, ([, , picture]) => picture);
  const pairs = [...shown].flatMap(([picture, theirs]) => {
    const files = [before, after].map((folder) => join(folder, `${picture}.png`));
    if (!files.every(existsSync)) return [];
    const captions = theirs.map(([number, what]) => `<div><b>${number}</b> ${what}</div>`);
    const images = files.map((file) => `<img alt="" src="${urlOf(file)}">`);
    return [`<figure><figcaption>${captions.join("")}</figcaption>${images.join("")}</figure>`];
  });
  const style = `body{font:17px/1.3 system-ui;margin:16px;background:#777;color:#fff;display:flex;flex-wrap:wrap;align-items:end;gap:20px 24px;width:2200px}
figure{margin:0}figcaption{padding:6px 0}img{height:560px;margin-right:6px;vertical-align:top}`;
  const html = join(after, "changes.html");
  writeFileSync(
    html,
    `<!doctype html><meta charset="utf-8"><style>${style}</style>${pairs.join("\n")}`,
  );
  const page = await browser.newPage({ viewport: { width: 2240, height: 1000 } });
  await page.goto(urlOf(html));
  await page.locator("body").screenshot({ path, type: "jpeg", quality: 70 });
  await page.close();
}
const urlOf = (path: string) => pathToFileURL(resolve(path)).href;
