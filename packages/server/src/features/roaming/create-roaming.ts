import type { Party } from "@voltmarg/ocpi";
import { createEncryption } from "../../platform/encryption.ts";
import type { Feature } from "../../platform/feature.ts";
import { createTurns } from "../../platform/locks/lease.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import { createCircuitBreakers } from "./circuit-breakers.ts";
import { connectOperators, pullAll } from "./connect-operators.ts";
import { askOperator, type Answered, type Question } from "./ask-operator.ts";
import { createPeers } from "./counterparties.ts";
import { createFindings } from "./findings.ts";
import { forgetOcpiLog } from "./forget-ocpi-log.ts";
import { createOcpiLog } from "./ocpi-log.ts";
import { partnersRoutes } from "./partners.routes.ts";
import { pullLocation } from "./pull-location.ts";
import type { ConfiguredOperator } from "./register.ts";
import type { CircuitBreakers, RoamingDeps } from "./roaming-deps.ts";
import { roamingRoutes } from "./roaming.routes.ts";
import { sendCommand, type CommandOrder } from "./send-command.ts";
import { sendPreferences, type PreferencesOrder } from "./send-preferences.ts";
import { askDueSyncs, onSyncAsked } from "./sync.ts";
import { hasSentUnreadable } from "./unreadable-sessions.store.ts";

/** The largest body of a push: a large location has some 50 KB. */
const MOST_OCPI_BYTES = 256 * 1024;

type AllDeps = Omit<
  RoamingDeps,
  "log" | "findings" | "turns" | "circuitBreakers" | "encryption" | "onPull"
> & {
  metrics: Metrics;
  /** The secret of this service. */
  key: Buffer;
  /** Operators from the settings. */
  operators: readonly ConfiguredOperator[];
  ocpiLog: { bodies: Parameters<typeof createOcpiLog>[0]["bodies"]; months: number };
};

export type RoamingApi = {
  /** Registers with the configured operators and pulls their tariffs and locations. True: all succeeded. */
  connectOperators(): Promise<boolean>;
  /** Synchronises every registered partner now, with all its tariffs and locations. */
  pullAll(): Promise<void>;
  /** Requests the synchronisations that are due. Runs every minute. */
  askDueSyncs(): Promise<void>;
  /** Pulls one location from an operator. False: no answer in time. */
  pullLocation(operatorId: string, at: { party: Party; id: string }, ms: number): Promise<boolean>;
  /** Pulls the sessions an operator changed since an instant, for a charge. */
  askSessions(operatorId: string, question: Question): Promise<Answered>;
  /** Pulls the CDRs an operator changed since an instant, for a charge. */
  askCdrs(operatorId: string, question: Question): Promise<Answered>;
  /** Whether an operator has sent sessions since an instant that could not be read. */
  hasSentUnreadable(operatorId: string, since: Date): Promise<boolean>;
  /** Notes that an operator told less energy (kWh) of a session than before. */
  meterFell(
    operatorId: string,
    session: { ocpi_session_id: string | null; snapshot: { ocpi: Party } },
    energy: { told: number; highest: number },
  ): void;
  flushLog(): Promise<void>;
  flushFindings(): Promise<void>;
  forgetLog(): Promise<void>;
  circuitBreakers: CircuitBreakers;
};

/** OCPI with operators and hubs: registration, synchronisation, commands, and the receiver of what they push. */
export function createRoaming(deps: AllDeps): Feature<RoamingApi> {
  const { database, clock, logger, metrics, bus, outbound, key, ocpiLog } = deps;
  const log = createOcpiLog({
    database,
    clock,
    logger,
    bodies: ocpiLog.bodies,
    onOutcome: (outcome, rows) => metrics.ocpiLog.inc({ outcome }, rows),
  });
  const findings = createFindings({
    database,
    clock,
    logger,
    onWritten: (operator, outcome, count) =>
      metrics.operatorFindings.inc({ operator, outcome: outcome.toLowerCase() }, count),
  });
  const circuitBreakers = createCircuitBreakers({ outbound, clock, bus });
  const roaming: RoamingDeps = {
    ...deps,
    log,
    findings,
    circuitBreakers,
    turns: createTurns(database),
    encryption: createEncryption(key, "partner-tokens"),
    onPull: (operator) => metrics.operatorPulls.inc({ operator }),
  };
  return {
    routes: async (mounts) => {
      const peers = createPeers(roaming);
      partnersRoutes(mounts, roaming, peers);
      await mounts.raw(roamingRoutes(roaming, peers), MOST_OCPI_BYTES);
    },
    handlers: {
      "roaming.command": (order: CommandOrder, row) => sendCommand(roaming, order, row),
      "roaming.preferences": async (order: PreferencesOrder) => {
        await sendPreferences(roaming, order);
      },
      "roaming.sync": {
        queue: "sync",
        handle: (at: { operatorId: string }, row) => onSyncAsked(roaming, at, row),
      },
    },
    api: {
      connectOperators: () => connectOperators(roaming, deps.operators),
      pullAll: () => pullAll(roaming),
      askDueSyncs: () => askDueSyncs(roaming),
      pullLocation: (operatorId, at, ms) => pullLocation(roaming, operatorId, at, ms),
      askSessions: (operatorId, question) => askOperator(roaming, operatorId, "sessions", question),
      askCdrs: (operatorId, question) => askOperator(roaming, operatorId, "cdrs", question),
      hasSentUnreadable: (operatorId, since) => hasSentUnreadable(database.db, operatorId, since),
      flushLog: () => log.flush(),
      meterFell: (operatorId, { ocpi_session_id: id, snapshot: { ocpi } }, { told, highest }) =>
        findings.note(operatorId, {
          module: "sessions",
          object: `${ocpi.country_code}/${ocpi.party_id}/${id}`,
          findings: [
            {
              path: "kwh",
              message: "lower than before, read as the highest value",
              outcome: "READ_AS",
              raw: JSON.stringify({ kwh: told, before: highest }),
            },
          ],
        }),
      flushFindings: () => findings.flush(),
      forgetLog: () => forgetOcpiLog({ database, clock, logger }, ocpiLog.months),
      circuitBreakers,
    },
  };
}
