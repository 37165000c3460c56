import type { EvseRow, LocationRow } from "../../server/src/features/stations/stations.store.ts";
import { cellOf } from "@voltmarg/rules";

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Random = () => number;
export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)]!;

const NAMES = ["Palace", "Lake", "Metro", "Palm", "Late", "पुणे", "Rajpath", "Place"];
const STATUSES = ["AVAILABLE", "CHARGING", "OUTOFORDER", "UNKNOWN", "PLANNED", "RESERVED"];
const STANDARDS = ["IEC_62196_T2", "IEC_62196_T2_COMBO", "CHADEMO", "GBT_DC", "DOMESTIC_D"];
const TYPES = ["DC", "AC_1_PHASE", "AC_3_PHASE", "STEAM"];

/** Powers at which filters begin and end, in watts. */
export const POWER_BOUNDS = [0, 7_400, 22_000, 50_000, 60_100, 150_000];
/** Half of them exactly at a bound, or a tenth of a kW below or above it. */
function randomWatts(random: Random): number {
  if (random() < 0.5) return Math.floor(random() * 1500) * 100;
  return Math.max(0, pick(random, POWER_BOUNDS) + pick(random, [-100, 0, 100]));
}

/** A location near a point, some at the same position, with EVSEs and plugs of every kind; some hidden. */
export function randomStation(
  random: Random,
  id: string,
  version: number,
): { row: LocationRow; evses: EvseRow[] } {
  const spot = random() < 0.2;
  const latitude = 18.5 + (spot ? 0 : (random() - 0.5) * 1.5);
  const longitude = 73.9 + (spot ? 0 : (random() - 0.5) * 1.5);
  const party = pick(random, ["AAA", "BBB", "CCC"]);
  const at = new Date("2026-11-01T00:00:00Z");
  const name = `${pick(random, NAMES)} ${Math.floor(random() * 50)}`;
  const publish = random() > 0.1;
  const row: LocationRow = {
    id,
    operator_id: `opr_${party.toLowerCase()}`,
    country_code: "IN",
    party_id: party,
    ocpi_id: id,
    name,
    latitude,
    longitude,
    cell: cellOf(latitude, longitude),
    publish,
    search_text: name,
    body: {
      country_code: "IN",
      party_id: party,
      id,
      publish,
      address: `${Math.floor(random() * 9)} Ring Road`,
      city: pick(random, ["Pune", "Mumbai", "Puna"]),
      country: "IND",
      coordinates: { latitude: String(latitude), longitude: String(longitude) },
      postal_code: String(411_000 + Math.floor(random() * 30)),
      time_zone: "Asia/Kolkata",
      opening_times: { twentyfourseven: true },
      ...(publish ? {} : { publish_allowed_to: random() < 0.5 ? [{ uid: "usr_1" }] : [] }),
      last_updated: at.toISOString(),
    },
    last_updated: at,
    operator_name: `Operator ${party}`,
    operator_phone: null,
    last_contact_at: at,
    is_unreachable: false,
    hidden_at: null,
    version,
  };
  const evses = Array.from({ length: Math.floor(random() * 4) }, (_, position): EvseRow => ({
    location_id: id,
    uid: `${id}-${position}`,
    position,
    status: pick(random, STATUSES),
    status_since: at,
    last_updated: at,
    version,
    body: {
      uid: `${id}-${position}`,
      status: "AVAILABLE",
      last_updated: at.toISOString(),
      connectors: Array.from({ length: Math.floor(random() * 3) }, (_c, nth) => ({
        id: String(nth),
        standard: pick(random, STANDARDS),
        format: "CABLE",
        power_type: pick(random, TYPES),
        max_voltage: 230,
        max_amperage: 32,
        last_updated: at.toISOString(),
        ...(random() < 0.7 ? { max_electric_power: randomWatts(random) } : {}),
      })),
    },
  }));
  return { row, evses };
}
