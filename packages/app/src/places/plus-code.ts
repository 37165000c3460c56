import { typedText } from "@voltmarg/rules";
import type { Place } from "./place.ts";

const DIGITS = "23456789CFGHJMPQRVWX";
const CODE = /^((?:[2-9CFGHJMPQRVWX]{2}){2,4})\+([2-9CFGHJMPQRVWX]{2,5})(?:[ ,]+(.*))?$/i;
/** Of the latitude from the south pole, the longitude from the date line. */
const [SOUTH, WEST] = [90, 180];

/**
 * The middle of a plus code's field of 14 m, `7J4VXH8V+5W`, or of a short one, `XH8V+5W Bengaluru`, which is the nearest to
 * `near` its words. `place` null: nobody knows where that is. null: it is no plus code.
 * Source: github.com/google/open-location-code, "Open Location Code Specification".
 */
export function inPlusCode(
  text: string,
  near: (words: string) => Place | null,
): { place: Place | null } | null {
  const [, head = "", tail = "", words = ""] = CODE.exec(typedText(text)) ?? [];
  if (head === "") return null;
  const digits = (head + tail.slice(0, 2)).toUpperCase();
  // Degrees that the first of its pairs counts in; what is left out before it repeats every 20 of them.
  let step = 20 / 20 ** (4 - head.length / 2);
  const period = step * 20;
  let [latitude, longitude] = [-SOUTH, -WEST];
  for (let at = 0; at < digits.length; at += 2) {
    latitude += DIGITS.indexOf(digits[at]!) * step;
    longitude += DIGITS.indexOf(digits[at + 1]!) * step;
    step /= 20;
  }
  // The middle of the last field.
  latitude += step * 10;
  longitude += step * 10;
  if (head.length === 8) return { place: { latitude, longitude } };
  const from = near(words.split(",", 1)[0]!.trim());
  const nearest = (value: number, to: number) => value + Math.round((to - value) / period) * period;
  return {
    place: from && {
      latitude: nearest(latitude, from.latitude),
      longitude: nearest(longitude, from.longitude),
    },
  };
}
