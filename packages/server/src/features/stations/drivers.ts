import type { CustomerType, Vehicle } from "@voltmarg/contract";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { primaryVehicle } from "../vehicles/index.ts";
import { readDriver } from "./visibility.store.ts";
import { favouriteIds } from "./favourites.store.ts";

/** The facts about a driver that decide how a list looks. */
export type DriverFacts = {
  userId: string;
  customerType: CustomerType;
  companyId: string | null;
  vehicle: Vehicle | null;
  favourites: ReadonlySet<string>;
};

export type Drivers = {
  of(userId: string): Promise<DriverFacts>;
  /** Call after a driver's facts changed: every replica reads them again. */
  changed(userId: string): void;
};

const TOPIC = "driver";
/** Facts are read again after so long: a signal may be lost, and a change of the customer type sends none. */
const FRESH_MS = 30_000;
const MOST = 20_000;

/** Caches the facts of drivers who searched recently, so that a search needs no database query. */
export function createDrivers(deps: { database: Database; clock: Clock; bus: Bus }): Drivers {
  const { database, clock, bus } = deps;
  const known = new Map<string, { facts: Promise<DriverFacts>; at: number }>();
  bus.subscribe(TOPIC, ({ id }) => void known.delete(id));
  bus.onGap(() => known.clear());

  const read = async (userId: string): Promise<DriverFacts> => {
    const { db } = database;
    const [row, vehicle, favourites] = await Promise.all([
      readDriver(db, userId),
      primaryVehicle(db, userId),
      favouriteIds(db, userId),
    ]);
    return {
      userId,
      customerType: row?.customer_type ?? "PERSONAL",
      companyId: row?.company_id ?? null,
      vehicle,
      favourites: new Set(favourites),
    };
  };

  return {
    of: (userId) => {
      const now = clock.now().getTime();
      const found = known.get(userId);
      if (found && Math.abs(now - found.at) < FRESH_MS) return found.facts;
      const facts = read(userId);
      facts.catch(() => known.delete(userId));
      if (known.size >= MOST) known.delete(known.keys().next().value!);
      known.set(userId, { facts, at: now });
      return facts;
    },
    changed: (userId) => {
      known.delete(userId);
      bus.publish({ topic: TOPIC, key: "", id: userId, version: 0 });
    },
  };
}
