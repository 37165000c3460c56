import { stations } from "@voltmarg/contract";
import { BEFORE_PLACE } from "./render.ts";
import type { LocationIndex } from "./location-index.ts";
import { POWERS, stateShown } from "./state-names.ts";
import type { PageView, Written } from "./write-page.ts";

const TAIL_ROOM = 120;
const COMMA = 0x2c;

/** The JSON list of pins between `head` and `tail`, both ASCII: name and position as the location's JSON has them. */
export function writePins(
  index: LocationIndex,
  shown: PageView,
  slots: readonly number[],
  { head, tail, compact }: { head: string; tail: string; compact: boolean },
): Written {
  const { placeEnd } = index.slots;
  let size = head.length + tail.length;
  for (const slot of slots) size += placeEnd[slot]! + TAIL_ROOM;
  const start = index.arena.take(size);
  const { bytes } = index.arena;
  let end = start + bytes.write(head, start, "latin1");
  const write = compact ? writeRow : writeMembers;
  slots.forEach((slot, nth) => {
    if (nth > 0) bytes[end++] = COMMA;
    end = write(index, shown, slot, bytes, end);
  });
  end += bytes.write(tail, end, "latin1");
  return { bytes: bytes.subarray(start, end), release: () => index.arena.give(start, size) };
}

/** What of a pin the minute, the driver and its operator's silence decide. */
function pinNow(index: LocationIndex, shown: PageView, slot: number) {
  const { hours, state, owner, power, total, free, plugCount } = index.slots;
  const silent = shown.silent[owner[slot]!] === 1;
  const isOpened = shown.hours.isOpened(hours[slot]!);
  const restricted = shown.isRestricted(slot);
  return {
    state: stateShown(state[slot]!, { silent, isOpened, restricted }),
    free: silent ? 0 : free[slot]!,
    total: silent ? plugCount[slot]! : total[slot]!,
    power: POWERS[power[slot]!]!,
    favourite: shown.favourites.has(slot),
  };
}

function writeMembers(
  index: LocationIndex,
  shown: PageView,
  slot: number,
  bytes: Buffer,
  at: number,
): number {
  const { at: starts, placeEnd, nameEnd } = index.slots;
  const base = starts[slot]!;
  const name = base + nameEnd[slot]!;
  bytes.copyWithin(at, base, name);
  let end = at + nameEnd[slot]!;
  bytes[end++] = COMMA;
  bytes.copyWithin(end, name + BEFORE_PLACE.length, base + placeEnd[slot]!);
  end += placeEnd[slot]! - nameEnd[slot]! - BEFORE_PLACE.length;
  const { state, free, total, power, favourite } = pinNow(index, shown, slot);
  const rest = `,"state":"${state}","free":${free},"total":${total},"power":"${power}","favourite":${favourite}}`;
  return end + bytes.write(rest, end, "latin1");
}

const STATE_NUMBERS = new Map(stations.PinState.options.map((state, at) => [state, at]));
const POWER_NUMBERS = new Map(stations.PowerClass.options.map((power, at) => [power, at]));

function writeRow(
  index: LocationIndex,
  shown: PageView,
  slot: number,
  bytes: Buffer,
  at: number,
): number {
  const { latitude, longitude } = index.slots;
  const { state, free, total, power, favourite } = pinNow(index, shown, slot);
  const row = [
    index.ids[slot]!,
    index.names[slot]!,
    latitude[slot]!,
    longitude[slot]!,
    STATE_NUMBERS.get(state)!,
    free,
    total,
    POWER_NUMBERS.get(power)!,
    favourite ? 1 : 0,
  ];
  return at + bytes.write(JSON.stringify(row), at);
}
