import {
  createOcpiClient,
  type Cdr,
  type Evse,
  type EvsePatch,
  type Location,
  type OcpiClient,
  type Party,
  type Session,
  type Tariff,
} from "@voltmarg/ocpi";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import { newSecret } from "../../platform/ids.ts";
import type { Logger } from "../../platform/logger.ts";
import type { OperatorRow } from "./operators.store.ts";

export type CommandOutcome =
  | { outcome: "ACCEPTED"; timeoutSeconds: number }
  | { outcome: "DONE" }
  | { outcome: "REFUSED"; result: string; text: string }
  | { outcome: "UNKNOWN" };

/** What roaming tells the features above it; handed in by compose, as roaming imports none of them. */
export type RoamingNews = {
  onLocations(operatorId: string, locations: readonly Location[]): Promise<void>;
  /** A whole list has been read: what came neither in it nor under an unreadable id is gone. Answers how many. */
  onLocationsComplete(
    operatorId: string,
    startedAt: Date,
    unreadable: readonly string[],
  ): Promise<number>;
  /** False: its location is not known. */
  onEvse(party: Party, locationId: string, evse: Evse): Promise<boolean>;
  onEvsePatch(party: Party, locationId: string, uid: string, patch: EvsePatch): Promise<boolean>;
  onTariffs(tariffs: readonly Tariff[]): Promise<void>;
  onTariffsComplete(party: Party, kept: readonly string[]): Promise<void>;
  onTariffRemoved(party: Party, id: string): Promise<boolean>;
  onSession(
    operatorId: string,
    news: {
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
  readCdr(operatorId: string, id: string): Promise<Cdr | null>;
  onCommand(
    at: {
      kind: "START_SESSION" | "STOP_SESSION";
      userId: string;
      sessionId: string;
    } & CommandOutcome,
  ): Promise<void>;
};

export type RoamingDeps = {
  database: Database;
  clock: Clock;
  logger: Logger;
  outbound: Outbound;
  /** Where partners reach us, without a trailing slash. */
  publicUrl: string;
  party: { countryCode: string; partyId: string; name: string };
  news: RoamingNews;
};

export const OCPI_BASE = "/ocpi";

/** An OCPI client towards one operator with the given token. */
export function clientFor(
  deps: RoamingDeps,
  operator: OperatorRow,
  token: string,
  endpoints = operator.endpoints,
): OcpiClient {
  return createOcpiClient({
    transport: deps.outbound,
    token,
    ...(endpoints ? { endpoints } : {}),
    from: { country_code: deps.party.countryCode, party_id: deps.party.partyId },
    ...(operator.country_code && operator.party_id
      ? { to: { country_code: operator.country_code, party_id: operator.party_id } }
      : {}),
    newId: newSecret,
  });
}

/** A client for a registered operator; null before or after registration. */
export function registeredClient(
  deps: RoamingDeps,
  operator: OperatorRow | null,
): OcpiClient | null {
  return operator?.their_token && operator.registered_at
    ? clientFor(deps, operator, operator.their_token)
    : null;
}
