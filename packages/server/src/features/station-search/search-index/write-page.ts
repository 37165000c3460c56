import { statusOfPlug, UNKNOWN } from "./facets.ts";
import { SILENT_EVSE } from "./render.ts";
import type { LocationIndex } from "./location-index.ts";
import { stateShown } from "./state-names.ts";
import type { Hours, View } from "./views.ts";

/** What a page depends on besides what is stored. */
export type PageView = {
  view: View;
  hours: Hours;
  favourites: ReadonlySet<number>;
  /** By owner number, 1: silent for so long that its statuses are not known. */
  silent: Uint8Array;
  /** By owner number, the instant of its last word, as JSON; undefined: never heard. */
  heard: readonly (string | undefined)[];
  isRestricted(slot: number): boolean;
};

export type Written = {
  bytes: Buffer;
  /** Gives the memory back; call when nobody reads the bytes any more. */
  release(): void;
};

/** What stands around the items, and what each ends with; ASCII. */
export type Frame = { head: string; tail: string; end?: (nth: number) => string };

const TAIL_ROOM = 420;
const STATUS_ROOM = 16;
const COMMA = 0x2c;

/** The JSON list of these locations. */
export function writePage(
  index: LocationIndex,
  shown: PageView,
  page: { slots: ArrayLike<number>; km: ArrayLike<number> | null },
  { head, tail, end }: Frame,
): Written {
  const { arena } = index;
  const size = sizeOf(index, shown, page.slots) + head.length + tail.length;
  const start = arena.take(size);
  // Taken after the last place was: it may have made the arena move.
  const { bytes } = arena;
  const tailOf = createTails(index, shown);
  let at = start + bytes.write(head, start, "latin1");
  for (let nth = 0; nth < page.slots.length; nth++) {
    const slot = page.slots[nth]!;
    if (nth > 0) bytes[at++] = COMMA;
    at = copyItem(index, shown, slot, bytes, at);
    const distance = page.km ? Math.round(page.km[nth]! * 100) / 100 : "null";
    at += bytes.write(`${tailOf(slot)}${distance}${end ? end(nth) : ""}}`, at, "latin1");
  }
  at += bytes.write(tail, at, "latin1");
  return { bytes: bytes.subarray(start, at), release: () => arena.give(start, size) };
}

/** Fills the views on the way, so that what follows only copies. */
function sizeOf(
  index: LocationIndex,
  { view, silent }: PageView,
  slots: ArrayLike<number>,
): number {
  const { plugStart, plugCount, length, owner } = index.slots;
  const { plug, kind } = index.plugs.columns;
  let size = 0;
  for (let nth = 0; nth < slots.length; nth++) {
    const slot = slots[nth]!;
    size += length[slot]! + TAIL_ROOM;
    const mute = silent[owner[slot]!] === 1;
    const end = plugStart[slot]! + plugCount[slot]!;
    for (let at = plugStart[slot]!; at < end; at++) {
      const status = mute ? UNKNOWN : statusOfPlug(plug[at]!);
      view.fill(kind[at]!, status);
      size += view.length[kind[at]! * STATUS_ROOM + status]!;
    }
  }
  return size;
}

/** Copies a location's JSON to `at`, with what its plugs' holes hold in this view; answers where it ended. */
function copyItem(
  index: LocationIndex,
  { view, silent }: PageView,
  slot: number,
  bytes: Buffer,
  at: number,
): number {
  const { slots } = index;
  const { plug, kind, end: ends } = index.plugs.columns;
  const { at: viewAt, length: viewLength } = view;
  const mute = silent[slots.owner[slot]!] === 1;
  const base = slots.at[slot]!;
  const first = slots.plugStart[slot]!;
  const last = first + slots.plugCount[slot]!;
  let to = at;
  let from = base;
  for (let p = first; p < last; p++) {
    const until = base + ends[p]!;
    bytes.copyWithin(to, from, until);
    to += until - from;
    from = until;
    const place = kind[p]! * STATUS_ROOM + (mute ? UNKNOWN : plug[p]! & 15);
    const begin = viewAt[place]!;
    const length = viewLength[place]!;
    bytes.copyWithin(to, begin, begin + length);
    to += length;
  }
  const until = base + slots.length[slot]!;
  bytes.copyWithin(to, from, until);
  if (mute) silence(index, view, slot, bytes, at);
  return to + until - from;
}

/** Writes over what a silent operator last said of its EVSEs in a copy that begins at `at`. */
function silence(index: LocationIndex, view: View, slot: number, bytes: Buffer, at: number): void {
  const { evseStart, evseCount, plugStart, plugCount } = index.slots;
  const { at: places, length: lengths } = index.evses.columns;
  const { kind, end: ends } = index.plugs.columns;
  const last = plugStart[slot]! + plugCount[slot]!;
  let plug = plugStart[slot]!;
  let moved = 0;
  for (let evse = evseStart[slot]!; evse < evseStart[slot]! + evseCount[slot]!; evse++) {
    // The holes before it have moved it on.
    for (; plug < last && ends[plug]! <= places[evse]!; plug++)
      moved += view.length[kind[plug]! * STATUS_ROOM + UNKNOWN]!;
    bytes.write(SILENT_EVSE.padEnd(lengths[evse]!), at + places[evse]! + moved, "latin1");
  }
}

/** The members at an item's end that change by the minute, the driver and the operator; few differ within a page. */
function createTails(index: LocationIndex, shown: PageView): (slot: number) => string {
  const { hours, total, free, state, owner, plugCount, lastUpdated } = index.slots;
  const known = new Map<number, Map<number, string>>();
  const textOf = (slot: number, plugs: number, available: number, restricted: boolean) => {
    const silent = shown.silent[owner[slot]!] === 1;
    const heard = shown.heard[owner[slot]!];
    const isOpened = shown.hours.isOpened(hours[slot]!);
    const map = stateShown(state[slot]!, { silent, isOpened, restricted });
    const updated = heard ?? JSON.stringify(new Date(lastUpdated[slot]!));
    return (
      `,"totalConnectors":${plugs},"availableConnectors":${available},${shown.hours.text(hours[slot]!)}` +
      `,"isWishListItem":${shown.favourites.has(slot)},"state_on_map":"${map}","restricted":${restricted}` +
      `,"updated_at":${updated},"distance":`
    );
  };
  return (slot) => {
    const by = owner[slot]!;
    const silent = shown.silent[by] === 1;
    const plugs = silent ? plugCount[slot]! : total[slot]!;
    const available = silent ? 0 : free[slot]!;
    const restricted = shown.isRestricted(slot);
    if (shown.heard[by] === undefined || plugs >= 1024 || shown.favourites.has(slot))
      return textOf(slot, plugs, available, restricted);
    const key =
      (((by * 1024 + plugs) * 1024 + available) * 4 + state[slot]!) * 2 + (restricted ? 1 : 0);
    let ofHours = known.get(hours[slot]!);
    if (!ofHours) known.set(hours[slot]!, (ofHours = new Map()));
    let text = ofHours.get(key);
    if (text === undefined) ofHours.set(key, (text = textOf(slot, plugs, available, restricted)));
    return text;
  };
}
