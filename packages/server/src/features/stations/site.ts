import type { Location } from "@voltmarg/contract";
import type { DisplayText } from "@voltmarg/ocpi";
import { pictureVersion } from "./pictures.ts";
import type { LocationRow } from "./stations.store.ts";

const MOST_PICTURES = 12;
/** What shows a place or what to look for there; an operator's advertising does not. */
const SHOWN = new Set(["CHARGER", "ENTRANCE", "LOCATION", "OTHER"]);

const isWeb = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** A location's pictures by their names in our addresses: `0`, `1` … and `logo`. */
export function pictureUrls({ body }: Pick<LocationRow, "body">): Map<string, string> {
  const { images = [], operator } = body;
  const shown = (images ?? [])
    .filter(({ url, category }) => SHOWN.has(category) && isWeb(url))
    .slice(0, MOST_PICTURES);
  const urls = new Map(shown.map(({ url }, n) => [String(n), url]));
  const logo = operator?.logo?.url;
  if (logo && isWeb(logo)) urls.set("logo", logo);
  return urls;
}

/** What only a location's details say: pictures, facilities, the way on the site, who runs it. */
export function siteOf(row: LocationRow): NonNullable<Location["site"]> {
  const { directions, facilities, operator } = row.body;
  const address = ([name, url]: [string, string]) =>
    `/pictures/${encodeURIComponent(row.id)}/${name}?v=${pictureVersion(url)}`;
  // Pictures are given to anybody, so only of places that everybody may see.
  const urls = row.publish ? [...pictureUrls(row)] : [];
  const logo = urls.find(([name]) => name === "logo");
  const website = operator?.website;
  return {
    images: urls.filter((each) => each !== logo).map(address),
    facilities: [...new Set(facilities)],
    directions: inEnglish(directions ?? []),
    logo_url: logo ? address(logo) : null,
    website: website?.startsWith("https://") && URL.canParse(website) ? website : null,
  };
}

const inEnglish = (texts: readonly DisplayText[]): string | null =>
  (texts.find(({ language }) => language === "en") ?? texts[0])?.text ?? null;
