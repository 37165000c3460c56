import type { RawAnswer, RawRoute } from "../../platform/http/raw.ts";
import { findPicture } from "./find-picture.ts";
import type { Picture, Pictures } from "./pictures.ts";
import type { StationsDeps } from "./stations-deps.ts";

const NONE: RawAnswer = { status: 404, headers: { "cache-control": "no-store" } };

// The URL is right: with 204 a browser shows no picture and logs no error.
const NOT_NOW: RawAnswer = { status: 204, headers: { "cache-control": "no-store" } };

/**
 * Operators' pictures of published locations, and their logos. No sign-in, as an `<img>` cannot send one. `logoOf`: the
 * URL of an operator's logo at the operator.
 */
export function pictureRoutes(
  deps: StationsDeps,
  pictures: Pictures,
  logoOf: (operatorId: string) => Promise<string | null>,
): RawRoute[] {
  return [
    {
      method: "GET",
      path: "/logos/:operator",
      handle: async ({ params: { operator = "" } }) => {
        const url = await logoOf(operator);
        const found = url && (await pictures.get(operator, url));
        return found ? shown(found, "86400") : NONE;
      },
    },
    {
      method: "GET",
      path: "/pictures/:location/:picture",
      handle: async ({ params: { location = "", picture = "" }, query }) => {
        const found = await findPicture(deps, pictures, location, picture);
        if (!found) return NONE;
        if (!found.picture) return NOT_NOW;
        // With the version in its URL a picture never changes; without it, it may.
        const keep = query.get("v") === found.version ? "31536000, immutable" : "3600";
        return shown(found.picture, keep);
      },
    },
  ];
}

const shown = ({ type, bytes }: Picture, keep: string): RawAnswer => ({
  status: 200,
  headers: {
    "content-type": type,
    "cache-control": `public, max-age=${keep}`,
    "content-security-policy": "default-src 'none'; sandbox",
  },
  body: bytes,
});
