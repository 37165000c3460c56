import { writeDateTime } from "@voltmarg/ocpi";
import type { Schedule, Due } from "./schedule.ts";
import type { Charges } from "./charging/charges.ts";
import type { Pushes } from "./pushes.ts";
import { randomFrom } from "./random.ts";
import type { Stations } from "./stations.ts";
import type { Store } from "./store.ts";

const everyMs = 1000;
/** Probability that a checked free plug becomes occupied, and an occupied one free. About one in seven is busy. */
const taken = 0.12;
const left = 0.75;

export type Traffic = ReturnType<typeof createTraffic>;

/** Cars of other drivers: one plug per second is checked, and may become occupied or free. */
export function createTraffic(options: {
  store: Store;
  schedule: () => Schedule;
  pushes: Pushes;
  charges: Charges;
  stations: readonly Stations[];
  seed: string | number;
  now(): number;
}) {
  const { store, pushes, charges, stations, seed, now } = options;

  /** One of our charges or starts is at this plug. */
  const spokenFor = (evseUid: string) =>
    charges.openAt(evseUid) !== null ||
    store.get(
      "SELECT 1 AS found FROM agenda WHERE kind = 'step' AND json_extract(data, '$.order.evseUid') = ?",
      evseUid,
    ) !== undefined;

  function come({ at }: Due) {
    const random = randomFrom(seed, "traffic", at);
    const station = random.pick(stations);
    if (station.catalogue.count > 0) {
      const location = station.at(random.int(0, station.catalogue.count - 1));
      const evse = random.pick(location.evses!);
      const next = evse.status === "AVAILABLE" ? "CHARGING" : "AVAILABLE";
      const moves =
        evse.status === "AVAILABLE"
          ? random.chance(taken)
          : evse.status === "CHARGING" && random.chance(left);
      if (moves && !spokenFor(evse.uid)) {
        station.change(evse.uid, { status: next }, at);
        pushes.add(location.party_id, evse.uid, {
          kind: "evse",
          locationId: location.id,
          evseUid: evse.uid,
          patch: { status: next, last_updated: writeDateTime(at) },
        });
      }
    }
    // Ticks missed during downtime are not made up for.
    options.schedule().plan(Math.max(at, now() - everyMs) + everyMs, "traffic", "traffic");
  }

  return {
    set: (on: boolean) =>
      store.transact(() => {
        options.schedule().cancel("traffic");
        if (on) options.schedule().plan(now() + everyMs, "traffic", "traffic");
      }),
    actions: { traffic: come },
  };
}
