import { positionOf } from "../stations/index.ts";
import {
  decodePartyIds,
  parsePowerRange,
  pinPlace,
  type PinPlace,
  type Position,
  type PowerRange,
} from "@voltmarg/rules";
import type { Sort } from "./search-index/find.ts";
import { MOST_WORDS, wholeCode, wordsOf } from "./search-index/words.ts";

/** What a driver searches for, read from the query. */
export type SearchWish = {
  from: Position | null;
  km: number;
  pageNo: number;
  pageSize: number;
  statuses: readonly string[];
  powerTypes: readonly string[];
  standards: readonly string[];
  power: PowerRange | null;
  /** Only what is known to be open. */
  openNow: boolean;
  /** paise a kWh at most, for the driver's car */
  mostPaise: number | null;
  typed: readonly string[];
  /** A text was given, though no word is in it. */
  wordless: boolean;
  partyIds: readonly string[];
  publish: boolean | null;
  onlyNow: boolean;
  sort: Sort;
  counted: boolean;
};

export type SearchQuery = {
  latitude?: number | undefined;
  longitude?: number | undefined;
  page_no: number;
  page_size: number;
  distance: number;
  status?: string | undefined;
  power_type?: string | undefined;
  standard?: string | undefined;
  "search-text"?: string | undefined;
  party_id?: string | undefined;
  publish?: string | undefined;
  power_range?: string | undefined;
  open_now?: string | undefined;
  price_max?: number | undefined;
  apply_tariff_restrictions?: string | undefined;
  sort?: Sort | undefined;
  total?: string | undefined;
};

const MOST_KM = 500;

const listOf = (text: string | undefined) =>
  (text ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
const isTrue = (text: string | undefined) => text?.trim().toLowerCase() === "true";
const isFalse = (text: string | undefined) => text?.trim().toLowerCase() === "false";

/** Null: the power range makes no sense. */
export function readSearch(query: SearchQuery): SearchWish | null {
  const power = query.power_range ? parsePowerRange(query.power_range) : null;
  if (query.power_range?.trim() && !power) return null;
  const text = query["search-text"]?.trim() ?? "";
  const code = wholeCode(text);
  const typed = (code ? [code] : wordsOf(text)).slice(0, MOST_WORDS);
  return {
    from: positionOf(query),
    km: Math.min(query.distance, MOST_KM),
    pageNo: query.page_no,
    pageSize: query.page_size,
    statuses: listOf(query.status),
    powerTypes: listOf(query.power_type),
    standards: listOf(query.standard),
    power,
    openNow: isTrue(query.open_now),
    mostPaise: query.price_max ?? null,
    typed,
    wordless: text !== "" && typed.length === 0,
    partyIds: decodePartyIds(query.party_id ?? ""),
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
