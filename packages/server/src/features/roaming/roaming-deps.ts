import type { Cdr, Evse, EvsePatch, Location, Party, Session, Tariff } from "@voltmarg/ocpi";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { RateLimits } from "../../platform/http/rate-limiter.ts";
import type { CircuitBreaker } from "../../platform/http/circuit-breaker.ts";
import type { Turns } from "../../platform/locks/lease.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import type { Encryption } from "../../platform/encryption.ts";
import type { Findings } from "./findings.ts";
import type { OcpiLog } from "./ocpi-log.ts";

export type CommandOutcome =
  /** Null: the operator says no time for it. */
  | { outcome: "ACCEPTED"; timeoutSeconds: number | null }
  | { outcome: "DONE" }
  | { outcome: "REFUSED"; result: string; text: string }
  | { outcome: "UNKNOWN" };

/** What a list names and nobody can read: it is not gone. Without a party it may be any party's of that partner. */
export type Unreadable = { id: string; party: Party | null };

/** A moment in the state of the stations. */
export type ListRequest = { version: number; listWinsBefore: Date | null };

/** What roaming tells the features above it; handed in by compose, as roaming imports none of them. */
export type RoamingEvents = {
  /** Answers those that changed something. `asked`: they are of a list that was asked for then. */
  onLocations(
    operatorId: string,
    locations: readonly Location[],
    asked?: ListRequest,
  ): Promise<readonly Location[]>;
  /**
   * To be called before a list is asked for: what is told while it is on its way is newer. `listWinsBefore`: times of this
   * operator say nothing, and the list is right about what was last told before then.
   */
  beginList(listWinsBefore: Date | null): Promise<ListRequest>;
  /** A whole list has been read: what came neither in it nor under an unreadable id is gone. Answers how many. */
  onLocationsComplete(
    operatorId: string,
    startedAt: Date,
    unreadable: readonly Unreadable[],
  ): Promise<number>;
  /** Locations that are another partner's from now on, with their versions. */
  onLocationsMoved(
    operatorId: string,
    moved: readonly { id: string; version: number }[],
  ): Promise<void>;
  /** False: its location is not known. */
  onEvse(party: Party, locationId: string, evse: Evse): Promise<boolean>;
  /** Fields of one EVSE. False: it is not known. */
  onEvsePatch(patched: {
    party: Party;
    locationId: string;
    uid: string;
    patch: EvsePatch;
  }): Promise<boolean>;
  /** A location as it is known, with its EVSEs; null: not known, or closed. */
  readLocation(party: Party, locationId: string): Promise<Location | null>;
  /** The party that runs a location of an operator or hub. */
  partyOf(operatorId: string, locationId: string): Promise<Party | null>;
  readTariff(party: Party, id: string): Promise<Tariff | null>;
  onTariffs(tariffs: readonly Tariff[]): Promise<void>;
  /** Why a tariff names no price, in a sentence that begins with the field; null: it names one. */
  whyUnpriced(tariff: Tariff): string | null;
  onTariffsComplete(party: Party, kept: readonly string[]): Promise<void>;
  onTariffRemoved(party: Party, id: string): Promise<boolean>;
  onSession(
    operatorId: string,
    update: {
      party: Party;
      id: string;
      whole: boolean;
      session: Partial<Session> & { last_updated: string };
    },
  ): Promise<"TAKEN" | "UNKNOWN">;
  onCdr(
    operatorId: string,
    cdr: Cdr,
  ): Promise<{ outcome: "STORED" | "KNOWN"; id: string } | { outcome: "DIFFERENT" }>;
  /** A record nobody could read, as the text it came as. */
  onUnreadCdr(operatorId: string, came: { text: string; why: string }): Promise<void>;
  readCdr(operatorId: string, id: string): Promise<Cdr | null>;
  onCommand(
    at: {
      kind: "START_SESSION" | "STOP_SESSION";
      userId: string;
      sessionId: string;
    } & CommandOutcome,
  ): Promise<void>;
};

/** What roaming asks of the features above it about charges at an operator. */
export type ChargesAt = {
  /** Those that run or start, and those that are over and wait for their record. */
  unsettled(operatorId: string): Promise<{ running: number; unbilled: number }>;
  /** Ends every start and charge for us, whatever the operator says of it later. Answers what is to be stopped there. */
  endAll(
    operatorId: string,
  ): Promise<{ userId: string; sessionId: string; party: Party; ocpiSessionId: string }[]>;
};

/** A driver as operators may know them. */
export type DriverToken = {
  userId: string;
  /** False: the account is closed. */
  valid: boolean;
  changedAt: Date;
};

/** What roaming asks of the features above it about drivers. */
export type Drivers = {
  /** Oldest change first; `total` counts all that match the instants. */
  list(query: {
    from?: Date;
    to?: Date;
    offset: number;
    limit: number;
  }): Promise<{ drivers: DriverToken[]; total: number }>;
  /** By the token's uid, without regard to case. */
  find(uid: string): Promise<DriverToken | null>;
};

/** A wire of its own for every partner: one that hangs never holds up another. */
export type CircuitBreakers = { of(operatorId: string): CircuitBreaker };

export type RoamingDeps = {
  log: OcpiLog;
  findings: Findings;
  database: Database;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  outbox: Pick<Outbox, "enqueue" | "enqueueOnce">;
  circuitBreakers: CircuitBreakers;
  /** Long tasks of one name, one at a time over all replicas. */
  turns: Turns;
  encryption: Encryption;
  limits: RateLimits;
  /** Where partners reach us, without a trailing slash. */
  publicUrl: string;
  party: { countryCode: string; partyId: string; name: string };
  events: RoamingEvents;
  drivers: Drivers;
  charges: ChargesAt;
};

export const OCPI_BASE = "/ocpi";
