import {
  createOcpiClient,
  Unsent,
  type Endpoint,
  type OcpiClient,
  type Party,
  type Transport,
} from "@voltmarg/ocpi";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { OutboundError, type Outbound } from "../../platform/http/outbound.ts";
import { createPartnerLine, type PartnerLine } from "../../platform/http/partner-line.ts";
import { newSecret } from "../../platform/ids.ts";
import type { Logger } from "../../platform/logger.ts";
import { noteFailure, type OperatorRow } from "./operators.store.ts";
import type { Lines, RoamingDeps } from "./roaming-deps.ts";

export function createLines(deps: {
  outbound: Outbound;
  database: Database;
  clock: Clock;
  logger: Logger;
}): Lines {
  const { database, clock, logger } = deps;
  const lines = new Map<string, PartnerLine>();
  return {
    of: (operatorId) => {
      const known = lines.get(operatorId);
      if (known) return known;
      const line = createPartnerLine(deps.outbound, {
        now: () => clock.now().getTime(),
        onEnded: ({ ok, message }) => {
          if (ok) return;
          noteFailure(database.db, operatorId, message, clock.now()).catch((error: unknown) =>
            logger.warn({ err: error, operator: operatorId }, "a failure could not be noted"),
          );
        },
      });
      lines.set(operatorId, line);
      return line;
    },
  };
}

/** The hosts a partner may name: where it introduced itself, and what the provider allowed besides. */
export function hostsOf(operator: Pick<OperatorRow, "versions_url" | "hosts">): Set<string> {
  const own = operator.versions_url ? [new URL(operator.versions_url).host] : [];
  return new Set([...own, ...operator.hosts].map((host) => host.toLowerCase()));
}

/** An OCPI client towards one partner with the given token. `to`: the party behind a hub that is meant. */
export function clientFor(
  deps: RoamingDeps,
  operator: OperatorRow,
  token: string,
  more: { endpoints?: readonly Endpoint[]; to?: Party; hosts?: ReadonlySet<string> } = {},
): OcpiClient {
  const endpoints = more.endpoints ?? operator.endpoints;
  const own =
    operator.country_code && operator.party_id
      ? { country_code: operator.country_code, party_id: operator.party_id }
      : undefined;
  const to = more.to ?? own;
  return createOcpiClient({
    transport: transportOf(deps, operator, more.hosts ?? hostsOf(operator)),
    token,
    tokenEncoding: operator.token_encoding,
    ...(endpoints ? { endpoints } : {}),
    from: { country_code: deps.party.countryCode, party_id: deps.party.partyId },
    ...(to ? { to } : {}),
    newId: newSecret,
  });
}

/** A client for a registered partner; null before or after registration. */
export function registeredClient(
  deps: RoamingDeps,
  operator: OperatorRow | null,
  to?: Party,
): OcpiClient | null {
  return operator?.their_token && operator.registered_at
    ? clientFor(deps, operator, deps.seal.open(operator.their_token), to ? { to } : {})
    : null;
}

function transportOf(
  deps: RoamingDeps,
  operator: OperatorRow,
  hosts: ReadonlySet<string>,
): Transport {
  const line = deps.lines.of(operator.id);
  return async (request) => {
    try {
      return await line.send({ ...request, hosts });
    } catch (error) {
      if (error instanceof OutboundError && !error.sent)
        throw new Unsent(error.message, { cause: error });
      throw error;
    }
  };
}
