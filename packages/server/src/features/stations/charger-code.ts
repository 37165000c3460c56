/** The result of reading a code: one of our locations, or possible EVSE ids, the most likely first. */
export type ChargerCode = { location: string; evse: string | null } | { codes: string[] };

const MOST = 8;
// eMI3: country, operator, E, then the operator's own part; separators may be left out.
const EVSE_ID = /[A-Z]{2}[*-]?[A-Z0-9]{3}[*-]?E[A-Z0-9*-]{1,31}/gi;

/** An EVSE id without separators, as the column `evse.code` has it. */
export const plainCode = (text: string) => text.replace(/[^A-Za-z0-9]/g, "").toUpperCase();

/**
 * Reads the text of a QR code: our own link, an EVSE id with or without separators, possibly with a connector number
 * after it, a code of Unified Bharat e-Charge, or a URL that contains an EVSE id. Only parses the text; never opens a URL.
 */
export function readChargerCode(text: string, publicUrl: string): ChargerCode {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (url && url.origin === new URL(publicUrl).origin) {
    const own = /^\/charging-details\/([^/]+)/.exec(url.pathname);
    if (own) return { location: decoded(own[1]!), evse: url.searchParams.get("evse") };
  }
  if (url?.protocol === "beckn:") return { codes: ubcCodes(url) };
  const parts =
    url && /^https?:$/.test(url.protocol) ? partsOf(url) : [trimmed, afterScheme(trimmed)];
  const codes = new Set<string>();
  for (const part of parts) {
    for (const [found] of part.matchAll(EVSE_ID)) {
      // A connector number may follow the EVSE id: tries the whole first, then without the last group.
      codes.add(plainCode(found));
      const shorter = found.replace(/[*-][A-Z0-9]+$/i, "");
      if (shorter !== found) codes.add(plainCode(shorter));
    }
  }
  if (!url) codes.add(plainCode(trimmed));
  codes.delete("");
  return { codes: [...codes].slice(0, MOST) };
}

/**
 * The EVSE ids that a QR code of Unified Bharat e-Charge may mean (UBC Linking Specifications 1.0). Its item id is
 * IND*operator*station*point*connector; operators also put a whole EVSE id in front of the connector.
 */
function ubcCodes(url: URL): string[] {
  const id = url.searchParams.get("message.catalogs.items.id") ?? "";
  const [, operator = "", ...groups] = id.toUpperCase().split("*");
  const point = groups.slice(0, -1);
  if (point.length === 0) return [];
  const own = point.indexOf("IN", 1);
  const ids = [
    ...(own > 0 ? [point.slice(own), groups.slice(own)] : []),
    ["IN", operator, "E", ...point],
    ["IN", operator, "E", ...point.slice(1)],
    ["IN", operator, ...point],
  ];
  return [...new Set(ids.map((parts) => plainCode(parts.join(""))))];
}

/** The parts of a URL that may contain an id, parameters before the path. */
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
