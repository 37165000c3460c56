import type { Arena } from "./arena.ts";
import { statusOfPlug, UNKNOWN } from "./facets.ts";
import { SILENT_EVSE } from "./render.ts";
import type { StationIndex } from "./station-index.ts";
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

const TAIL_ROOM = 420;
const STATUS_ROOM = 16;
const SHORT = 48;

/** What stands around the items, and what each ends with; ASCII. */
export type Frame = { head: string; tail: string; end?: (nth: number) => string };

/** The JSON list of these locations. */
export function writePage(
  index: StationIndex,
  shown: PageView,
  page: { slots: readonly number[]; km: readonly number[] | null },
  { head, tail, end = () => "" }: Frame,
): Written {
  const { arena } = index;
  const size = sizeOf(index, shown, page.slots) + head.length + tail.length;
  const start = arena.take(size);
  const writer = writerAt(arena, start);
  writer.text(head);
  const tails = createTails(index, shown);
  page.slots.forEach((slot, nth) => {
    if (nth > 0) writer.text(",");
    writeItem(index, shown, slot, writer);
    writer.text(`${tails(slot)}${page.km ? toHundredths(page.km[nth]!) : "null"}${end(nth)}}`);
  });
  writer.text(tail);
  return {
    bytes: arena.bytes.subarray(start, writer.end()),
    release: () => arena.give(start, size),
  };
}

const toHundredths = (km: number) => Math.round(km * 100) / 100;

/** Fills the views on the way, so that what follows only copies. */
function sizeOf(index: StationIndex, { view, silent }: PageView, slots: readonly number[]): number {
  const { plugStart, plugCount, length, owner } = index.slots;
  const { plug, kind } = index.plugs.columns;
  let size = 0;
  for (const slot of slots) {
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

type Writer = ReturnType<typeof writerAt>;

function writerAt({ bytes }: Arena, start: number) {
  let at = start;
  return {
    end: () => at,
    text: (ascii: string) => {
      if (ascii.length > 2) at += bytes.write(ascii, at, "latin1");
      else for (let i = 0; i < ascii.length; i++) bytes[at++] = ascii.charCodeAt(i);
    },
    copy: (from: number, to: number) => {
      if (to - from > SHORT) bytes.copyWithin(at, from, to);
      else for (let i = from; i < to; i++) bytes[at + i - from] = bytes[i]!;
      at += to - from;
    },
    /** Writes over what was copied, filling up with spaces. */
    over: (place: number, ascii: string, length: number) => {
      bytes.write(ascii.padEnd(length), place, "latin1");
    },
  };
}

function writeItem(
  index: StationIndex,
  { view, silent }: PageView,
  slot: number,
  writer: Writer,
): void {
  const { plugStart, plugCount, at: starts, length, owner, evseStart, evseCount } = index.slots;
  const { plug, kind, end: ends } = index.plugs.columns;
  const { at: viewAt, length: viewLength } = view;
  const base = starts[slot]!;
  const mute = silent[owner[slot]!] === 1;
  let from = base;
  let evse = evseStart[slot]!;
  const lastEvse = evse + evseCount[slot]!;
  const copy = (to: number) => {
    const moved = writer.end() - from;
    writer.copy(from, to);
    from = to;
    if (!mute) return;
    const { at, length: lengths } = index.evses.columns;
    for (; evse < lastEvse && base + at[evse]! < to; evse++)
      writer.over(base + at[evse]! + moved, SILENT_EVSE, lengths[evse]!);
  };
  const last = plugStart[slot]! + plugCount[slot]!;
  for (let at = plugStart[slot]!; at < last; at++) {
    copy(base + ends[at]!);
    const place = kind[at]! * STATUS_ROOM + (mute ? UNKNOWN : statusOfPlug(plug[at]!));
    writer.copy(viewAt[place]!, viewAt[place]! + viewLength[place]!);
  }
  copy(base + length[slot]!);
}

/** The members at an item's end that change by the minute, the driver and the operator; few differ within a page. */
function createTails(index: StationIndex, shown: PageView): (slot: number) => string {
  const { hours, total, free, state, owner, plugCount, lastUpdated } = index.slots;
  const known = new Map<string, string>();
  return (slot) => {
    const silent = shown.silent[owner[slot]!] === 1;
    const restricted = shown.isRestricted(slot);
    const heard = shown.heard[owner[slot]!];
    const favourite = shown.favourites.has(slot);
    const plugs = silent ? plugCount[slot]! : total[slot]!;
    const available = silent ? 0 : free[slot]!;
    const key = `${hours[slot]} ${plugs} ${available} ${state[slot]} ${owner[slot]} ${favourite} ${restricted} ${heard ? "" : lastUpdated[slot]}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const isOpened = shown.hours.isOpened(hours[slot]!);
    const map = stateShown(state[slot]!, { silent, isOpened, restricted });
    const updated = heard ?? JSON.stringify(new Date(lastUpdated[slot]!));
    const text =
      `,"totalConnectors":${plugs},"availableConnectors":${available},${shown.hours.text(hours[slot]!)}` +
      `,"isWishListItem":${favourite},"state_on_map":"${map}","restricted":${restricted}` +
      `,"updated_at":${updated},"distance":`;
    known.set(key, text);
    return text;
  };
}
