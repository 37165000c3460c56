import { giveBuffer, takeBuffer } from "./answer-buffers.ts";
import { CHARGING, kindOfPlug, STATUSES, statusOfPlug, UNKNOWN } from "./facets.ts";
import type { LocationIndex } from "./location-index.ts";
import { proofText } from "./proof.ts";
import { BEFORE_ID, INSTANT, MOST_OWN, PIECE_SIZE, pieceAt, PLUG } from "./record.ts";
import { STATES, stateShown } from "./state-names.ts";
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
  /** Place of the plug that is meant, among all of the location; null: none. */
  chosen(slot: number): number | null;
};

export type Written = {
  bytes: Buffer;
  /** Gives the memory back; call when nobody reads the bytes any more. */
  release(): void;
};

/** What stands around the items, and what each ends with; ASCII. */
export type Frame = { head: string; tail: string; end?: (nth: number) => string };

const TAIL_ROOM = 590;
const COMMA = 0x2c;

/** The JSON list of these locations. */
export function writePage(
  index: LocationIndex,
  shown: PageView,
  page: { slots: ArrayLike<number>; km: ArrayLike<number> | null },
  { head, tail, end }: Frame,
): Written {
  const bytes = takeBuffer(sizeOf(index, shown, page.slots) + head.length + tail.length);
  const tailOf = createTails(index, shown);
  let at = bytes.write(head, "latin1");
  for (let nth = 0; nth < page.slots.length; nth++) {
    const slot = page.slots[nth]!;
    if (nth > 0) bytes[at++] = COMMA;
    at = copyItem(index, shown, slot, bytes, at);
    const distance = page.km ? Math.round(page.km[nth]! * 100) / 100 : "null";
    at += bytes.write(
      `${tailOf(slot)}${distance},"chosen_plug":${shown.chosen(slot)}${proofText(index.slots, slot)}${end ? end(nth) : ""}}`,
      at,
      "latin1",
    );
  }
  at += bytes.write(tail, at, "latin1");
  return { bytes: bytes.subarray(0, at), release: () => giveBuffer(bytes) };
}

/** The most it may come to. */
function sizeOf(
  index: LocationIndex,
  { view, silent }: PageView,
  slots: ArrayLike<number>,
): number {
  const { plugStart, plugCount, jsonLength, owner } = index.slots;
  const { column: plugs } = index.data.plugs;
  let size = 0;
  for (let nth = 0; nth < slots.length; nth++) {
    const slot = slots[nth]!;
    size += jsonLength[slot]! + TAIL_ROOM;
    const mute = silent[owner[slot]!] === 1;
    const end = plugStart[slot]! + plugCount[slot]!;
    for (let at = plugStart[slot]!; at < end; at++)
      size += view.text(kindOfPlug(plugs[at]!), mute ? UNKNOWN : statusOfPlug(plugs[at]!)).length;
  }
  return size;
}

const encode = (text: string): Uint8Array => Buffer.from(text);
const BEGIN = encode(BEFORE_ID);
/** What follows the instant since when. */
const STATUS_TEXTS = STATUSES.map((status, number) =>
  encode(`","status":"${status}","charging_info":${number === CHARGING ? `{"since":"` : "null"}`),
);
const SINCE_END = encode(`"}`);

/** Writes a location's JSON to `to`, with what its plugs come to in this view; returns where it ended. */
function copyItem(
  index: LocationIndex,
  { view, silent }: PageView,
  slot: number,
  out: Buffer,
  to: number,
): number {
  const { recordStart, recordLength, plugStart, owner } = index.slots;
  const { column: plugs } = index.data.plugs;
  const { column: record } = index.data.records;
  const pieces = index.pieces.bytes;
  const mute = silent[owner[slot]!] === 1;
  let p = plugStart[slot]!;
  let at = recordStart[slot]!;
  const end = at + recordLength[slot]!;
  out.set(BEGIN, to);
  to += BEGIN.length;
  while (at < end) {
    const code = record[at++]!;
    if (code <= MOST_OWN) {
      for (const last = at + code; at < last;) out[to++] = record[at++]!;
      continue;
    }
    let text: Uint8Array;
    if (code < PLUG) {
      text = pieces[pieceAt(record, at - 1)]!;
      at += PIECE_SIZE - 1;
    } else if (code === PLUG) {
      const plug = plugs[p++]!;
      text = view.text(kindOfPlug(plug), mute ? UNKNOWN : statusOfPlug(plug));
    } else {
      const status = mute ? UNKNOWN : record[at]!;
      at++;
      text = STATUS_TEXTS[status]!;
      if (status === CHARGING) {
        // Since when: the instant that was written last.
        out.copyWithin(to + text.length, to - INSTANT, to);
        out.set(text, to);
        to += text.length + INSTANT;
        text = SINCE_END;
      }
    }
    out.set(text, to);
    to += text.length;
  }
  return to;
}

/** The members at an item's end that change by the minute, the driver and the operator; few differ within a page. */
function createTails(index: LocationIndex, shown: PageView): (slot: number) => string {
  const { hours, total, free, state, owner, plugCount, lastUpdated } = index.slots;
  const known = new Map<number, Map<number, string>>();
  const textOf = (slot: number, plugs: number, available: number, restricted: boolean) => {
    const silent = shown.silent[owner[slot]!] === 1;
    const heard = shown.heard[owner[slot]!];
    const isOpened = shown.hours.isOpened(hours[slot]!);
    const map = stateShown(silent ? "unknown" : STATES[state[slot]!]!, { isOpened, restricted });
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
