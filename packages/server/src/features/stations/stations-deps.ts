import type { CustomerType } from "@voltmarg/contract";
import type { Party } from "@voltmarg/ocpi";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import type { Retail } from "../tariffs/index.ts";
import type { Drivers } from "./drivers.ts";
import type { Change } from "./stations.store.ts";

/** A start that failed by the charger's fault, or one that went well. */
export type StartAttempt = { evse_uid: string; at: Date; failed: boolean };

export type StationsDeps = {
  database: Database;
  clock: Clock;
  retail: Retail;
  customerTypeOf(userId: string): Promise<CustomerType>;
  drivers: Drivers;
  /** Tells the search index of every replica what was written. Call after commit. */
  search: { changed(operatorId: string, changes: readonly Change[]): Promise<void> };
  /** Where the app is, without a trailing slash: links that begin so are ours. */
  publicUrl: string;
  /** Starts at a location since an instant. */
  startsAt(locationId: string, since: Date): Promise<StartAttempt[]>;
  /** Asks an operator for one location now; false: no answer in time. */
  askOperator(operatorId: string, at: { party: Party; id: string }): Promise<boolean>;
  /** Tells a driver something about a location, in the caller's transaction. */
  tellDriver(tx: Tx, userId: string, freed: { name: string; locationId: string }): Promise<void>;
};
