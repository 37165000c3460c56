import type { Pair, PairPart } from "./pair.ts";
import type { Random } from "@voltmarg/testkit/random";
import { writePeriods } from "./ocpi-periods.ts";

const minute = 60;
const hour = 3600;

/** Zones, their usual offset from UTC in minutes, and their clock changes in 2026. */
const zones: { name: string; usual: number; changes: string[] }[] = [
  { name: "Asia/Kolkata", usual: 330, changes: [] },
  { name: "Asia/Kolkata", usual: 330, changes: [] },
  {
    name: "Europe/Berlin",
    usual: 60,
    changes: ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"],
  },
  {
    name: "America/New_York",
    usual: -300,
    changes: ["2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z"],
  },
  {
    name: "Australia/Lord_Howe",
    usual: 630,
    changes: ["2026-04-04T15:00:00Z", "2026-10-03T15:30:00Z"],
  },
];

type Session = Omit<Pair, "seed" | "tariff">;

/** A session of some parts: mostly minutes, sometimes hours; usually around midnight or a clock change. */
export function randomSession(random: Random): Session {
  const zone = random.pick(zones);
  const decimals = random.pick([0, 0, 1, 3]);
  const parts = randomParts(random, decimals);
  const last = parts.at(-1);
  const seconds = last ? last.from + last.seconds : 0;
  const session: Session = {
    timeZone: zone.name,
    startsAt: randomStart(random, zone, seconds),
    seconds,
    parts,
    reservationExpired:
      parts[0]?.kind === "RESERVATION" && random.chance(parts.length === 1 ? 0.8 : 0.3),
    decimals,
    periods: null,
  };
  if (random.chance(0.6)) session.periods = writePeriods(random, session);
  return session;
}

function randomStart(random: Random, zone: (typeof zones)[number], seconds: number): number {
  const inside = random.int(0, seconds) * 1000;
  const aligned = (at: number) =>
    random.chance(0.6) ? Math.floor(at / (minute * 1000)) * minute * 1000 : at;
  if (zone.changes.length > 0 && random.chance(0.4)) {
    return aligned(Date.parse(random.pick(zone.changes)) - inside);
  }
  const midnight = Date.UTC(2026, 0, random.int(1, 365)) - zone.usual * minute * 1000;
  if (random.chance(0.4)) return aligned(midnight - inside);
  return aligned(midnight + random.int(0, 24 * hour) * 1000);
}

function randomParts(random: Random, decimals: number): PairPart[] {
  if (random.chance(0.005)) return [];
  const kinds: PairPart["kind"][] = [];
  if (random.chance(0.2)) {
    kinds.push("RESERVATION");
    if (random.chance(0.2)) kinds.push("RESERVATION");
  }
  if (kinds.length === 0 || random.chance(0.75)) {
    for (let left = random.int(1, 4); left > 0; left -= 1) {
      kinds.push(random.chance(0.65) ? "CHARGING" : "PARKING");
    }
  }
  const shared = random.chance(0.4) ? randomFlow(random) : null;
  const long = random.chance(0.02) ? random.int(0, kinds.length - 1) : -1;
  let from = random.chance(0.04) ? random.int(1, 300) : 0;
  const next = (kind: PairPart["kind"], index: number): PairPart => {
    const seconds = index === long ? random.int(hour, 4 * hour) : randomLength(random);
    const part: PairPart = {
      kind,
      from,
      seconds,
      energy: randomEnergy(random, kind, seconds, decimals),
      ...(shared ?? randomFlow(random)),
    };
    from += seconds;
    if (random.chance(0.02)) from += random.int(1, 120);
    return part;
  };
  return kinds.map(next);
}

function randomLength(random: Random): number {
  if (random.chance(0.08)) return 0;
  if (random.chance(0.15)) return random.int(1, 59);
  return random.chance(0.6) ? random.int(1, 10) * minute : random.int(1, 10 * minute);
}

function randomEnergy(
  random: Random,
  kind: PairPart["kind"],
  seconds: number,
  decimals: number,
): number {
  if (kind === "RESERVATION") return 0;
  if (random.chance(kind === "PARKING" ? 0.9 : 0.08)) return 0;
  const kilowatts = random.pick([3.3, 7.4, 11, 22, 50, 60, 120]);
  const wattHours = (kilowatts * 1000 * Math.max(seconds, 10)) / hour;
  const energy = Math.max(1, Math.round(wattHours * 10 ** decimals));
  // A round amount reaches thresholds exactly at the end of its part.
  const round = 100 * 10 ** decimals;
  return random.chance(0.4) ? Math.max(1, Math.round(energy / round)) * round : energy;
}

export const powers = [3.3, 7.4, 11, 22, 50, 60, 120];
export const currents = [10.5, 16, 32, 48, 96];

function randomFlow(random: Random): Pick<PairPart, "kilowatts" | "amperes"> {
  return {
    kilowatts: random.chance(0.5) ? random.pick(powers) : null,
    amperes: random.chance(0.5) ? random.pick(currents) : null,
  };
}
