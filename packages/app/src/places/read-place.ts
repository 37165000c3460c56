import { typedText } from "@voltmarg/rules";
import { isInIndia, type Place, placeName } from "./place.ts";
import { inPlusCode } from "./plus-code.ts";

/**
 * SHORT_LINK: it says where it leads only when it is opened, which the app never does. NO_POSITION: there is none in it.
 * SHORT_CODE: a plus code says where it is only near a city. NOT_ON_EARTH, OUTSIDE_INDIA: there is a position, but nobody
 * can drive there.
 */
export type PlaceProblem =
  | "SHORT_LINK"
  | "NO_POSITION"
  | "SHORT_CODE"
  | "NOT_ON_EARTH"
  | "OUTSIDE_INDIA";
export type PlaceRead = { ok: true; place: Place } | { ok: false; reason: PlaceProblem };

const LONGEST = 4_000;
/** The name in brackets of a `geo:` may have spaces. */
const LINK = /https?:\/\/\S*|geo:[^\s(]*(?:\([^()]*\))?\S*/i;
const SHORT = /^(?:maps\.app\.goo\.gl|goo\.gl|g\.co|g\.page|share\.google|bit\.ly|maps\.apple)$/;
const NUMBER = String.raw`[-+]?\d+(?:\.\d+)?`;
/** `12.93`, `12.93° N`, `12°55.8'N`, `N 12°55'48"` */
const ANGLE = String.raw`([NSEW])?\s*(${NUMBER})\s*(?:°\s*(?:(${NUMBER})\s*'\s*(?:(${NUMBER})\s*"\s*)?)?)?([NSEW])?`;
const PAIR = new RegExp(`^(?:loc:)?\\s*${ANGLE}\\s*[,; ]\\s*${ANGLE}(?:\\s*\\((.*)\\))?$`, "i");
/** Two bare numbers without a comma may be a house and its street. */
const IS_PLACE = /[,;°]|[NS].*[EW]|[EW].*[NS]|\.\d+ +[-+]?\d+\./i;

type Found = { latitude: number; longitude: number; name?: string | undefined };

/**
 * The position that a text contains: a `geo:` address, a link to Google's, Apple's or OpenStreetMap's maps, also between
 * other words, latitude and longitude in digits of any script, or a plus code. It only reads the text and opens no link.
 * `near` returns the place of the words after a short plus code, and without words the map's place. null: only words.
 * Sources: RFC 5870; developers.google.com/maps/documentation/urls; developer.apple.com "Map Links".
 */
export function readPlace(
  text: string,
  near: (words: string) => Place | null = () => null,
): PlaceRead | null {
  const whole = text.slice(0, LONGEST);
  const link = LINK.exec(whole)?.[0];
  if (link === undefined) {
    const code = inPlusCode(whole, near);
    if (code) return code.place ? judged(code.place) : { ok: false, reason: "SHORT_CODE" };
    const typed = IS_PLACE.test(plain(whole)) ? pairIn(whole) : null;
    return typed && judged(typed);
  }
  if (/^geo:/i.test(link)) return judged(inGeo(link.slice(4)));
  let url: URL;
  try {
    url = new URL(link);
  } catch {
    return { ok: false, reason: "NO_POSITION" };
  }
  const found = inPath(url) ?? inQuery(url) ?? inView(url);
  if (!found && isShort(url)) return { ok: false, reason: "SHORT_LINK" };
  return judged(found);
}

const isShort = ({ hostname, pathname }: URL): boolean =>
  SHORT.test(hostname) ||
  (/^(?:www\.)?(?:osm|openstreetmap)\.org$/.test(hostname) && pathname.startsWith("/go/"));

function judged(found: Found | null): PlaceRead {
  if (!found) return { ok: false, reason: "NO_POSITION" };
  const { latitude, longitude } = found;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180))
    return { ok: false, reason: "NOT_ON_EARTH" };
  const name = placeName(found.name);
  const place = { latitude, longitude, ...(name && { name }) };
  return isInIndia(place) ? { ok: true, place } : { ok: false, reason: "OUTSIDE_INDIA" };
}

/** With one kind of each mark of an angle. */
const plain = (text: string): string =>
  typedText(text)
    .replace(/[º˚]/g, "°")
    .replace(/''|[″”“]/g, '"')
    .replace(/[′’‘´]/g, "'");

/** `28.6,77.2`, `28.6, 77.2 (Home)`, `loc:28.6 77.2`, `28°36'N 77°12'E`, `77.2 E, 28.6 N` */
function pairIn(text: string | null | undefined): Found | null {
  const found = PAIR.exec(plain(text ?? ""));
  if (!found) return null;
  const [one, two] = [angleOf(found.slice(1, 6)), angleOf(found.slice(6, 11))];
  const isSwapped = one.isEast || two.isNorth;
  if (isSwapped && (one.isNorth || two.isEast)) return null;
  const [north, east] = isSwapped ? [two, one] : [one, two];
  return { latitude: north.degrees, longitude: east.degrees, name: found[11] };
}

function angleOf([before = "", degrees = "", minutes = "0", seconds = "0", after = ""]: string[]) {
  const letter = (before || after).toUpperCase();
  const size = Math.abs(Number(degrees)) + Number(minutes) / 60 + Number(seconds) / 3600;
  const isBelow = degrees.startsWith("-") !== /[SW]/.test(letter);
  const isWrong = Number(minutes) >= 60 || Number(seconds) >= 60;
  return {
    degrees: isWrong ? NaN : isBelow ? -size : size,
    isNorth: /[NS]/.test(letter),
    isEast: /[EW]/.test(letter),
  };
}

/** `28.6,77.2;u=35`, `0,0?q=28.6,77.2(Home)`, `28.6,77.2?q=India+Gate` */
function inGeo(text: string): Found | null {
  const [at = "", query = ""] = text.split("?", 2);
  const asked = new URLSearchParams(query).get("q");
  const [latitude = "", longitude = ""] = at.split(";", 1)[0]!.split(",");
  const own = pairIn(`${latitude},${longitude}`);
  const named = pairIn(asked);
  if (named) return named;
  // Android writes 0,0 for "search for these words": that is not a position.
  if (own?.latitude === 0 && own.longitude === 0 && asked) return null;
  return own && { ...own, name: asked ?? undefined };
}

/** What a link of Google's says of the place itself, and not of what its map shows around it. */
function inPath({ pathname }: URL): Found | null {
  const path = decoded(pathname);
  const placed = path.match(new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`));
  const name = /\/place\/([^/@]+)/.exec(path)?.[1];
  if (placed)
    return {
      latitude: Number(placed[1]),
      longitude: Number(placed[2]),
      name: pairIn(name) ? undefined : name,
    };
  const words = /\/(?:place|search)\/([^/@]+)/.exec(path)?.[1];
  return pairIn(words);
}

/** By the names that the maps use, from the one that says most exactly what is meant. */
const PLACES = ["destination", "daddr", "query", "q", "coordinate", "ll", "center", "sll"];
const NAMES = ["name", "q", "query", "address"];

function inQuery({ searchParams: query }: URL): Found | null {
  const name = NAMES.map((key) => query.get(key)).find((value) => value && !pairIn(value));
  const marked = pairIn(`${query.get("mlat") ?? ""},${query.get("mlon") ?? ""}`);
  const found = marked ?? PLACES.map((key) => pairIn(query.get(key))).find(Boolean);
  return found ? { ...found, name: found.name ?? name ?? undefined } : null;
}

/** What the map shows: Google's `@28.6,77.2,17z`, OpenStreetMap's `#map=15/28.6/77.2`. */
function inView({ pathname, hash }: URL): Found | null {
  const path = decoded(pathname);
  const [, latitude, longitude] =
    new RegExp(`@(${NUMBER}),(${NUMBER})`).exec(path) ??
    new RegExp(`map=[\\d.]+/(${NUMBER})/(${NUMBER})`).exec(hash) ??
    [];
  if (latitude === undefined) return null;
  const name = /\/place\/([^/@]+)/.exec(path)?.[1];
  return { latitude: Number(latitude), longitude: Number(longitude), name };
}

/** A plus is a space in the paths of these links. */
function decoded(path: string): string {
  const spaced = path.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
