import type { Evse, Location } from "@voltmarg/contract";
import { decimal, duration, kept, listed } from "../../ui/format.ts";
import { parkingCopy as copy, vehicleCopy } from "./parking-copy.ts";

type Bay = NonNullable<NonNullable<Location["site"]>["parking"]>[number];

/** Whole centimetres as metres, never more than the limit. */
const metres = (centimetres: number) => kept(decimal(Math.floor(centimetres) / 100, 0, 2));

/** For whom a bay is. That cars may park is no news; a type without a word of ours is named only where others must not. */
function vehicleWords({ vehicle_types: types, restricted_to_type: restricted }: Bay): string[] {
  const others = types.filter((type) => type !== "DISABLED");
  const known = [...new Set(others.flatMap((type) => vehicleCopy[type] ?? []))];
  const isAccessible = others.length < types.length;
  if (!restricted) {
    const isNews = others.some((type) => type !== "PERSONAL_VEHICLE" && vehicleCopy[type]);
    return [
      ...(isNews ? [copy.made(listed(known))] : []),
      ...(isAccessible ? [copy.accessible] : []),
    ];
  }
  if (others.length === 0) return isAccessible ? [copy.accessible, copy.permit] : [];
  const allKnown = others.every((type) => vehicleCopy[type]);
  return [
    allKnown ? copy.only(listed(known)) : copy.onlySome,
    ...(isAccessible ? [copy.accessible] : []),
  ];
}

/** What a driver should know of a bay before they come, the most restricting first. */
export function bayWords(bay: Bay): string[] {
  const {
    max_vehicle_height_cm: high,
    max_vehicle_length_cm: long,
    max_vehicle_width_cm: wide,
    max_vehicle_weight_kg: heavy,
  } = bay;
  const said = [
    high !== undefined && copy.high(metres(high)),
    long !== undefined && copy.long(metres(long)),
    wide !== undefined && copy.wide(metres(wide)),
    heavy !== undefined && copy.heavy(kept(decimal(Math.floor(heavy), 0))),
    bay.time_limit_min !== undefined && copy.atMost(duration(bay.time_limit_min)),
    bay.reservation_required && copy.booked,
    bay.drive_through && copy.driveThrough,
    bay.roofed && copy.covered,
    bay.lighting && copy.lit,
  ];
  return [...vehicleWords(bay), ...said.filter((words) => typeof words === "string")];
}

/**
 * What holds for the bays of all chargers, and what only for those of some. A bay that names no charger is of all; of a
 * charger without a bay nothing is known, so that nothing holds for all.
 */
export function parkingOf(
  bays: readonly Bay[],
  evses: readonly Evse[],
): { all: string[]; some: { evses: Evse[]; words: string[] }[] } {
  const groups = new Map<string, { words: string[]; uids: Set<string> }>();
  const add = (words: string[], uids: readonly string[]) => {
    const key = words.join("\n");
    const group = groups.get(key) ?? { words, uids: new Set() };
    for (const uid of uids) group.uids.add(uid);
    groups.set(key, group);
  };
  const allUids = evses.map(({ uid }) => uid);
  const uidsOf = ({ evse_uids: uids }: Bay) => (uids.length > 0 ? uids : allUids);
  for (const bay of bays) add(bayWords(bay), uidsOf(bay));
  const placed = new Set(bays.flatMap(uidsOf));
  if (allUids.some((uid) => !placed.has(uid))) add([], []);
  const [first, ...rest] = groups.values();
  const all = (first?.words ?? []).filter((each) =>
    rest.every(({ words }) => words.includes(each)),
  );
  const some = [...groups.values()].map(({ words, uids }) => ({
    evses: evses.filter(({ uid }) => uids.has(uid)),
    words: words.filter((each) => !all.includes(each)),
  }));
  return { all, some: some.filter((each) => each.evses.length > 0 && each.words.length > 0) };
}
