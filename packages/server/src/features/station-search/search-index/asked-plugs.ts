import {
  choosePlug,
  countMeant,
  isAnyPlug,
  powerClass,
  type PinState,
  type PlugFacts,
  type Wish,
  plugPasses,
  type PowerClass,
} from "@voltmarg/rules";
import { packPlug, kindOfPlug, UNKNOWN } from "./facets.ts";
import type { LocationIndex } from "./location-index.ts";
import { POWERS, STATES } from "./state-names.ts";
import type { View } from "./views.ts";

/** What a row and a pin say of the plugs that are asked for. */
export type Asked = { state: PinState; free: number; total: number; power: PowerClass | null };

export type AskedPlugs = ReturnType<typeof askedPlugs>;

/** What the rules of `choose-plug.ts` say of a location's plugs. `silent`: by owner number, 1: nothing is known of its plugs. */
export function askedPlugs(
  index: LocationIndex,
  { view, silent, wish }: { view: View; silent: Uint8Array; wish: Wish },
) {
  const factsOf = (slot: number): PlugFacts[] => {
    const { plugStart, plugCount, owner } = index.slots;
    const { column } = index.data.plugs;
    const isMute = silent[owner[slot]!] === 1;
    const facts: PlugFacts[] = [];
    for (let at = plugStart[slot]!; at < plugStart[slot]! + plugCount[slot]!; at++) {
      const plug = column[at]!;
      facts.push(view.plug(isMute ? packPlug(UNKNOWN, kindOfPlug(plug)) : plug));
    }
    return facts;
  };
  /** Statuses do not matter to what is counted. */
  const meant = { ...wish, statuses: [] };
  const isPlain = isAnyPlug(meant);

  return {
    /** The plug that is meant; null: none passes. */
    chosen: (slot: number): PlugFacts | null => choosePlug(factsOf(slot), wish),
    /** Its place among all plugs of the location. */
    placeOfChosen: (slot: number): number | null => {
      const facts = factsOf(slot);
      const chosen = choosePlug(facts, wish);
      return chosen && facts.indexOf(chosen);
    },
    /** Whether one plug passes, its price too. */
    passes: (slot: number): boolean => factsOf(slot).some((one) => plugPasses(one, wish)),
    counts: (slot: number): Asked => {
      const { state, free, total, power, owner } = index.slots;
      if (!isPlain || silent[owner[slot]!] === 1) {
        const { kw, ...counts } = countMeant(factsOf(slot), meant);
        return { ...counts, power: powerClass(kw) };
      }
      return {
        state: STATES[state[slot]!]!,
        free: free[slot]!,
        total: total[slot]!,
        power: POWERS[power[slot]!]!,
      };
    },
  };
}
