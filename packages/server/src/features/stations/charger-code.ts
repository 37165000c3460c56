/** What a code on a charger names: one of our stations, or EVSE ids it may mean, the likeliest first. */
export type ChargerCode = { location: string; evse: string | null } | { codes: string[] };

const MOST = 8;
// eMI3: country, operator, E, then the operator's own part; separators may be left out.
const EVSE_ID = /[A-Z]{2}[*-]?[A-Z0-9]{3}[*-]?E[A-Z0-9*-]{1,31}/gi;

/** An EVSE id without its separators, as it is stored beside. */
export const plainCode = (text: string) => text.replace(/[^A-Za-z0-9]/g, "").toUpperCase();

/**
 * Reads what a QR code says: our own link, an EVSE id with or without separators, one with a connector after it, or an
 * address in which an EVSE id stands. It is text to be read; nothing is opened.
 */
export function readChargerCode(text: string, publicUrl: string): ChargerCode {
  const said = text.trim();
  const url = URL.canParse(said) ? new URL(said) : null;
  if (url && url.origin === new URL(publicUrl).origin) {
    const own = /^\/charging-details\/([^/]+)/.exec(url.pathname);
    if (own) return { location: decoded(own[1]!), evse: url.searchParams.get("evse") };
  }
  const parts = url && /^https?:$/.test(url.protocol) ? partsOf(url) : [said, afterScheme(said)];
  const codes = new Set<string>();
  for (const part of parts) {
    for (const [found] of part.matchAll(EVSE_ID)) {
      // A connector's number may follow the EVSE's: the whole first, then without the last group.
      codes.add(plainCode(found));
      const shorter = found.replace(/[*-][A-Z0-9]+$/i, "");
      if (shorter !== found) codes.add(plainCode(shorter));
    }
  }
  if (!url) codes.add(plainCode(said));
  codes.delete("");
  return { codes: [...codes].slice(0, MOST) };
}

/** Where an address may carry an id: parameters before path, each by itself. */
const partsOf = (url: URL) => [
  ...url.searchParams.values(),
  ...url.pathname.split("/").map(decoded).toReversed(),
  decoded(url.hash.slice(1)),
];

const afterScheme = (text: string) => text.replace(/^[a-z]{2,10}:/i, "");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
