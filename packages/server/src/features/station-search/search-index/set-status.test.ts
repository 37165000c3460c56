import { expect, test } from "vitest";
import { contentOf, indexed } from "@voltmarg/testkit/indexed-stations";
import { pick, randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { STATUSES } from "./facets.ts";
import { createLocationIndex, type LocationIndex } from "./location-index.ts";
import { MOST_PIECES } from "./pieces.ts";
import { setStatus } from "./set-status.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const LOCATIONS = 200;
const CHANGES = 4_000;
const DAY_MS = 86_400_000;

/** Everything searches and pins read of a location that depends on its statuses. */
function seen({ slots, data }: LocationIndex, slot: number) {
  const start = slots.plugStart[slot]!;
  const { mask, ready, total, free, state } = slots;
  return {
    mask: mask[slot],
    ready: ready[slot],
    total: total[slot],
    free: free[slot],
    state: state[slot],
    plugs: [...data.plugs.column.subarray(start, start + slots.plugCount[slot]!)],
  };
}

test.each([
  ["", 1],
  [", also where no more texts can be kept in common", 0.5],
])(
  "[L-1] a status set in place leaves what rendering the location again would have made%s",
  (full, least) => {
    const random = randomFrom(11);
    const stations = Array.from({ length: LOCATIONS }, (_, n) => {
      const station = randomStation(random, `loc_${n}`, 1);
      for (const evse of station.evses)
        if (random() < 0.3) evse.body = { ...evse.body, physical_reference: `"${evse.uid}" 😀` };
      return station;
    });
    const patched = createLocationIndex();
    const rendered = createLocationIndex();
    for (const { row, evses } of stations.map(indexed)) {
      patched.put(row, evses, 1, NOW);
      rendered.put(row, evses, 1, NOW);
    }
    const statuses = STATUSES.filter((status) => status !== "REMOVED");
    let [changes, inPlace, days] = [0, 0, 5];
    for (let n = 0; n < CHANGES; n++) {
      if (full && n === CHANGES / 2) {
        for (let nth = 0; nth < MOST_PIECES; nth++) patched.pieces.numberOf(`text ${nth}`);
        // The sixth day has to stand in the records themselves.
        days = 6;
      }
      const { row, evses } = pick(random, stations);
      if (evses.length === 0) continue;
      const evse = pick(random, evses);
      evse.status = pick(random, statuses);
      evse.status_since = new Date(NOW.getTime() + Math.floor(random() * days * DAY_MS));
      const slot = patched.slotOf(row.id)!;
      const { uid, status, status_since: since } = evse;
      const told = indexed({ row, evses });
      changes++;
      if (setStatus(patched, slot, { uid, status, since })) inPlace++;
      else patched.put(told.row, told.evses, n + 2, NOW);
      rendered.put(told.row, told.evses, n + 2, NOW);
      expect(seen(patched, slot)).toEqual(seen(rendered, rendered.slotOf(row.id)!));
    }
    expect(inPlace / changes).toBeGreaterThanOrEqual(least);
    expect(contentOf(patched.sorted())).toEqual(contentOf(rendered.sorted()));
  },
);

function indexOfOne(seed = 7) {
  const made = createLocationIndex();
  const { row, evses } = indexed(randomStation(randomFrom(seed), "loc_1", 1));
  made.put(row, evses, 1, NOW);
  const index = createLocationIndex(made.sorted());
  return { index, slot: index.slotOf(row.id)!, uid: evses[0]!.uid };
}

test("[L-1] what cannot be set in place is refused, and changes nothing", () => {
  const { index, slot, uid } = indexOfOne();
  const before = contentOf(index.data);
  for (const change of [
    { uid: "nobody's", status: "CHARGING", since: NOW },
    { uid, status: "REMOVED", since: NOW },
    { uid, status: "SOMETHING", since: NOW },
    { uid, status: "CHARGING", since: new Date("+010000-01-01T00:00:00Z") },
  ])
    expect(setStatus(index, slot, change)).toBe(false);
  expect(contentOf(index.data)).toEqual(before);
  expect(setStatus(index, slot, { uid, status: "BLOCKED", since: NOW })).toBe(true);
  expect(contentOf(index.data)).not.toEqual(before);
});

test("[L-1] a search skips no cell for a status that was set in place", () => {
  // Its first EVSE has plugs, and no other one these statuses.
  const { index, slot, uid } = indexOfOne(4);
  const { mask } = index.slots;
  for (const status of ["BLOCKED", "AVAILABLE", "CHARGING"]) {
    const before = mask[slot];
    expect(setStatus(index, slot, { uid, status, since: NOW })).toBe(true);
    expect(mask[slot]).not.toBe(before);
    expect([...index.spatialOrder.cells.masks]).toEqual([mask[slot]]);
  }
});

test("[L-1] a map that asks for what is new gets a status set in place", () => {
  const { index, slot, uid } = indexOfOne();
  const { count } = index.changes;
  setStatus(index, slot, { uid, status: "BLOCKED", since: NOW });
  expect(index.slots.changed[slot]).toBeGreaterThan(count);
});
