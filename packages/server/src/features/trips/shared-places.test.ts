import type { SharedTrip, TripPlan } from "@voltmarg/contract";
import {
  decodePolyline,
  distanceKm,
  encodePolyline,
  STOP_MINUTES,
  type Position,
} from "@voltmarg/rules";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { randomOf } from "@voltmarg/testkit/random";
import {
  away as off,
  estimators,
  moved,
  seenFrom,
  towards,
  type HomeLink,
} from "@voltmarg/testkit/seek-home";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { createTripJobs } from "./jobs.ts";
import { getShared } from "./show-trip.ts";
import type { Router } from "./router.ts";

// Whoever has links to trips from and to one home looks for it. The roads of these trips are the worst for its driver:
// straight, of one speed, and begun at the door.

const HOMES = 200;
const LINKS = 20;
/** Home is where the driver puts the pin, or where the phone says that it is. */
const PIN_KM = 0.06;
const KM_PER_MINUTE = 1;
const KWH_PER_KM = 0.15;
const CHARGER_KW = 30;
const LEAST_KM = 0.3;

const random = randomOf(37);
let world: Harness;
const jobs = createTripJobs();
beforeAll(async () => {
  world = await startHarness({ locations: 0 });
});
afterAll(() => world.stop());

const straight = (from: Position, to: Position): Position[] => {
  const pieces = Math.max(1, Math.ceil(distanceKm(from, to) / 0.25));
  return Array.from({ length: pieces + 1 }, (_, nth) => ({
    latitude: from.latitude + ((to.latitude - from.latitude) * nth) / pieces,
    longitude: from.longitude + ((to.longitude - from.longitude) * nth) / pieces,
  }));
};
const router: Router = {
  route: async (through) => ({
    status: 200,
    body: JSON.stringify({
      trip: {
        legs: through.slice(1).map((to, nth) => {
          const length = distanceKm(through[nth]!, to);
          const shape = encodePolyline(straight(through[nth]!, to), 6);
          return { summary: { length, time: (length / KM_PER_MINUTE) * 60 }, shape };
        }),
      },
    }),
  }),
  heights: async () => null,
};

const START = Date.parse("2026-11-20T06:30:00.000Z");
const tenth = (value: number) => Math.round(value * 10) / 10;

/** A plan with one stop, as it is kept. */
function planOf(start: Position, station: Position, end: Position): TripPlan {
  const [first, last] = [distanceKm(start, station), distanceKm(station, end)];
  const chargeMinutes = chargingMinutes(first);
  const [arrives, rest] = [first / KM_PER_MINUTE, last / KM_PER_MINUTE];
  const minutes = arrives + STOP_MINUTES + chargeMinutes + rest;
  const at = (after: number) => new Date(START + Math.round(after * 60_000)).toISOString();
  const leg = (km: number) => ({
    km: tenth(km),
    minutes: Math.round(km / KM_PER_MINUTE),
    kwh: tenth(km * KWH_PER_KM),
  });
  return {
    preference: "QUICKEST",
    start: { ...start, name: "Rose Villa Khandala" },
    end: { ...end, name: "Lake House" },
    departs_at: at(0),
    arrives_at: at(minutes),
    arrive_percent: 20,
    km: tenth(first + last),
    minutes: Math.round(minutes),
    drive_minutes: Math.round(arrives + rest),
    charge_minutes: Math.ceil(chargeMinutes),
    kwh: tenth((first + last) * KWH_PER_KM),
    price_minor: 40_000,
    petrol_minor: 90_000,
    stops: [
      {
        station: {
          id: "loc_1",
          name: "Plaza",
          address: "NH 48",
          city: "Satara",
          operator: "Even",
          ...station,
        },
        evse_uid: "E-1",
        connector_id: "1",
        standard: "IEC_62196_T2_COMBO",
        power_kw: CHARGER_KW,
        doubtful: false,
        km: tenth(first),
        arrives_at: at(arrives),
        arrive_percent: 30,
        leave_percent: 80,
        wait_minutes: 0,
        expected: null,
        charge_minutes: Math.ceil(chargeMinutes),
        kwh: tenth(first * KWH_PER_KM),
        price_minor: 40_000,
        spare: null,
      },
    ],
    legs: [leg(first), leg(last)],
    line: encodePolyline([...straight(start, station), ...straight(station, end).slice(1)]),
    assumptions: [],
  };
}
/** What was used up on the way is charged again: an attacker who knows the vehicle reads the way from it. */
const chargingMinutes = (km: number) => ((km * KWH_PER_KM) / CHARGER_KW) * 60;

async function put(user: string, nth: number, plan: TripPlan): Promise<string> {
  const [id, key, at] = [`trp_${user}_${nth}`, `key_${user}_${nth}`, new Date(START)];
  await sql`insert into trip (user_id, id, plan, share_key, created_at)
    values (${user}, ${id}, ${JSON.stringify(plan)}::jsonb, ${key}, ${at})`.execute(
    world.database.db,
  );
  await sql`insert into trip_share (key, user_id, trip_id, created_at)
    values (${key}, ${user}, ${id}, ${at})`.execute(world.database.db);
  return key;
}

async function linksOf(user: string, home: Position): Promise<HomeLink[]> {
  const links: HomeLink[] = [];
  for (let nth = 0; nth < LINKS; nth += 1) {
    const pin = moved(home, towards(random.fraction() * 360, random.fraction() * PIN_KM));
    const degrees = random.fraction() * 360;
    const station = moved(home, towards(degrees, 25 + random.fraction() * 60));
    const far = moved(
      home,
      towards(degrees + random.fraction() * 40, 100 + random.fraction() * 50),
    );
    const leaves = nth % 2 === 0;
    const plan = leaves ? planOf(pin, station, far) : planOf(far, station, pin);
    const key = await put(user, nth, plan);
    const outcome = await getShared({ ...world, jobs, router, fraction: random.fraction }, key);
    if (!outcome.ok) throw new Error(outcome.reason);
    links.push(readLink(outcome.value.data, leaves, home));
  }
  return links;
}

/** All that is said of the end that lies at home. */
function readLink(plan: SharedTrip, leaves: boolean, home: Position): HomeLink {
  const [stop, leg] = [plan.stops[0]!, plan.legs[leaves ? 0 : 1]!];
  const whole = decodePolyline(plan.line, 10_000)!;
  const [departs, stops, arrives] = [plan.departs_at, stop.arrives_at, plan.arrives_at].map(
    Date.parse,
  ) as [number, number, number];
  const wayMs = leaves
    ? stops - departs
    : arrives - stops - (STOP_MINUTES + stop.wait_minutes + stop.charge_minutes) * 60_000;
  return {
    mark: seenFrom(home, leaves ? plan.start : plan.end),
    line: (leaves ? whole : whole.toReversed()).map((at) => seenFrom(home, at)),
    station: seenFrom(home, stop.station),
    km: {
      leg: leg.km,
      minutes: leg.minutes * KM_PER_MINUTE,
      kmOfStop: leaves ? stop.km : plan.km - stop.km,
      timeOfStop: (wayMs / 60_000) * KM_PER_MINUTE,
      // Rounded up to ten: five less on average.
      charging: leaves ? ((stop.charge_minutes - 5) * CHARGER_KW) / 60 / KWH_PER_KM : null,
    },
  };
}

test("[T-8] one link or twenty, nobody finds where a driver lives", async () => {
  const away = new Map<string, number[]>();
  for (let nth = 0; nth < HOMES; nth += 1) {
    const home = { latitude: 11 + random.fraction() * 18, longitude: 74 + random.fraction() * 9 };
    const links = await linksOf(`usr_${nth}`, home);
    for (const count of [1, 2, LINKS])
      for (const [name, estimate] of Object.entries(estimators)) {
        const key = `${name}, ${count}`;
        away.set(key, [...(away.get(key) ?? []), off(estimate(links.slice(0, count)))]);
      }
  }
  const figures = [...away].map(([estimator, kms]) => {
    const sorted = kms.toSorted((a, b) => a - b);
    return {
      estimator,
      farEnough: sorted.filter((km) => km >= LEAST_KM).length / HOMES,
      lowest5: sorted[HOMES / 20]!,
      median: sorted[HOMES / 2]!,
    };
  });
  const metres = (km: number) => Math.round(km * 1_000);
  const lines = figures.map(
    ({ estimator, farEnough, lowest5, median }) =>
      `${estimator}: ${(farEnough * 100).toFixed(1)} % at ${metres(LEAST_KM)} m or more, 5 % within ${metres(lowest5)} m, median ${metres(median)} m\n`,
  );
  process.stdout.write(lines.join(""));
  for (const { estimator, farEnough, median } of figures) {
    expect(farEnough, estimator).toBeGreaterThanOrEqual(0.95);
    expect(median, estimator).toBeGreaterThan(2 * LEAST_KM);
  }
}, 120_000);
