import type { SearchDeps } from "./search-deps.ts";
import { type DriverFacts, isKnown, restrictionsBy, mayView } from "../stations/index.ts";
import { createHash } from "node:crypto";
import type { BytesAnswer, HasCopy } from "../../platform/http/bytes.ts";
import { askedPlugs } from "./search-index/asked-plugs.ts";
import type { SearchWish } from "./search-wish.ts";
import type { Ready } from "./search-index/sync-index.ts";
import type { View } from "./search-index/views.ts";
import type { PageView, Written } from "./search-index/write-page.ts";

/** Everything that a list from the index depends on. Use it before the next `await`: the index changes while others run. */
export type SearchContext = {
  ready: Ready;
  driver: DriverFacts;
  view: View;
  now: Date;
  /** By owner number: silent for so long, or unreachable, so nothing is known; and the instant of the last word as JSON. */
  silent: Uint8Array;
  heard: readonly (string | undefined)[];
};

/** Null: the index is still loading. */
export async function contextOf(
  deps: SearchDeps,
  userId: string,
  onlyNow: boolean,
): Promise<SearchContext | null> {
  const driver = await deps.drivers.of(userId);
  const sell = await deps.retail.sellerTo(driver.customerType);
  const ready = await deps.search.ready();
  if (!ready) return null;
  const now = deps.clock.now();
  const { customerType, vehicle } = driver;
  const view = ready.views.of({ customerType, vehicle, onlyNow }, sell, now);
  const owners = ready.index.owners.list;
  const silent = new Uint8Array(owners.length).fill(1);
  const heard: (string | undefined)[] = [];
  owners.forEach((key, owner) => {
    const operator = ready.operators.get(operatorOf(key));
    if (!operator) return;
    const since = operator.unreachable[key.slice(key.lastIndexOf("\n") + 1)];
    const last = since === undefined ? operator.last_contact_at : new Date(since);
    if (isKnown({ last_contact_at: last, is_unreachable: since !== undefined }, now))
      silent[owner] = 0;
    if (last) heard[owner] = JSON.stringify(last);
  });
  return { ready, driver, view, now, silent, heard };
}

const operatorOf = (owner: string) => owner.slice(0, owner.indexOf("\n"));

export const mayBeSeen =
  ({ ready, driver }: SearchContext) =>
  (slot: number) =>
    mayView(driver, ready.index.hidden.get(slot)!);

/** Whether the driver is not among the chosen ones of a location that has some. */
export function isRestricted({ ready, driver }: SearchContext): (slot: number) => boolean {
  const { index, whitelist } = ready;
  if (whitelist.length === 0) return () => false;
  const restrictions = restrictionsBy(whitelist);
  return (slot) => {
    const operator_id = operatorOf(index.owners.list[index.slots.owner[slot]!]!);
    return restrictions.isRestricted(driver, { id: index.idOf(slot), operator_id });
  };
}

/** The plugs of locations, as a wish looks at them. */
export const askedBy = ({ ready, view, silent }: SearchContext, { asked }: SearchWish) =>
  askedPlugs(ready.index, { view, silent, wish: asked });

function pageView(context: SearchContext, wish: SearchWish): PageView {
  const { ready, driver, view, now, silent, heard } = context;
  const { index } = ready;
  const favourites = new Set<number>();
  for (const id of driver.favourites) {
    const slot = index.slotOf(id);
    if (slot !== undefined) favourites.add(slot);
  }
  return {
    view,
    hours: ready.views.hours(now),
    favourites,
    silent,
    heard,
    isRestricted: isRestricted(context),
    chosen: askedBy(context, wish).placeOfChosen,
  };
}

/**
 * The answer of these locations, written unless the client holds it. The ETag is weak: the same locations in the same
 * versions, for the same question and driver, within the same minute. What moves faster, the instant of an operator's last
 * word, does not make a list another one.
 */
export function answer(
  context: SearchContext,
  slots: ArrayLike<number>,
  asked: unknown,
  wish: SearchWish,
  hasCopy: HasCopy,
  write: (shown: PageView) => Written,
): BytesAnswer {
  const { ready, driver, now, silent, heard } = context;
  const { vehicle, customerType, companyId, favourites } = driver;
  const heardToTheMinute = heard.map((at) => at?.slice(0, 17));
  const minute = Math.floor(now.getTime() / 60_000);
  const rest = [asked, vehicle, customerType, companyId, [...favourites], heardToTheMinute];
  const hash = createHash("sha1")
    .update(Float64Array.from(slots, (slot) => ready.index.slots.version[slot]!))
    .update(Uint32Array.from(slots))
    .update(silent)
    .update(JSON.stringify([...rest, ready.epoch, minute]))
    .digest("base64url");
  const etag = `W/"${hash}"`;
  return { ok: true, etag, written: hasCopy(etag) ? null : write(pageView(context, wish)) };
}
