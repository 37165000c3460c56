import type { Connector } from "@voltmarg/contract";
import type { LeadPrice } from "../../prices/lead-price.ts";
import { type Plug, plugKey, plugState, type PlugState, plugTitle } from "../../locations/plugs.ts";
import { stateCopy } from "../../locations/state-copy.ts";

/** Plugs that are the same to a driver: of one kind, power and price. */
export type PlugGroup = { title: string; key: string; price: LeadPrice | null; plugs: Plug[] };

/** Groups in the order of this moment: by the first of each in `bestFirst`. */
export function groupPlugs(
  plugs: readonly Plug[],
  bestFirst: readonly Plug[],
  priceOf: (connector: Connector) => LeadPrice | null,
): PlugGroup[] {
  const places = new Map(bestFirst.map((plug, at) => [plugKey(plug), at]));
  const first = (group: PlugGroup) =>
    Math.min(...group.plugs.map((plug) => places.get(plugKey(plug)) ?? Infinity));
  const keyed = plugs.map((plug) => {
    const title = plugTitle(plug.connector);
    const price = priceOf(plug.connector);
    return { plug, title, price, key: [title, price?.short, price?.more].join("\n") };
  });
  return [...Map.groupBy(keyed, ({ key }) => key).values()]
    .map((theirs) => {
      const { title, key, price } = theirs[0]!;
      return { title, key, price, plugs: theirs.map(({ plug }) => plug) };
    })
    .toSorted((a, b) => first(a) - first(b));
}

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
