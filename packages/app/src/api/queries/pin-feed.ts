import type { Pin, RouteOutput, stations } from "@voltmarg/contract";
import { optimisticFavourite } from "../offline/optimistic-favourites.ts";

/** The pins of a box, and its version: given that, the service sends only the changes. */
export type PinFeed = { pins: Pin[]; truncated: boolean; version: string | null };

type Answer = RouteOutput<typeof stations.listPins>["data"];
type Row = NonNullable<Answer["rows"]>[number];

// In the order of the contract's enums, which a row names by their place; the enums themselves would bring zod along.
const STATES: readonly Pin["state"][] = [
  "restricted",
  "closed",
  "fault",
  "unknown",
  "busy",
  "available",
];
const POWERS: readonly NonNullable<Pin["power"]>[] = ["slow", "fast", "ultra"];

export function readPin(row: Row): Pin {
  const [id, name, latitude, longitude, state, free, total, power, favourite] = row;
  return {
    id,
    name,
    latitude,
    longitude,
    state: STATES[state] ?? "unknown",
    free,
    total,
    power: POWERS[power] ?? null,
    favourite: favourite === 1,
  };
}

/** The feed after an answer. Without changes the list is the same object, so that nothing is drawn again. */
export function feedAfter(before: PinFeed | undefined, answer: Answer): PinFeed {
  const { truncated, version } = answer;
  const told = answer.rows?.map(readPin) ?? answer.pins;
  if (!answer.delta || !before) return { pins: told, truncated, version };
  if (told.length === 0 && answer.gone.length === 0) return { ...before, truncated, version };
  const gone = new Set(answer.gone);
  const fresh = new Map(told.map((pin) => [pin.id, pin]));
  const kept = before.pins
    .filter(({ id }) => !gone.has(id) || fresh.has(id))
    .map((pin) => take(fresh, pin.id) ?? pin);
  return { pins: [...kept, ...fresh.values()], truncated, version };
}

/** The feed, requested at `asked` (ms), with the driver's favourites since. */
export function withOptimisticFavourites(feed: PinFeed, asked: number): PinFeed {
  const wished = ({ id, favourite }: Pin) => optimisticFavourite(id, asked) ?? favourite;
  if (feed.pins.every((pin) => wished(pin) === pin.favourite)) return feed;
  return { ...feed, pins: feed.pins.map((pin) => ({ ...pin, favourite: wished(pin) })) };
}

function take(from: Map<string, Pin>, id: string): Pin | undefined {
  const found = from.get(id);
  from.delete(id);
  return found;
}
