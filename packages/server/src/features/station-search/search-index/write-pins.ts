import { stations } from "@voltmarg/contract";
import type { AskedPlugs } from "./asked-plugs.ts";
import { giveBuffer, takeBuffer } from "./answer-buffers.ts";
import type { LocationIndex } from "./location-index.ts";
import { POWERS, stateShown } from "./state-names.ts";
import { BEFORE_ID, copyOwn, PIECE_SIZE, type Cursor } from "./record.ts";
import type { PageView, Written } from "./write-page.ts";

/** Beside its own text. */
const PIN_ROOM = 180;
const COMMA = 0x2c;

/** The JSON list of pins between `head` and `tail`, both ASCII: name and position as the location's JSON has them. */
export function writePins(
  index: LocationIndex,
  shown: PageView,
  slots: readonly number[],
  more: { head: string; tail: string; compact: boolean; asked: AskedPlugs },
): Written {
  const { head, tail, compact, asked } = more;
  let size = head.length + tail.length;
  // The four texts it begins with are less than all of it.
  for (const slot of slots) size += index.slots.recordLength[slot]! + PIN_ROOM;
  const bytes = takeBuffer(size);
  const cursor: Cursor = { at: 0, to: bytes.write(head, "latin1") };
  const form = compact ? ROW : MEMBERS;
  slots.forEach((slot, nth) => {
    if (nth > 0) bytes[cursor.to++] = COMMA;
    cursor.at = index.slots.recordStart[slot]!;
    // Id, name, latitude and longitude, as the record begins with.
    form.before.forEach((text, at) => {
      if (at > 0) cursor.at += PIECE_SIZE;
      cursor.to += bytes.write(text, cursor.to, "latin1");
      copyOwn(index.data.records.column, bytes, cursor);
    });
    cursor.to += bytes.write(form.after(pinNow(index, shown, slot, asked)), cursor.to, "latin1");
  });
  const end = cursor.to + bytes.write(tail, cursor.to, "latin1");
  return { bytes: bytes.subarray(0, end), release: () => giveBuffer(bytes) };
}

const STATE_NUMBERS = new Map(stations.PinState.options.map((state, at) => [state, at]));

/** What stands before each of the four texts, and after them. */
type Form = { before: readonly string[]; after(pin: ReturnType<typeof pinNow>): string };

const MEMBERS: Form = {
  before: [BEFORE_ID, `","name":"`, `","latitude":`, `,"longitude":`],
  after: ({ state, free, total, power, favourite }) =>
    `,"state":"${state}","free":${free},"total":${total},"power":${JSON.stringify(power)},"favourite":${favourite}}`,
};
const ROW: Form = {
  before: [`["`, `","`, `",`, ","],
  after: ({ state, free, total, power, favourite }) =>
    `,${STATE_NUMBERS.get(state)},${free},${total},${POWERS.indexOf(power)},${favourite ? 1 : 0}]`,
};

/** What of a pin the minute, the driver, the plugs asked for and its operator's silence decide. */
function pinNow(index: LocationIndex, shown: PageView, slot: number, asked: AskedPlugs) {
  const isOpened = shown.hours.isOpened(index.slots.hours[slot]!);
  const restricted = shown.isRestricted(slot);
  const counts = asked.counts(slot);
  return {
    ...counts,
    state: stateShown(counts.state, { isOpened, restricted }),
    favourite: shown.favourites.has(slot),
  };
}
