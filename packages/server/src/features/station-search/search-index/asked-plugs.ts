import { powerClass } from "@voltmarg/rules";
import {
  AVAILABLE,
  isThere,
  kindOfPlug,
  NO_POWER,
  type PlugTest,
  STATUSES,
  statusOfPlug,
} from "./facets.ts";
import type { LocationIndex } from "./location-index.ts";
import { POWERS, stateOfEvses } from "./state-names.ts";

/** What a pin says of plugs; state and power by number. */
type PlugFacts = { state: number; free: number; total: number; power: number };
/** Of the plugs that are asked for; null: all are. */
export type AskedPlugs = ((slot: number) => PlugFacts) | null;

/**
 * What a pin says when plugs of some kinds are asked for: state, counts and power of these plugs, whatever their status.
 * Another plug of the same location must not make it free.
 */
export function askedPlugs(index: LocationIndex, test: PlugTest): AskedPlugs {
  if (test.classMask === 0) return null;
  const { plugStart, plugCount } = index.slots;
  const { column: plugs } = index.data.plugs;
  const { classes, classOfKind } = index.plugNames;
  return (slot) => {
    const statuses: string[] = [];
    let free = 0;
    let total = 0;
    let kw: number | null = null;
    for (let at = plugStart[slot]!; at < plugStart[slot]! + plugCount[slot]!; at++) {
      const one = plugs[at]!;
      const nth = classOfKind[kindOfPlug(one)]!;
      if (test.classes[nth] !== 1) continue;
      const status = statusOfPlug(one);
      statuses.push(STATUSES[status]!);
      const { tenths } = classes[nth]!;
      if (tenths !== NO_POWER) kw = Math.max(kw ?? 0, tenths / 10);
      if (!isThere(status)) continue;
      total++;
      if (status === AVAILABLE) free++;
    }
    const power = POWERS.indexOf(powerClass(kw));
    return { state: stateOfEvses(statuses), free, total, power };
  };
}
