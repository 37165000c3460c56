import type { Vehicle } from "@voltmarg/contract";
import { fits } from "@voltmarg/rules";
import { leadPrice, type LeadPrice } from "../../prices/lead-price.ts";
import { copy } from "../../locations/copy.ts";
import {
  type Plug,
  plugPower,
  plugState,
  type PlugState,
  plugTitle,
} from "../../locations/plugs.ts";
import { stateCopy } from "../../locations/state-copy.ts";
import { inr } from "../../ui/format.ts";

/** Plugs that are the same to a driver: of one kind and power. */
export type PlugGroup = { title: string; plugs: Plug[] };

/** Groups in the order of this moment: what fits and is free first, then the fastest. */
export function groupPlugs(
  plugs: readonly Plug[],
  vehicle: Vehicle | undefined,
  stale: boolean,
): PlugGroup[] {
  const groups = [...Map.groupBy(plugs, ({ connector }) => plugTitle(connector))].map(
    ([title, theirs]) => ({ title, plugs: theirs }),
  );
  const rank = ({ plugs: [first, ...others] }: PlugGroup) => [
    fits(first!.connector, vehicle) ? 1 : 0,
    [first!, ...others].some((plug) => isFree(plug, stale)) ? 1 : 0,
    plugPower(first!.connector) ?? -1,
  ];
  return groups.toSorted((a, b) => {
    const [ra, rb] = [rank(a), rank(b)];
    const at = ra.findIndex((value, i) => value !== rb[i]);
    return at < 0 ? 0 : rb[at]! - ra[at]!;
  });
}

const isFree = (plug: Plug, stale: boolean) => {
  const { kind, usable } = plugState(plug, stale);
  return kind === "available" && usable;
};

/** "4 of 6 free"; without a free one what they all are, or that none is free. */
export function groupState(plugs: readonly Plug[], stale: boolean): Omit<PlugState, "usable"> {
  const states = plugs.map((plug) => plugState(plug, stale));
  const free = states.filter(({ kind }) => kind === "available").length;
  const [first] = states;
  if (free > 0) return { kind: "available", word: stateCopy.free(free, plugs.length) };
  if (states.every(({ kind }) => kind === "busy"))
    return { kind: "busy", word: stateCopy.allInUse(plugs.length) };
  if (states.every(({ word }) => word === first!.word)) return first!;
  // One that may be free is not counted as taken.
  const unknown = states.find(({ kind }) => kind === "unknown");
  return unknown ?? { kind: "busy", word: stateCopy.free(0, plugs.length) };
}

/** The price of all of them; "from" the lowest where they differ, by the kWh. Null: not known. */
export function groupPrice(
  plugs: readonly Plug[],
  vehicle: Vehicle | undefined,
  timeZone: string,
  at: Date,
): Pick<LeadPrice, "short" | "more"> | null {
  const prices = plugs
    .map(({ connector }) => leadPrice(connector, vehicle, timeZone, at))
    .filter((price) => price !== null);
  const [first, ...others] = prices.toSorted(
    (a, b) => (a.perKwhMinor ?? Infinity) - (b.perKwhMinor ?? Infinity),
  );
  if (!first) return null;
  const same = others.every(({ short, more }) => short === first.short && more === first.more);
  if (same) return first;
  return {
    short: copy.priceFromLowest(first.perKwhMinor === 0 ? inr(0) : first.short),
    more: first.more,
  };
}
