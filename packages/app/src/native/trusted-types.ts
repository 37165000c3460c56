/** The part of Trusted Types that is used here; browsers without them accept strings. */
type Policy = { createHTML(text: string): object };
type Rules = { createHTML?(text: string): string; createScriptURL?(address: string): string };
type Factory = { createPolicy(name: string, rules: Rules): Policy };

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;

/** Other origins of scripts: only those that the service names. */
const others = new Set<string>();
export const trustScriptsFrom = (address: string): void => void others.add(new URL(address).origin);

/** Text with external links, as a map's attribution is; every other tag is shown as text. */
export const textWithLinks = (html: string): string =>
  html.replaceAll(
    /<\/a>|<a\b[^>]*?\bhref=(["'])(https?:\/\/[^"'<>\s]*)\1[^>]*>|</gi,
    (tag, _quote: string | undefined, href: string | undefined) =>
      href ? `<a href="${href}">` : tag.toLowerCase() === "</a>" ? "</a>" : "&lt;",
  );

// What libraries start workers with, and what we register; the map writes its attribution as HTML. A string that would
// become code has no rule: it is refused.
factory?.createPolicy("default", {
  createHTML: textWithLinks,
  createScriptURL: (address) => {
    const { origin } = new URL(address, document.baseURI);
    if (origin === location.origin || others.has(origin)) return address;
    throw new TypeError(`no scripts from ${origin}`);
  },
});

const drawings = factory?.createPolicy("voltmarg-drawings", { createHTML: (svg) => svg });
const drawn = new Map<string, string>();

/** One of our own drawings as the HTML of an element, never foreign text. The same object each time. */
export function ownDrawing(svg: string): { __html: string } {
  let html = drawn.get(svg);
  if (html === undefined) {
    // React passes it on unchanged.
    html = (drawings?.createHTML(svg) ?? svg) as string;
    drawn.set(svg, html);
  }
  return { __html: html };
}
