import type { Page } from "@playwright/test";
import type { People } from "./drivers.ts";
import type { Screen, Who } from "./screens.ts";

export const languages = ["en", "hi", "ur"] as const;
export const themes = ["light", "dark"] as const;
/** Per cent of the browser's default text size. */
export const textSizes = [100, 200] as const;

export type Look = {
  language: (typeof languages)[number];
  theme: (typeof themes)[number];
  text: (typeof textSizes)[number];
};

/** Loads the app as a driver, in a language, at a path that shows none of their data. */
export async function enter(
  page: Page,
  url: string,
  people: People,
  who: Who,
  language: Look["language"],
): Promise<void> {
  const tokens = who === "nobody" ? null : people[who];
  await page.goto(`${url}/privacy`);
  await page.evaluate(
    ([access, refresh, chosen]) => {
      localStorage.clear();
      sessionStorage.clear();
      localStorage.setItem("vm.language", chosen);
      if (!access || !refresh) return;
      localStorage.setItem("access_token", access);
      localStorage.setItem("refresh_token", refresh);
    },
    [tokens?.token ?? null, tokens?.refreshToken ?? null, language] as const,
  );
  await page.goto(`${url}/privacy`);
  await settled(page);
}

/** Shows a screen without reloading the app. */
export async function show(page: Page, screen: Screen, people: People): Promise<void> {
  // An open dialog covers every screen, so it is closed first.
  for (let nth = 0; nth < 3 && (await page.locator("[role=dialog]").count()) > 0; nth += 1)
    await page.keyboard.press("Escape");
  await page.locator(".toast").first().waitFor({ state: "hidden" });
  const path = screen.path(people);
  if (screen.flow) {
    // A sign-in continues at its stored step, which the app reads when it starts.
    await page.evaluate(
      (flow) => sessionStorage.setItem("vm.sign-in", flow),
      JSON.stringify(screen.flow),
    );
    await page.goto(new URL(path, page.url()).href);
  } else
    await page.evaluate((to) => {
      const { idx = 0 } = (history.state ?? {}) as { idx?: number };
      history.pushState({ usr: null, key: crypto.randomUUID(), idx: idx + 1 }, "", to);
      dispatchEvent(new PopStateEvent("popstate", { state: history.state as unknown }));
    }, path);
  await settled(page);
  if (!screen.open) return;
  await screen.open(page);
  await settled(page);
}

/** Sets theme and text size of a loaded page. */
export async function wear(
  page: Page,
  { theme, text }: Pick<Look, "theme" | "text">,
): Promise<void> {
  await page.evaluate(
    ([name, size]) => {
      document.documentElement.classList.remove("vm-light", "vm-dark");
      document.documentElement.classList.add(`vm-${name}`);
      document.documentElement.style.fontSize = `${size}%`;
    },
    [theme, text] as const,
  );
}

/** Waits until the page has loaded and its text no longer changes. */
export async function settled(page: Page): Promise<void> {
  let before: string | null = null;
  let same = 0;
  for (let look = 0; look < 150; look += 1) {
    const words = await page.evaluate(wordsOrNull);
    same = words !== null && words === before ? same + 1 : 0;
    if (same === QUIET_LOOKS) return;
    before = words;
    await page.evaluate(
      () => new Promise((next) => requestAnimationFrame(() => setTimeout(next, 60))),
    );
  }
  throw new Error(`${page.url()} does not come to rest`);
}
const QUIET_LOOKS = 3;

/** Runs in the page: the visible text without numbers, which change; null while something is loading. */
function wordsOrNull(): string | null {
  const loading = [...document.querySelectorAll(".late, .boot, .empty > span.art:empty")];
  // The gallery shows loading states on purpose.
  if (loading.some((element) => !element.closest("[inert], .gallery"))) return null;
  const mains = [...document.querySelectorAll("main, [role=dialog]")];
  const seen = mains.filter((main) => !main.closest("[inert]"));
  if (seen.length === 0 || document.fonts.status !== "loaded") return null;
  return seen.map((main) => (main.textContent ?? "").replaceAll(/[\d.,:]+/g, "0")).join("\n");
}
