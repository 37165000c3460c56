import type { SearchDeps } from "./search-deps.ts";
import type { BytesAnswer, HasCopy } from "../../platform/http/bytes.ts";
import { isAskedOwner, isOpenEnough, type Wish } from "@voltmarg/rules";
import { page } from "../../platform/http/paging.ts";
import { refuse, type Refusal } from "../../platform/http/problem.ts";
import { createFairQueue } from "../../platform/fair-queue.ts";
import {
  answer,
  askedBy,
  mayBeSeen,
  contextOf,
  isRestricted as isRestrictedBy,
  type SearchContext,
} from "./search-context.ts";
import { plugTest } from "./search-index/facets.ts";
import { find, type Found, type Query } from "./search-index/find.ts";
import { kmOf } from "./search-index/great-circle.ts";
import { textTest } from "./search-index/text-test.ts";
import { writePage } from "./search-index/write-page.ts";
import { placeOf, type SearchWish } from "./search-wish.ts";

/** From so many items on an answer is large: one of 5,000 takes 12 MB until the client has it. */
const LARGE = 1_000;
/** So many large answers are in memory at once, unless clients read slowly: nobody waits longer than this for them. */
const largeTurn = createFairQueue({ atOnce: 2, each: 1, waiting: Infinity, waitMs: 10_000 });

/** Stations by distance (or by name when no position is given), filtered, one page of them, ready to be sent. */
export async function searchLocations(
  deps: SearchDeps,
  userId: string,
  wish: SearchWish,
  hasCopy: HasCopy,
): Promise<BytesAnswer | Refusal<"UNAVAILABLE">> {
  const context = await contextOf(deps, userId, wish.onlyNow);
  if (!context) return refuse("UNAVAILABLE");
  const found = foundBy(context, wish);
  if (found.slots.length < LARGE) return pageOf(context, found, wish, hasCopy);
  const done = (await largeTurn(userId)) ?? (() => {});
  let written: BytesAnswer["written"] = null;
  try {
    // Looked for again: the index may have changed while it waited.
    const now = await contextOf(deps, userId, wish.onlyNow);
    if (!now) return refuse("UNAVAILABLE");
    const made = pageOf(now, foundBy(now, wish), wish, hasCopy);
    ({ written } = made);
    return made;
  } finally {
    if (written) {
      const { release } = written;
      written.release = () => {
        release();
        done();
      };
    } else done();
  }
}

function foundBy(context: SearchContext, wish: SearchWish): Found {
  if (wish.wordless) return { slots: new Uint32Array(0), total: 0 };
  return find(context.ready.index, queryOf(context, wish));
}

/** Nothing may be awaited between looking and writing: both need one state of the index. */
function pageOf(
  context: SearchContext,
  { slots, total }: Found,
  wish: SearchWish,
  hasCopy: HasCopy,
): BytesAnswer {
  const { index } = context.ready;
  const { content: _, ...paging } = page([], wish.pageNo, wish.pageSize, total);
  const more = { ...paging, ...placeOf(wish, total) };
  return answer(context, slots, [wish, total], wish, hasCopy, (shown) => {
    const km = wish.from && kmOf(index.slots, slots, wish.from);
    return writePage(
      index,
      shown,
      { slots, km },
      { head: `{"content":[`, tail: `],${JSON.stringify(more).slice(1)}` },
    );
  });
}

/** What a wish asks of the index. */
export function queryOf(context: SearchContext, wish: SearchWish): Query {
  const { ready, silent, now } = context;
  const { index } = ready;
  const hours = ready.views.hours(now);
  const isOpened = (slot: number) => hours.isOpened(index.slots.hours[slot]!);
  const plugs = askedBy(context, wish);
  const { openNow, mostMinor, partyIds } = wish.asked;
  const isRestricted = isRestrictedBy(context);
  return {
    from: wish.from,
    km: wish.km,
    plugs: plugTest(wish.asked, index.plugNames),
    asked: plugs,
    // The index has no columns of what changes by the minute and the vehicle.
    also:
      openNow || mostMinor !== null
        ? (slot) =>
            isOpenEnough(isOpened(slot), wish.asked) && (mostMinor === null || plugs.passes(slot))
        : null,
    owners: partyIds.length > 0 ? ownersOf(index.owners.list, wish.asked) : null,
    text: wish.typed.length > 0 ? textTest(index, wish.typed) : null,
    publish: wish.publish,
    sees: mayBeSeen(context),
    silent,
    sort: wish.sort,
    now,
    isShut: (slot) => isOpened(slot) === false || isRestricted(slot),
    first: wish.pageNo * wish.pageSize,
    count: wish.pageSize,
    counted: wish.counted,
  };
}

/** By owner number, 1: asked for. */
function ownersOf(owners: readonly string[], wish: Wish): Uint8Array {
  const chosen = new Uint8Array(owners.length + 1);
  owners.forEach((key, owner) => {
    const [operatorId = "", partyId = ""] = key.split("\n");
    if (isAskedOwner({ operatorId, partyId }, wish)) chosen[owner] = 1;
  });
  return chosen;
}
