import type { Language, Location } from "@voltmarg/contract";
import type { DisplayText } from "@voltmarg/ocpi";
import { type ParkedAt, parkingOf } from "./parking.ts";
import { pictureVersion } from "./pictures.ts";
import type { LocationRow } from "./stations.store.ts";

const MOST_PICTURES = 12;
/** Categories of pictures that help to find the charger; no advertising. */
const SHOWN = new Set(["CHARGER", "ENTRANCE", "LOCATION", "OTHER"]);

const isWeb = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** Source URLs of a location's pictures, by their names in our URLs: `0`, `1` … and `logo`. */
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

/** The number that drivers may call there; undefined: the operator names none that can be dialled. */
export function helpPhoneOf({ body: { help_phone } }: Pick<LocationRow, "body">) {
  return help_phone && /(\d\D*){3}/.test(help_phone) ? help_phone.trim() : undefined;
}

/**
 * The fields that only a location's details have: pictures, facilities, directions, the operator's logo and website, whom
 * to call, and the bays of these EVSEs.
 */
export function siteOf(
  row: LocationRow,
  language: Language,
  evses: readonly ParkedAt[] = [],
): NonNullable<Location["site"]> {
  const { directions, facilities, operator } = row.body;
  const address = ([name, url]: [string, string]) =>
    `/pictures/${encodeURIComponent(row.id)}/${name}?v=${pictureVersion(url)}`;
  // Pictures need no sign-in, so only published locations have them.
  const urls = row.publish ? [...pictureUrls(row)] : [];
  const logo = urls.find(([name]) => name === "logo");
  const website = operator?.website;
  const help_phone = helpPhoneOf(row);
  const parking = parkingOf(row.body, evses);
  return {
    images: urls.filter((each) => each !== logo).map(address),
    facilities: [...new Set(facilities)],
    directions: textIn(directions ?? [], language),
    logo_url: logo ? address(logo) : null,
    website: website?.startsWith("https://") && URL.canParse(website) ? website : null,
    ...(help_phone && { help_phone }),
    ...(parking.length > 0 && { parking }),
  };
}

/** The text in a driver's language, else in English, else the operator's first. */
function textIn(texts: readonly DisplayText[], language: Language): string | null {
  const of = (tag: string) =>
    texts.find((text) => text.language?.toLowerCase().split("-")[0] === tag && text.text !== "");
  return (of(language) ?? of("en") ?? texts[0])?.text ?? null;
}
