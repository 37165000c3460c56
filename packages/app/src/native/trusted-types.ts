/** As much of Trusted Types as is used here; browsers without them take strings. */
type Policy = { createHTML(text: string): object };
type Rules = { createHTML?(text: string): string; createScriptURL?(address: string): string };
type Factory = { createPolicy(name: string, rules: Rules): Policy };

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;

/** Where scripts may come from besides our own: only what the service names. */
const others = new Set<string>();
export const trustScriptsFrom = (address: string): void => void others.add(new URL(address).origin);

/** Text with links out, which is all a map's attribution is; every other tag is shown as it is written. */
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

/** One of our own drawings as the inside of an element; never what came from elsewhere. The same each time. */
export function ownDrawing(svg: string): { __html: string } {
  let html = drawn.get(svg);
  if (html === undefined) {
    // React hands on what it is given.
    html = (drawings?.createHTML(svg) ?? svg) as string;
    drawn.set(svg, html);
  }
  return { __html: html };
}
