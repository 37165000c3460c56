import { BEFORE_PLACE } from "./render.ts";
import type { StationIndex } from "./station-index.ts";
import { POWERS, stateShown } from "./state-names.ts";
import type { PageView, Written } from "./write-page.ts";

const TAIL_ROOM = 120;

/** The JSON list of pins between `head` and `tail`, both ASCII: name and position as the location's JSON has them. */
export function writePins(
  index: StationIndex,
  shown: PageView,
  slots: readonly number[],
  head: string,
  tail: string,
): Written {
  const { at: starts, placeEnd, nameEnd, hours, state, owner, power } = index.slots;
  const { total, free, plugCount } = index.slots;
  let size = head.length + tail.length;
  for (const slot of slots) size += placeEnd[slot]! + TAIL_ROOM;
  const start = index.arena.take(size);
  const { bytes } = index.arena;
  let end = start + bytes.write(head, start, "latin1");
  slots.forEach((slot, nth) => {
    const base = starts[slot]!;
    const name = base + nameEnd[slot]!;
    if (nth > 0) bytes[end++] = COMMA;
    bytes.copyWithin(end, base, name);
    end += nameEnd[slot]!;
    bytes[end++] = COMMA;
    bytes.copyWithin(end, name + BEFORE_PLACE.length, base + placeEnd[slot]!);
    end += placeEnd[slot]! - nameEnd[slot]! - BEFORE_PLACE.length;
    const silent = shown.silent[owner[slot]!] === 1;
    const isOpened = shown.hours.isOpened(hours[slot]!);
    const restricted = shown.isRestricted(slot);
    const map = stateShown(state[slot]!, { silent, isOpened, restricted });
    end += bytes.write(
      `,"state":"${map}","free":${silent ? 0 : free[slot]},"total":${silent ? plugCount[slot] : total[slot]}` +
        `,"power":"${POWERS[power[slot]!]}","favourite":${shown.favourites.has(slot)}}`,
      end,
      "latin1",
    );
  });
  end += bytes.write(tail, end, "latin1");
  return { bytes: bytes.subarray(start, end), release: () => index.arena.give(start, size) };
}

const COMMA = 0x2c;
