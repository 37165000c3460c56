import type { CustomerType } from "@voltmarg/contract";
import type { Party } from "@voltmarg/ocpi";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import type { Retail } from "../tariffs/index.ts";
import type { Drivers } from "./drivers.ts";
import type { Change } from "./change.ts";

/** A start that succeeded, or failed by the charger's fault. */
export type StartAttempt = { user_id: string; evse_uid: string; at: Date; failed: boolean };
/** A driver's word on whether charging works at a location, or at one EVSE of it. */
export type CheckInEvidence = {
  user_id: string;
  evse_uid: string | null;
  at: Date;
  failed: boolean;
  /** Not where the place was blocked or closed: that says nothing of the charger. */
  of_charger: boolean;
  /** Whether the driver had charged anywhere by then. */
  has_charged: boolean;
};

export type StationsDeps = {
  database: Database;
  clock: Clock;
  retail: Retail;
  customerTypeOf(userId: string): Promise<CustomerType>;
  drivers: Drivers;
  /** Reports written changes to the search index of every replica. Call after commit. */
  search: { changed(operatorId: string, changes: readonly Change[]): Promise<void> };
  /** The app's URL without a trailing slash: links that begin with it are ours. */
  publicUrl: string;
  /** Starts at a location since a time. */
  startsAt(locationId: string, since: Date): Promise<StartAttempt[]>;
  /** Check-ins at a location since a time. */
  checkInsAt(locationId: string, since: Date): Promise<CheckInEvidence[]>;
  /** Requests one location from its operator now; false: no answer in time. */
  askOperator(operatorId: string, at: { party: Party; id: string }): Promise<boolean>;
  /** Notifies a driver of a free plug, in the caller's transaction. */
  notifyDriver(tx: Tx, userId: string, freed: { name: string; locationId: string }): Promise<void>;
};
