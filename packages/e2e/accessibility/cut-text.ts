import type { Page } from "@playwright/test";

/** Where a text may end in an ellipsis: names that others chose, of which the whole is one tap away. */
export const ALLOWED = [
  ".two-lines", // names of stations in lists
  "a[href*='ticket='] .title--m", // what a driver wrote to support
] as const;

/** Texts that are cut, or that leave the button or the page they are in; one line each. */
export const cutTexts = (page: Page): Promise<string[]> => page.evaluate(look, ALLOWED.join(", "));

/** Runs in the page. */
function look(allowed: string): string[] {
  const found = new Set<string>();
  // What lies under a dialog is another screen's.
  const places = document.querySelector("[role=dialog]")
    ? "[role=dialog] *"
    : "main *, header *, nav *";
  const textsOf = (element: Element) =>
    [...element.childNodes].filter(
      (node) => node.nodeType === 3 && node.textContent?.trim() !== "",
    );
  const seen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && !element.closest("[inert], svg, .sr-only, [hidden]");
  };
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join(".")} “${element.textContent.trim().slice(0, 60)}”`;
  const say = (what: string, element: Element) => found.add(`${what}: ${name(element)}`);
  for (const element of document.querySelectorAll(places)) {
    if (!(element instanceof HTMLElement) || !seen(element)) continue;
    const texts = textsOf(element);
    if (texts.length === 0) continue;
    const { overflowX, overflowY } = getComputedStyle(element);
    const clips = [overflowX, overflowY].map((way) => way === "hidden" || way === "clip");
    const wide = clips[0] && element.scrollWidth > element.clientWidth + 1;
    // Letters may reach out of a line that is set tight; a line that is gone is taller than that.
    const tall = clips[1] && element.scrollHeight > element.clientHeight + 8;
    if ((wide || tall) && !element.closest(allowed)) say("cut", element);
    if (clips[0]) continue;
    const range = document.createRange();
    range.setStartBefore(texts[0]!);
    range.setEndAfter(texts.at(-1)!);
    const text = range.getBoundingClientRect();
    const button = element.closest("button, a.btn, .btn, .chip, .tag");
    const box = button?.getBoundingClientRect();
    if (box && (text.left < box.left - 1 || text.right > box.right + 1))
      say("leaves its button", element);
    if (element.closest(".chips, .filters, .utable, [class*=scroll]")) continue;
    if (text.width > 0 && (text.right > innerWidth + 1 || text.left < -1))
      say("leaves the page", element);
  }
  const page = document.scrollingElement!;
  if (page.scrollWidth > innerWidth + 1) found.add(`the page is ${page.scrollWidth} px wide`);
  return [...found];
}
