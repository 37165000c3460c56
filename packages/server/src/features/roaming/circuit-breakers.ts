import {
  createOcpiClient,
  Unsent,
  type Endpoint,
  type Found,
  type OcpiClient,
  type Party,
  type Transport,
  type TransportRequest,
  type VersionNumber,
} from "@voltmarg/ocpi";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import { OutboundError, type Outbound } from "../../platform/http/outbound.ts";
import {
  createCircuitBreaker,
  type CircuitBreaker,
  type OpenReason,
} from "../../platform/http/circuit-breaker.ts";
import { newSecret } from "../../platform/ids.ts";
import { readingRules } from "./reading-rules.ts";
import { noteCall } from "./note-call.ts";
import { ownPartyOf, type OperatorRow } from "./operators.store.ts";
import type { CircuitBreakers, RoamingDeps } from "./roaming-deps.ts";

const TOPIC = "partner-line";
const isReason = (what: string | undefined): what is OpenReason =>
  what === "silent" || what === "failing" || what === "asked";

/**
 * What we send to a partner, by urgency. A driver waits for a command, and a charge that is not stopped costs money: a
 * pause that a partner asks for in a pull concerns pulls. A STOP never pauses, as it is sent again at intervals anyway.
 */
const LANES = {
  BULK: { atOnce: 6, longestPauseMs: 15 * 60_000 },
  COMMAND: { atOnce: 4, longestPauseMs: 30_000 },
  STOP: { atOnce: 4, longestPauseMs: 0 },
};

export const LANE_NAMES = ["BULK", "COMMAND", "STOP"] as const satisfies (keyof typeof LANES)[];

function laneOf({ module, segments, method }: TransportRequest): keyof typeof LANES {
  if (module === "commands") return segments[0] === "STOP_SESSION" ? "STOP" : "COMMAND";
  const isPreference = module === "sessions" && method === "PUT";
  return isPreference ? "COMMAND" : "BULK";
}

export function createCircuitBreakers(deps: {
  outbound: Outbound;
  clock: Clock;
  bus: Bus;
}): CircuitBreakers {
  const { clock, bus } = deps;
  const breakers = new Map<string, CircuitBreaker>();
  const own = newSecret().slice(0, 12);
  // Replicas share the state of a circuit, so that not each of them must see the same failures.
  const publish = (operatorId: string, what: string, until: number) =>
    bus.publish({ topic: TOPIC, key: operatorId, id: `${own}/${what}`, version: until });
  const breakerOf = (operatorId: string): CircuitBreaker => {
    const known = breakers.get(operatorId);
    if (known) return known;
    const breaker = createCircuitBreaker(deps.outbound, {
      now: () => clock.now().getTime(),
      lanes: LANES,
      onShut: (why, until, lane) => publish(operatorId, `${why}/${lane}`, until),
    });
    const shared = {
      ...breaker,
      heard: () => {
        breaker.heard();
        publish(operatorId, "heard", 0);
      },
    };
    breakers.set(operatorId, shared);
    bus.subscribe(TOPIC, ({ key, id, version }) => {
      const [from, what, lane] = id.split("/");
      if (key !== operatorId || from === own) return;
      if (what === "heard") breaker.heard();
      else if (isReason(what)) breaker.shut(what, version, lane);
    });
    return shared;
  };
  return { of: breakerOf };
}

/** The hosts that a partner's URLs may have: the host it registered with, and those the provider allowed. */
export function hostsOf(operator: Pick<OperatorRow, "versions_url" | "hosts">): Set<string> {
  const own = operator.versions_url ? [new URL(operator.versions_url).host] : [];
  return new Set([...own, ...operator.hosts].map((host) => host.toLowerCase()));
}

type ClientMore = {
  endpoints?: readonly Endpoint[];
  version?: VersionNumber;
  to?: Party;
  owner?: Party | undefined;
  hosts?: ReadonlySet<string>;
  onFindings?: (found: Found) => void;
};

/**
 * An OCPI client for one partner with the given token. `to`: the addressed party behind a hub. `onFindings` is called
 * for each finding, which is stored for the partner too.
 */
export function clientFor(
  deps: RoamingDeps,
  operator: OperatorRow,
  token: string,
  more: ClientMore = {},
): OcpiClient {
  const endpoints = more.endpoints ?? operator.endpoints;
  const to = more.to ?? ownPartyOf(operator);
  return createOcpiClient({
    transport: transportOf(deps, operator, more.hosts ?? hostsOf(operator)),
    token,
    version: more.version ?? operator.ocpi_version,
    tokenEncoding: operator.token_encoding,
    ...(endpoints ? { endpoints } : {}),
    from: { country_code: deps.party.countryCode, party_id: deps.party.partyId },
    ...(to ? { to } : {}),
    ...(more.owner ? { owner: more.owner } : {}),
    newId: newSecret,
    now: () => deps.clock.now().getTime(),
    onExchange: (exchange) => deps.log.note("OUT", operator.id, exchange),
    rules: readingRules(deps),
    onFindings: (found) => {
      deps.findings.note(operator.id, found);
      more.onFindings?.(found);
    },
  });
}

/** A client for a registered partner; null before or after registration. */
export function registeredClient(
  deps: RoamingDeps,
  operator: OperatorRow | null,
  { to, owner, onFindings }: Pick<ClientMore, "to" | "owner" | "onFindings"> = {},
): OcpiClient | null {
  if (!operator?.their_token || !operator.registered_at) return null;
  return clientFor(deps, operator, deps.encryption.decrypt(operator.their_token), {
    ...(to ? { to } : {}),
    owner,
    ...(onFindings ? { onFindings } : {}),
  });
}

function transportOf(
  deps: RoamingDeps,
  operator: OperatorRow,
  hosts: ReadonlySet<string>,
): Transport {
  const breaker = deps.circuitBreakers.of(operator.id);
  return async (request) => {
    const lane = laneOf(request);
    try {
      const { method, url, headers, body } = request;
      const sent = { to: "operators", method, url, headers, body, hosts, tellTrace: true } as const;
      const answer = await breaker.send(sent, lane);
      await noteCall(deps, operator.id, lane, answer);
      return answer;
    } catch (error) {
      // What we refused to send says nothing of it.
      if (!(error instanceof OutboundError && error.refused))
        await noteCall(deps, operator.id, lane, { error });
      if (error instanceof OutboundError && !error.sent)
        throw new Unsent(error.message, { cause: error });
      throw error;
    }
  };
}
