import { createHash } from "node:crypto";
import { createFairQueue } from "../../platform/fair-queue.ts";
import type { Outbound } from "../../platform/http/outbound.ts";

export type Picture = { type: string; bytes: Buffer };

export type Pictures = {
  /** A picture of an operator's by its URL; null: it cannot be fetched (now), or is no picture. */
  get(operatorId: string, url: string): Promise<Picture | null>;
};

const MOST_BYTES = 32 * 1024 * 1024;
/** Of 16 at once one operator has two, so seven whose hosts are silent leave room to the others. */
const LIMITS = { atOnce: 16, each: 2, waiting: 200, waitMs: 10_000 };
/** How long a URL that failed is not requested again. */
const FAILED_MS = 10 * 60_000;
const MOST_FAILED = 5_000;

/** The type by the first bytes; the declared type is ignored. No SVG: it can contain scripts. */
function typeOf(bytes: Buffer): string | null {
  const begins = (hex: string) => bytes.subarray(0, hex.length / 2).toString("hex") === hex;
  if (begins("ffd8ff")) return "image/jpeg";
  if (begins("89504e470d0a1a0a")) return "image/png";
  if (begins("474946383761") || begins("474946383961")) return "image/gif";
  if (begins("52494646") && bytes.subarray(8, 12).toString("latin1") === "WEBP")
    return "image/webp";
  return null;
}

/**
 * Operators' pictures, fetched by us, so that their hosts do not learn who looks at a station and the app's pages load
 * nothing from other hosts. The 32 MB used last are cached in memory.
 */
export function createPictures(deps: { outbound: Outbound; now: () => number }): Pictures {
  const kept = new Map<string, Picture>();
  const failed = new Map<string, number>();
  const inFlight = new Map<string, Promise<Picture | null>>();
  const turn = createFairQueue(LIMITS);
  let keptBytes = 0;

  const keep = (url: string, picture: Picture) => {
    kept.set(url, picture);
    keptBytes += picture.bytes.length;
    for (const [oldest, { bytes }] of kept) {
      if (keptBytes <= MOST_BYTES) break;
      kept.delete(oldest);
      keptBytes -= bytes.length;
    }
  };

  const fetchOne = async (operatorId: string, url: string): Promise<Picture | null> => {
    const done = await turn(operatorId);
    if (!done) return null;
    try {
      const { status, bytes } = await deps.outbound({
        to: "NOBODY",
        method: "GET",
        url,
        headers: { accept: "image/webp,image/png,image/jpeg,image/gif" },
      });
      const type = status === 200 && bytes ? typeOf(bytes) : null;
      if (type && bytes) {
        const picture = { type, bytes };
        keep(url, picture);
        return picture;
      }
    } catch {
      // The host is down, or we may not call it: no picture.
    } finally {
      done();
    }
    if (failed.size >= MOST_FAILED) failed.clear();
    failed.set(url, deps.now());
    return null;
  };

  return {
    get: async (operatorId, url) => {
      const known = kept.get(url);
      if (known) {
        // Moves it to the end: least recently used pictures are evicted first.
        kept.delete(url);
        kept.set(url, known);
        return known;
      }
      if (deps.now() - (failed.get(url) ?? -Infinity) < FAILED_MS) return null;
      // An operator that names the URLs of another does not make it wait in its queue.
      const key = `${operatorId} ${url}`;
      const pending = inFlight.get(key);
      if (pending) return pending;
      const fetching = fetchOne(operatorId, url).finally(() => inFlight.delete(key));
      inFlight.set(key, fetching);
      return fetching;
    },
  };
}

/** The version in our URL of a picture: a new source gives a new URL, so answers can be cached for long. */
export const pictureVersion = (url: string): string =>
  createHash("sha256").update(url).digest("base64url").slice(0, 10);
