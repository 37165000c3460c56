import type { EvseRow } from "../../stations/index.ts";
import { indexed } from "@voltmarg/testkit/indexed-stations";
import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { describe, expect, test } from "vitest";
import { plugTest, type PlugWish } from "./facets.ts";
import type { Filter } from "./filter.ts";
import { chordOf, onSphere } from "./great-circle.ts";
import { createLocationIndex } from "./location-index.ts";
import { emptyHits, queueRange, scanRanges } from "./range-scan.ts";
import { scan } from "./scan.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const PUNE = { latitude: 18.52, longitude: 73.85 };
const ANYTHING: PlugWish = { statuses: [], powerTypes: [], standards: [], power: null };

type Plug = { status: string; power_type: string };
type Place = { party?: string; publish?: boolean; plugs?: Plug[]; latitude?: number };

/** Stations by slot, in the order in which they are given. */
function indexOf(places: readonly Place[]) {
  const index = createLocationIndex();
  places.forEach(({ party = "AAA", publish = true, plugs = [], latitude }, nth) => {
    const { row } = randomStation(randomFrom(1), `loc_${nth}`, 1);
    const evses = plugs.map(({ status, power_type }, position): EvseRow => ({
      location_id: row.id,
      uid: `E${position}`,
      position,
      status,
      status_since: NOW,
      last_updated: NOW,
      version: 1,
      body: {
        uid: `E${position}`,
        status: "AVAILABLE",
        last_updated: NOW.toISOString(),
        connectors: [
          {
            id: "1",
            standard: "IEC_62196_T2",
            format: "CABLE",
            power_type,
            max_voltage: 230,
            max_amperage: 32,
            last_updated: NOW.toISOString(),
          },
        ],
      },
    }));
    const at = { ...PUNE, ...(latitude === undefined ? {} : { latitude }) };
    const station = { row: { ...row, ...at, publish, party_id: party }, evses };
    const told = indexed(station);
    index.put({ ...told.row, operator_id: party }, told.evses, 1, NOW);
  });
  return index;
}

type Index = ReturnType<typeof indexOf>;
type Asked = Partial<Omit<Filter, "plugs">> & {
  wish?: Partial<PlugWish>;
  ranges?: readonly (readonly [number, number])[];
  most?: number;
  collect?: boolean;
  listed?: Uint32Array;
};

const filterOf = (
  index: Index,
  { wish, ...rest }: Pick<Asked, "wish"> & Partial<Filter>,
): Filter => ({
  plugs: plugTest({ ...ANYTHING, ...wish }, index.plugNames),
  owners: null,
  publish: null,
  sees: () => false,
  silent: new Uint8Array(index.owners.list.length),
  ...rest,
});

function look(index: Index, asked: Asked = {}) {
  const {
    wish,
    ranges = [[0, index.size]],
    most = Infinity,
    collect = true,
    listed,
    ...rest
  } = asked;
  const hits = emptyHits(index.size);
  for (const [start, end] of ranges) queueRange(start, end);
  const filter = filterOf(index, { wish, ...rest });
  const centre = onSphere(PUNE.latitude, PUNE.longitude);
  const all = Uint32Array.from({ length: index.size }, (_, slot) => slot);
  scanRanges(index, filter, centre, most, collect, listed ?? all);
  return { slots: [...hits.slots.subarray(0, hits.count)], total: hits.total };
}
const found = (index: Index, asked?: Asked) => look(index, asked).slots;

const free = (power_type: string): Plug => ({ status: "AVAILABLE", power_type });
const taken = (power_type: string): Plug => ({ status: "CHARGING", power_type });

describe("[L-1] what is looked at", () => {
  const index = indexOf([{}, {}, {}, {}, {}, {}]);

  test("are the ranges asked for, from each begin to before its end, and no other again", () => {
    const ranges = (...asked: [number, number][]) => found(index, { ranges: asked });
    expect(ranges([0, 6])).toEqual([0, 1, 2, 3, 4, 5]);
    expect(ranges([1, 3], [4, 5])).toEqual([1, 2, 4]);
    expect(ranges([1, 3], [3, 5])).toEqual([1, 2, 3, 4]);
    expect(ranges([3, 5], [1, 3])).toEqual([3, 4, 1, 2]);
    expect(ranges([2, 2], [4, 3])).toEqual([]);
    expect(ranges([2, 3], [3, 3], [3, 4])).toEqual([2, 3]);
    expect(ranges()).toEqual([]);
  });

  test("are the slots of the list, and of those only the taken ones", () => {
    const some = indexOf([{}, {}, {}]);
    some.remove("loc_1");
    expect(found(some)).toEqual([0, 2]);
    expect(found(some, { listed: Uint32Array.from([2, 1, 0]) })).toEqual([2, 0]);
  });

  test("is added to what a scan before it found, or only counted", () => {
    expect(look(index, { collect: false })).toEqual({ slots: [], total: 6 });
    const hits = emptyHits(6);
    const plugs = plugTest(ANYTHING, index.plugNames);
    const silent = new Uint8Array(1);
    const filter: Filter = { plugs, owners: null, publish: null, sees: () => true, silent };
    const all = Uint32Array.from([0, 1, 2, 3, 4, 5]);
    const centre = onSphere(PUNE.latitude, PUNE.longitude);
    queueRange(0, 2);
    scanRanges(index, filter, centre, Infinity, true, all);
    queueRange(4, 6);
    scanRanges(index, filter, centre, Infinity, true, all);
    queueRange(2, 3);
    scanRanges(index, filter, centre, Infinity, false, all);
    expect([[...hits.slots.subarray(0, hits.count)], hits.total]).toEqual([[0, 1, 4, 5], 5]);
  });

  test("has room however many there are, and nothing of before", () => {
    const first = emptyHits(10);
    first.count = 3;
    first.total = 4;
    first.within = 5;
    const { slots, chords, count, total, within } = emptyHits(20_000);
    expect([count, total, within]).toEqual([0, 0, 0]);
    expect(slots.length).toBeGreaterThanOrEqual(20_000);
    expect(chords).toHaveLength(slots.length);
  });
});

test("[L-1] a station exactly as far as asked for is found, with its distance; one farther is not", () => {
  const index = indexOf([{ latitude: PUNE.latitude + 0.1 }]);
  const [x, y, z] = index.slots.points;
  const centre = onSphere(PUNE.latitude, PUNE.longitude);
  const square = (x! - centre.x) ** 2 + (y! - centre.y) ** 2 + (z! - centre.z) ** 2;
  expect(found(index, { most: square })).toEqual([0]);
  expect(emptyHits(1).chords[0]).toBe(Math.sqrt(square));
  expect(found(index, { most: square * (1 - 1e-12) })).toEqual([]);
});

describe("[L-1] a plug", () => {
  test("must have all that is asked for, on one and the same plug", () => {
    const index = indexOf([
      { plugs: [free("DC")] },
      { plugs: [free("AC_3_PHASE"), taken("DC")] },
      { plugs: [taken("AC_3_PHASE"), free("DC")] },
      { plugs: [] },
    ]);
    expect(found(index)).toEqual([0, 1, 2, 3]);
    expect(found(index, { wish: { powerTypes: ["DC"] } })).toEqual([0, 1, 2]);
    expect(found(index, { wish: { statuses: ["AVAILABLE"] } })).toEqual([0, 1, 2]);
    expect(found(index, { wish: { statuses: ["CHARGING"] } })).toEqual([1, 2]);
    expect(found(index, { wish: { powerTypes: ["DC"], statuses: ["AVAILABLE"] } })).toEqual([0, 2]);
    expect(found(index, { wish: { powerTypes: ["DC"], statuses: ["CHARGING"] } })).toEqual([1]);
    expect(
      found(index, { wish: { powerTypes: ["AC"], statuses: ["CHARGING", "AVAILABLE"] } }),
    ).toEqual([1, 2]);
  });

  test("of a silent operator has no known status, whatever was said", () => {
    const index = indexOf([
      { party: "AAA", plugs: [free("DC")] },
      { party: "BBB", plugs: [free("DC")] },
      { party: "BBB", plugs: [{ status: "UNKNOWN", power_type: "DC" }] },
    ]);
    const silent = Uint8Array.from([1, 0]);
    expect(found(index, { silent, wish: { statuses: ["AVAILABLE"] } })).toEqual([1]);
    expect(found(index, { silent, wish: { statuses: ["UNKNOWN"] } })).toEqual([0, 2]);
    expect(found(index, { silent, wish: { statuses: ["CHARGING"] } })).toEqual([]);
    expect(found(index, { silent })).toEqual([0, 1, 2]);
  });
});

describe("[L-1] a station", () => {
  const index = indexOf([{ party: "AAA" }, { party: "BBB", publish: false }, { party: "BBB" }]);

  test("is of one of the operators asked for", () => {
    const sees = () => true;
    expect(found(index, { sees, owners: Uint8Array.from([1, 0]) })).toEqual([0]);
    expect(found(index, { sees, owners: Uint8Array.from([0, 1]) })).toEqual([1, 2]);
    expect(found(index, { sees, owners: Uint8Array.from([0, 0]) })).toEqual([]);
  });

  test("that not everybody sees is found by those who do, unless only public ones are asked for", () => {
    const sees = (slot: number) => slot === 1;
    expect(found(index, { sees })).toEqual([0, 1, 2]);
    expect(found(index)).toEqual([0, 2]);
    expect(found(index, { sees, publish: true })).toEqual([0, 2]);
    expect(found(index, { sees, publish: false })).toEqual([1]);
    expect(found(index, { publish: false })).toEqual([]);
  });

  test("passes what else is asked, which is asked of no other", () => {
    const asked: number[] = [];
    const also = (slot: number) => {
      asked.push(slot);
      return slot === 2;
    };
    expect(look(index, { also })).toEqual({ slots: [2], total: 1 });
    expect(asked).toEqual([0, 2]);
    expect(found(index, { also: null })).toEqual([0, 2]);
  });
});

test("[L-1] the nearest one is looked for no farther than it is, and as far as is asked", () => {
  const nearest = (latitude: number) => {
    const index = indexOf([{ latitude }]);
    index.spatialOrder.renew();
    const reach = { from: PUNE, km: 50, nearest: 1, counted: false };
    const { count, within } = scan(index, filterOf(index, {}), reach);
    return { count, within };
  };
  expect(nearest(PUNE.latitude)).toEqual({ count: 1, within: chordOf(0.15) });
  expect(nearest(PUNE.latitude + 0.1).count).toBe(1);
});
