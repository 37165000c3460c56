import type { Cdr } from "@voltmarg/contract";

type Place = { name: string; kwh: number; charges: number };

/** By place, most energy first; bills that were taken back are none. */
export function placesOf(
  bills: readonly Pick<Cdr, "location" | "total_energy" | "credited_by">[],
): Place[] {
  const places = new Map<string, Place>();
  for (const bill of bills) {
    if (bill.credited_by) continue;
    const key = bill.location.id ?? bill.location.name;
    const place = places.get(key) ?? { name: bill.location.name, kwh: 0, charges: 0 };
    places.set(key, {
      ...place,
      kwh: place.kwh + bill.total_energy,
      charges: place.charges + 1,
    });
  }
  return [...places.values()].toSorted((a, b) => b.kwh - a.kwh);
}
