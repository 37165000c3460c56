import { positionOf } from "../stations/index.ts";
import {
  pinPlace,
  type PinPlace,
  type Position,
  readWish,
  type Wish,
  type WishQuery,
} from "@voltmarg/rules";
import type { Sort } from "./search-index/find.ts";
import { MOST_WORDS, wholeCode, wordsOf } from "./search-index/words.ts";

/** What a driver searches for, read from the query. */
export type SearchWish = {
  from: Position | null;
  km: number;
  pageNo: number;
  pageSize: number;
  asked: Wish;
  typed: readonly string[];
  /** A text was given, though no word is in it. */
  wordless: boolean;
  publish: boolean | null;
  onlyNow: boolean;
  sort: Sort;
  counted: boolean;
};

export type SearchQuery = WishQuery & {
  latitude?: number | undefined;
  longitude?: number | undefined;
  page_no: number;
  page_size: number;
  distance: number;
  "search-text"?: string | undefined;
  publish?: string | undefined;
  apply_tariff_restrictions?: string | undefined;
  sort?: Sort | undefined;
  total?: string | undefined;
};

const MOST_KM = 500;

const isTrue = (text: string | undefined) => text?.trim().toLowerCase() === "true";
const isFalse = (text: string | undefined) => text?.trim().toLowerCase() === "false";

/** Null: the power range makes no sense. */
export function readSearch(query: SearchQuery): SearchWish | null {
  const asked = readWish(query);
  if (!asked) return null;
  const text = query["search-text"]?.trim() ?? "";
  const code = wholeCode(text);
  const typed = (code ? [code] : wordsOf(text)).slice(0, MOST_WORDS);
  return {
    from: positionOf(query),
    km: Math.min(query.distance, MOST_KM),
    pageNo: query.page_no,
    pageSize: query.page_size,
    asked,
    typed,
    wordless: text !== "" && typed.length === 0,
    publish: isTrue(query.publish) ? true : isFalse(query.publish) ? false : null,
    onlyNow: isTrue(query.apply_tariff_restrictions),
    sort: query.sort ?? "distance",
    counted: !isFalse(query.total),
  };
}

/** Where a typed PIN code is in which nobody has a station. */
export function placeOf(wish: SearchWish, total: number): { place?: PinPlace } {
  const place = total === 0 ? pinPlace(wish.typed) : null;
  return place ? { place } : {};
}
