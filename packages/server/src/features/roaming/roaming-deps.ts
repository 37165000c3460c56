import type {
  Cdr,
  Evse,
  EvsePatch,
  InvoiceRecord,
  Location,
  Party,
  Session,
  Tariff,
} from "@voltmarg/ocpi";
import type { Outbound } from "../../platform/http/outbound.ts";
import type { Tx } from "../../platform/database/database.ts";
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
  /** Null: the operator sent no timeout. */
  | { outcome: "ACCEPTED"; timeoutSeconds: number | null }
  | { outcome: "DONE" }
  | { outcome: "REFUSED"; result: string; text: string }
  | { outcome: "UNKNOWN" };

/** The id of an unreadable object in a list: it must not be removed. Without a party it may belong to any party of that partner. */
export type Unreadable = { id: string; party: Party | null };

/** The state of the stored locations when a list was requested. */
export type ListRequest = { version: number; listWinsBefore: Date | null };

/** Calls from roaming to the features above it. `compose.ts` passes them in, as roaming imports none of those features. */
export type RoamingEvents = {
  /** Returns the locations that changed something. `asked`: the request of the list they came in. */
  onLocations(
    operatorId: string,
    locations: readonly Location[],
    asked?: ListRequest,
  ): Promise<readonly Location[]>;
  /**
   * Call this before a list is requested: pushes that arrive after the call are newer. `listWinsBefore`: `last_updated` of
   * this operator is not reliable, so the list wins over every state that was stored before this instant.
   */
  beginList(listWinsBefore: Date | null): Promise<ListRequest>;
  /** After a full list: closes locations that were neither in the list nor pushed since it began. Returns how many. */
  onLocationsComplete(
    operatorId: string,
    startedAt: Date,
    named: readonly Unreadable[],
  ): Promise<number>;
  /** Locations that moved to another partner. */
  onLocationsMoved(operatorId: string, moved: readonly { id: string }[]): Promise<void>;
  /** A party behind a hub became unreachable, or is so no longer. */
  onPartiesChanged(): void;
  /** False: its location is unknown. */
  onEvse(party: Party, locationId: string, evse: Evse): Promise<boolean>;
  /** A PATCH of one EVSE. False: the EVSE is unknown. */
  onEvsePatch(patched: {
    party: Party;
    locationId: string;
    uid: string;
    patch: EvsePatch;
  }): Promise<boolean>;
  /** A stored location with its EVSEs; null: unknown or closed. */
  readLocation(party: Party, locationId: string): Promise<Location | null>;
  readTariff(party: Party, id: string): Promise<Tariff | null>;
  onTariffs(tariffs: readonly Tariff[]): Promise<void>;
  /** Why a tariff has no binding price, in a sentence that begins with the field; null: it has one. */
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
      /** What is stored of it for the operator, in the transaction that applies it. */
      kept: Partial<Session> & { last_updated: string };
    },
  ): Promise<"NEW" | "TAKEN" | "UNKNOWN">;
  onCdr(
    operatorId: string,
    cdr: Cdr,
  ): Promise<{ outcome: "STORED" | "KNOWN"; id: string } | { outcome: "DIFFERENT" }>;
  /** The field of a CDR that names another state than the station's, with a sentence about it; null: there is none. */
  otherPlace(cdr: Cdr): Promise<{ field: string; message: string } | null>;
  /** An unreadable CDR, as the original text. */
  onUnreadCdr(operatorId: string, came: { text: string; why: string }): Promise<void>;
  readCdr(operatorId: string, id: string): Promise<Cdr | null>;
  /** Which CDRs stand on an invoice, new or changed. TOO_MANY: it was not stored. */
  onInvoice(operatorId: string, record: InvoiceRecord): Promise<"NEW" | "KNOWN" | "TOO_MANY">;
  readInvoice(operatorId: string, owner: Party, id: string): Promise<InvoiceRecord | null>;
  /** False: there is none. */
  onInvoiceRemoved(operatorId: string, owner: Party, id: string): Promise<boolean>;
  onCommand(
    at: {
      kind: "START_SESSION" | "STOP_SESSION";
      userId: string;
      sessionId: string;
      alongside?: (tx: Tx) => Promise<unknown>;
    } & CommandOutcome,
  ): Promise<void>;
};

/** Sessions at an operator. */
export type ChargesAt = {
  /** The number of sessions that run or start, and of those that ended and wait for their CDR. */
  unsettled(operatorId: string): Promise<{ running: number; unbilled: number }>;
  /** The driver's sessions there that may begin or go on: neither over nor to be stopped. */
  mayRun(userId: string, operatorId: string): Promise<string[]>;
  /** Ends every start and session on our side, whatever the operator sends later. Returns those to stop at the operator. */
  endAll(
    operatorId: string,
  ): Promise<{ userId: string; sessionId: string; party: Party; ocpiSessionId: string }[]>;
};

/** A driver's OCPI token. */
export type DriverToken = {
  userId: string;
  uid: string;
  /** False: the account is closed. */
  valid: boolean;
  changedAt: Date;
};

/** Drivers, as OCPI tokens. */
export type Drivers = {
  /** By the uid that this operator knows the driver's token by, case-insensitively. */
  find(operatorId: string, uid: string): Promise<DriverToken | null>;
  /** That uid: another one at each operator. */
  uidAt(operatorId: string, userId: string): Promise<string>;
};

/** One circuit breaker for each partner, so that a partner that hangs does not delay others. */
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
  /** Without a circuit breaker, for checks alone. */
  outbound: Outbound;
  /** Long tasks of one name, one at a time over all replicas. */
  turns: Turns;
  encryption: Encryption;
  /** Lists are about to be pulled from an operator of this name. */
  onPull(operator: string): void;
  limits: RateLimits;
  /** The URL at which partners call us, without a trailing slash. */
  publicUrl: string;
  party: { countryCode: string; partyId: string; name: string };
  events: RoamingEvents;
  drivers: Drivers;
  charges: ChargesAt;
};

export const OCPI_BASE = "/ocpi";
