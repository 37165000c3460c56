import { expect, test } from "vitest";
import { indexed } from "@voltmarg/testkit/indexed-stations";
import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { apply } from "./load-index.ts";
import { createLocationIndex } from "./location-index.ts";
import { createNewStatuses } from "./new-statuses.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const LATER = new Date("2026-11-20T07:30:00Z");

/** A location with two EVSEs, read when its highest version was 10. */
function open() {
  const index = createLocationIndex();
  const { row, evses } = randomStation(randomFrom(8), "loc_1", 1);
  const one = evses[0]!;
  const statuses = createNewStatuses(index);
  /** Reads the location with these versions of its EVSEs, and takes it in. */
  const read = (versions: Record<string, number>, status = "AVAILABLE") => {
    const evseOf = (uid: string, version: number) => ({ ...one, uid, status, version });
    const own = Object.entries(versions).map(([uid, version]) => evseOf(uid, version));
    const version = Math.max(10, ...Object.values(versions));
    const stored = [{ ...indexed({ row, evses: own }), version }];
    apply(index, stored, NOW, new Map([[row.id, 0]]));
    return statuses.afterRead(stored, [row.id]);
  };
  const free = () => index.slots.free[index.slotOf(row.id)!]! / one.body.connectors.length;
  const status = (uid: string, version: number, name = "CHARGING", since = NOW) => ({
    id: row.id,
    uid,
    status: name,
    since,
    version,
  });
  read({ A: 9, B: 10 });
  return { index, statuses, read, free, status };
}

test("[L-1] a reading that is older than a status does not undo it", () => {
  const { statuses, read, free, status } = open();
  expect(free()).toBe(2);
  expect(statuses.add(status("A", 11))).toBe(true);
  expect(free()).toBe(1);
  // B was read with a higher version, but before A was committed.
  expect(read({ A: 9, B: 12 })).toEqual([]);
  expect(free()).toBe(1);
  expect(statuses.has({ id: "loc_1", uid: "A", version: 11 })).toBe(true);
  expect(read({ A: 11, B: 12 })).toEqual([]);
  expect(statuses.has({ id: "loc_1", uid: "A", version: 11 })).toBe(false);
});

test("[L-1] a status that the reading may hold already has to be read", () => {
  const { statuses, free, status } = open();
  expect(statuses.add(status("A", 10))).toBe(false);
  expect(statuses.add(status("A", 7))).toBe(false);
  expect(statuses.add(status("nobody's", 11))).toBe(false);
  expect(statuses.add({ ...status("A", 11), id: "loc_2" })).toBe(false);
  expect(free()).toBe(2);
});

test("[L-1] of one EVSE the highest version counts, of two each its own", () => {
  const { statuses, free, status } = open();
  expect(statuses.add(status("A", 12))).toBe(true);
  expect(statuses.add(status("A", 11, "AVAILABLE"))).toBe(true);
  expect(statuses.add(status("B", 11))).toBe(true);
  expect(free()).toBe(0);
  expect(statuses.hasVersion("loc_1", 12)).toBe(true);
  expect(statuses.hasVersion("loc_1", 10)).toBe(false);
  expect(statuses.has({ id: "loc_1", uid: "B", version: 12 })).toBe(false);
  expect(statuses.has({ id: "loc_1", uid: null, version: 11 })).toBe(false);
});

test("[L-1] a status whose EVSE a reading lacks is forgotten with it", () => {
  const { statuses, read, status } = open();
  statuses.add(status("A", 11));
  expect(read({ B: 12 })).toEqual([]);
  expect(statuses.hasVersion("loc_1", 11)).toBe(false);
  statuses.add(status("B", 13));
  expect(statuses.afterRead([], ["loc_1"])).toEqual([]);
  expect(statuses.hasVersion("loc_1", 13)).toBe(false);
});

test("[L-1] a forgotten status does not come back by an old signal", () => {
  const { index, statuses, free, status } = open();
  statuses.add(status("A", 11));
  statuses.add(status("A", 12, "AVAILABLE", LATER));
  statuses.forget(12);
  expect(index.versionOf("loc_1")).toBe(12);
  expect(statuses.add(status("A", 11))).toBe(false);
  expect(free()).toBe(2);
});

test("[L-1] by its version and statuses a location is another one after each, and the same in another replica", () => {
  const [one, other] = [open(), open()];
  const marks = ({ index }: ReturnType<typeof open>) => {
    const slot = index.slotOf("loc_1")!;
    return [index.slots.version[slot], index.slots.statuses[slot]];
  };
  const read = marks(one);
  one.statuses.add(one.status("A", 11));
  const first = marks(one);
  one.statuses.add(one.status("B", 12));
  other.statuses.add(other.status("B", 12));
  expect(new Set([read, first, marks(one), marks(other)].map(String)).size).toBe(4);
  other.statuses.add(other.status("A", 11));
  expect(marks(other)).toEqual(marks(one));
  for (const each of [one, other]) each.read({ A: 11, B: 12 });
  expect(marks(one)).toEqual([12, 0]);
  expect(marks(other)).toEqual([12, 0]);
});

test("[L-1] a location in the place of one that is gone has nothing of its statuses", () => {
  const { index, statuses, status } = open();
  statuses.add(status("A", 11));
  const slot = index.slotOf("loc_1")!;
  index.remove("loc_1", 12);
  const { row, evses } = indexed(randomStation(randomFrom(9), "loc_2", 1));
  index.put(row, evses, 13, NOW);
  expect(index.slotOf("loc_2")).toBe(slot);
  expect(index.slots.statuses[slot]).toBe(0);
});
