import { HERE, HIDDEN, kindOfPlug, masksOf, packPlug, STATUSES } from "./facets.ts";
import type { LocationIndex } from "./location-index.ts";
import { inner, INSTANT, MOST_OWN, PIECE_SIZE, pieceAt, PLUG, writePiece } from "./record.ts";
import { DAY } from "./instant-text.ts";
import { BEFORE_SINCE, BEFORE_UID } from "./render.ts";
import { fillStates } from "./state-names.ts";

/** Where an EVSE stands in the record of its location. */
type Place = {
  /** As it stands in JSON; null: in more than one part. */
  uid: string | null;
  /** The piece that ends with the day of its status, and the time that follows it. */
  piece: number;
  time: number;
  status: number;
  plugs: number;
};

/**
 * Gives an EVSE its new status without rendering its location again. False, and nothing changed: it has to be read, as the
 * EVSE is not there, is removed, or its record has not the usual form.
 */
export function setStatus(
  index: LocationIndex,
  slot: number,
  { uid, status, since }: { uid: string; status: string; since: Date },
): boolean {
  const number = (STATUSES as readonly string[]).indexOf(status);
  const instant = since.toISOString();
  if (number === -1 || status === "REMOVED" || instant.length !== INSTANT) return false;
  const { slots, plugNames, data } = index;
  const { column: bytes } = data.records;
  const places = placesIn(index, slot);
  const place = places.find((one) => one.uid === inner(uid));
  if (!place || !writeSince(index, place, instant)) return false;
  bytes[place.status] = number;

  const start = slots.plugStart[slot]!;
  const own = data.plugs.column.subarray(start, start + slots.plugCount[slot]!);
  let at = 0;
  for (const one of places)
    for (const end = at + one.plugs; at < end; at++)
      if (one === place) own[at] = packPlug(number, kindOfPlug(own[at]!));
  const { all, free } = masksOf(own, plugNames);
  slots.ready[slot] = free;
  slots.mask[slot] = (HERE | (slots.mask[slot]! & HIDDEN) | all) >>> 0;
  const states = places.map((one) => ({
    status: STATUSES[bytes[one.status]!]!,
    connectors: Array.from({ length: one.plugs }),
  }));
  fillStates(slots, slot, states);
  slots.changed[slot] = index.changes.next();
  index.spatialOrder.changed(slot);
  return true;
}

/** False: the record has not the usual form. */
function writeSince({ data, pieces }: LocationIndex, place: Place, instant: string): boolean {
  const { column: bytes } = data.records;
  const number = pieceAt(bytes, place.piece);
  const text = pieces.texts[number] ?? "";
  const before = text.slice(0, -DAY);
  const isNext = place.piece + PIECE_SIZE === place.time - 1;
  if (!isNext || !before.endsWith(BEFORE_SINCE) || bytes[place.time - 1] !== INSTANT - DAY)
    return false;
  const day = instant.slice(0, DAY);
  if (text.slice(-DAY) !== day) {
    const other = pieces.numberOf(before + day);
    if (other === null) return false;
    writePiece(bytes, place.piece, other);
  }
  for (let nth = DAY; nth < INSTANT; nth++) bytes[place.time + nth - DAY] = instant.charCodeAt(nth);
  return true;
}

const UID_NEXT = `${BEFORE_UID}"`;

function placesIn({ slots, data, pieces }: LocationIndex, slot: number): Place[] {
  const { column: bytes } = data.records;
  const places: Place[] = [];
  let at = slots.recordStart[slot]!;
  const end = at + slots.recordLength[slot]!;
  let piece = at;
  let time = at;
  let uid: string | null = null;
  while (at < end) {
    const code = bytes[at]!;
    if (code <= MOST_OWN) {
      const isUid =
        at === piece + PIECE_SIZE && pieces.texts[pieceAt(bytes, piece)]!.endsWith(UID_NEXT);
      time = at + 1;
      at += code + 1;
      if (isUid) uid = bytes[at]! <= MOST_OWN ? null : textOf(bytes, time, code);
    } else if (code < PLUG) {
      piece = at;
      at += PIECE_SIZE;
    } else if (code === PLUG) {
      places.at(-1)!.plugs++;
      at++;
    } else {
      places.push({ uid, piece, time, status: at + 1, plugs: 0 });
      uid = null;
      at += 2;
    }
  }
  return places;
}

const textOf = ({ buffer, byteOffset }: Uint8Array<ArrayBuffer>, at: number, length: number) =>
  Buffer.from(buffer, byteOffset + at, length).toString("utf8");
