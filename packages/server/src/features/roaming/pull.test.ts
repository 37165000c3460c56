import { expect, test } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { newestSeen, ownItems, type Source } from "./pull.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const refused: string[] = [];
const deps = {
  clock: fakeClock(NOW),
  findings: {
    refuse: (_operator: string, { object }: { object: string }) => {
      refused.push(object);
      return { object };
    },
  },
} as unknown as RoamingDeps;

test("[L-10] the next pull begins at the newest change of a list, and never later than now", () => {
  const newestOf = (...dates: string[]) => {
    const seen = newestSeen(deps);
    for (const last_updated of dates) expect(seen.note({ last_updated })).toEqual({ last_updated });
    return seen.newest();
  };
  expect(newestOf()).toBeNull();
  expect(newestOf("2026-11-20T06:00:00Z", "2026-11-20T06:20:00Z", "2026-11-20T06:10:00Z")).toEqual(
    new Date("2026-11-20T06:20:00Z"),
  );
  expect(newestOf("2026-11-20T06:00:00Z", "2046-01-01T00:00:00Z")).toEqual(NOW);
});

test("[L-10] of a list only what belongs to the partner's parties is used; the rest is counted and named", () => {
  const counts: unknown[] = [];
  const source = {
    operator: { id: "opr_1" },
    parties: [
      { country_code: "IN", party_id: "ONE" },
      { country_code: "IN", party_id: "TWO" },
    ],
    tally: {
      listed: (module: string, objects: number) => counts.push(["listed", module, objects]),
      refused: (module: string, objects: number) => counts.push(["refused", module, objects]),
      note: ({ object }: { object: string }) => counts.push(["note", object]),
    },
  } as unknown as Source;
  const item = (party_id: string, id: string) => ({ country_code: "IN", party_id, id });
  const items = [item("one", "1"), item("TWO", "2"), item("OTH", "3"), item("OTH", "4")];
  const rejected = [{ id: "5", message: "broken", raw: {} }];
  const own = ownItems(deps, source, "cdrs", { items, rejected } as never);
  expect(own).toEqual([items[0], items[1]]);
  expect(counts).toEqual([
    ["listed", "cdrs", 5],
    ["refused", "cdrs", 3],
    ["note", "IN/OTH/3"],
    ["note", "IN/OTH/4"],
  ]);
  expect(refused).toEqual(["IN/OTH/3", "IN/OTH/4"]);
});
