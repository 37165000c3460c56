import type { Access } from "@voltmarg/contract";
import type { Party } from "@voltmarg/ocpi";
import { checkBooksInTurn, officerOf, readSeller } from "./features/backoffice/index.ts";
import { loadBuiltInTexts } from "./features/content/index.ts";
import { listOperators, speaksFor } from "./features/roaming/index.ts";
import { areTaxesConfirmed } from "./features/tariffs/index.ts";
import { closeMoneyDays } from "./features/books/index.ts";
import { forgetIntervals, rollUpHours } from "./features/stations/index.ts";
import { fillCatalogue } from "./features/vehicles/index.ts";
import { openAccess } from "./composition/access-rules.ts";
import { EVENTS, handleEvents, handleOutbox } from "./composition/handle-outbox.ts";
import { updateGauges } from "./composition/register-metrics.ts";
import { mountRoutes } from "./composition/mount-routes.ts";
import type { FeatureParts, ServiceParts } from "./composition/service-parts.ts";
import { wireFeatures, type Features } from "./composition/wire-features.ts";
import { openBlobStore } from "./platform/blobs/open-blob-store.ts";
import { createShutdown, type Shutdown } from "./platform/shutdown.ts";
import { drainHttp } from "./platform/http/drain-http.ts";
import { createOutbound } from "./platform/http/outbound.ts";
import { describeApi } from "./platform/http/api-docs.ts";
import { createHttp, type HttpServer } from "./platform/http/server.ts";
import { traceRequests } from "./platform/http/trace-requests.ts";
import { appLinkRoutes } from "./platform/http/app-link.routes.ts";
import { securityTxtRoutes } from "./platform/http/security-txt.routes.ts";
import { createReadiness, statusRoutes, type Readiness } from "./platform/http/status.routes.ts";
import { withLease } from "./platform/locks/lease.ts";
import { createMetrics, type Metrics } from "./platform/observability/metrics.ts";
import { createOutbox, type Outbox } from "./platform/outbox/outbox.ts";
import { serviceKey } from "./platform/database/service-key.ts";
import { createReplicaReads } from "./platform/database/read-replica.ts";

export type { ServiceParts };

export type Service = {
  http: HttpServer;
  outbox: Outbox;
  /** Begun when this replica leaves: it is not ready any more, and its streams end. */
  draining: Shutdown;
  /** Registers with the operators of the configuration and pulls their catalogues; true when all are in step. */
  connectOperators(): Promise<boolean>;
  /** Synchronises every registered partner now, whole. */
  pullAll(): Promise<void>;
  /** Has every partner synchronised whose turn it is; every minute. */
  askDueSyncs(): Promise<void>;
  /** Checks the books when their turn has come; every hour. */
  checkBooks(): Promise<void>;
  /** Sends back what came into closed wallets; every hour. */
  sweepClosedWallets(): Promise<void>;
  /** Reads what the payment provider paid out, and books it; once a day. */
  readSettlements(): Promise<void>;
  /** Writes down customers' money at the end of each day that is over; every hour. */
  closeMoneyDays(): Promise<void>;
  /** Has invoices to buyers with a GSTIN registered; every minute. */
  registerDocuments(): Promise<void>;
  /** Hands tickets whose clock has passed to the grievance officer; every hour. */
  escalateOverdue(): Promise<void>;
  /**
   * Closes unused accounts, restricts the data of closed ones, and erases accounts whose period is over; once a night.
   */
  endAccounts(): Promise<void>;
  /** Drops the meter values that are older than the configuration says; once a day. */
  forgetMeter(): Promise<void>;
  /** Adds the states of days that have ended to each EVSE's hours of the week; once a night. */
  rollUpHours(): Promise<void>;
  /** Drops the states of EVSEs that are older than 180 days; once a day. */
  forgetIntervals(): Promise<void>;
  /** Reads which stations trips under way stop at, and has what was missed looked at; at start and every minute. */
  watchStops(): Promise<void>;
  /** Writes the OCPI log's buffer, every half second and when this replica stops. */
  flushOcpiLog(): Promise<void>;
  /** Writes down what operators sent otherwise than it is read; every second, and when this replica leaves. */
  flushFindings(): Promise<void>;
  /** Deletes OCPI log entries older than the configured time, once a day. */
  forgetOcpiLog(): Promise<void>;
  /** Resolves when searches are answered; until then the replica is not ready. */
  searches: Promise<void>;
  metrics: Metrics;
  readiness: Readiness;
  /** Looks after every charge that is not settled, and tries what could not be read of records; at start. */
  resume(): Promise<void>;
  /** Every route with its access rule. */
  routes: readonly { method: string; path: string; access: Access }[];
};

/** Puts the features together: this and `composition/` alone know every one of them. */
export async function compose(given: ServiceParts): Promise<Service> {
  const { config, database, clock, logger } = given;
  const metrics = given.metrics ?? createMetrics();
  const key = await serviceKey(database, "service-key");
  const outbox = createOutbox({
    database,
    clock,
    logger,
    metrics,
    wake: given.wake,
    leaseSeconds: config.outboxLeaseSeconds,
    ...(given.events && { events: EVENTS }),
  });
  const blobs = await openBlobStore(config.blobs);
  const outbound = given.outbound ?? createOutbound(config.profile);
  const draining = createShutdown();
  const replicaReads = createReplicaReads(database, given.standby ?? null, logger);
  const parts: FeatureParts = {
    ...given,
    outbound,
    metrics,
    outbox,
    draining,
    replicaReads,
    blobs,
    key,
  };
  if (!config.messages.fcm)
    logger.warn("no FCM_SERVICE_ACCOUNT: the apps for Android and iOS are not pushed to");
  await fillCatalogue({ database, clock });
  await loadBuiltInTexts({ database, clock });
  const access = await openAccess(parts);
  const features = wireFeatures(parts, access);
  const { roaming, charging, wallet } = features;
  handleOutbox(outbox, features);
  if (parts.events) handleEvents(outbox, parts.events);
  const http = await createHttp({
    config,
    logger,
    metrics,
    xsrfKey: key,
    checkAnswers: parts.checkAnswers,
  });
  drainHttp(http, draining);
  traceRequests(http);
  const routes = await mountRoutes(http, parts, access, features);
  updateGauges(parts, features);
  const readiness = createReadiness({
    database,
    clock,
    draining,
    required: {
      search_index: async () => features.stations.api.isSearching(),
      // Invoices of real charges must not name the example.
      seller: async () => config.profile !== "PROD" || !(await readSeller(database.db)).example,
      // A complaint must find who answers for it.
      grievance_officer: async () =>
        config.profile !== "PROD" || officerOf(await readSeller(database.db)) !== null,
      tax_rates: async () =>
        config.profile !== "PROD" || (await areTaxesConfirmed(database.db, clock.now())),
    },
    optional: {
      // While we introduce ourselves, an operator asks back: behind a balancer that must find us ready.
      operators: async () => {
        const known = await listOperators(database.db);
        return config.operators.every((o) =>
          known.some((k) => k.versions_url === o.versionsUrl && k.locations_pulled_at !== null),
        );
      },
    },
  });
  const { token } = config.metrics;
  const metricsFor = token ? { token } : config.profile === "PROD" ? "nobody" : "everybody";
  const api = describeApi(config);
  statusRoutes(http, { readiness, metrics, metricsFor });
  http.get("/openapi.json", async (_request, reply) => reply.send(await api()));
  securityTxtRoutes(http, {
    clock,
    contacts: config.securityContacts,
    publicUrl: config.publicUrl,
  });
  appLinkRoutes(http, config.apps);

  return {
    http,
    outbox,
    draining,
    connectOperators: roaming.api.connectOperators,
    pullAll: roaming.api.pullAll,
    askDueSyncs: roaming.api.askDueSyncs,
    checkBooks: () => checkBooksInTurn({ database, clock, logger }),
    sweepClosedWallets: wallet.api.sweepClosed,
    readSettlements: wallet.api.readSettlements,
    closeMoneyDays: () => closeMoneyDays({ database, clock }),
    registerDocuments: features.billing.api.registerDocuments,
    escalateOverdue: features.support.api.escalateOverdue,
    endAccounts: async () => {
      await features.accounts.api.closeUnused();
      await features.personalData.api.endClosed();
    },
    forgetMeter: () => charging.api.forgetMeter(config.meterMonths),
    rollUpHours: () => rollUpHours({ database, clock, logger }),
    forgetIntervals: () => forgetIntervals({ database, clock, logger }),
    watchStops: features.trips.api.watchStops,
    flushOcpiLog: roaming.api.flushLog,
    flushFindings: roaming.api.flushFindings,
    forgetOcpiLog: roaming.api.forgetLog,
    searches: features.stations.api.searches,
    metrics,
    readiness,
    resume: async () => {
      await features.trips.api.watchStops();
      await charging.api.watchAll();
      await rereadCdrs(parts, features);
    },
    routes,
  };
}

/** One replica at a time: the next one finds nothing left of what the first could parse. */
const rereadCdrs = ({ database, logger }: FeatureParts, { billing }: Features) =>
  withLease(database, "unread records", async () => {
    const isParty = (operatorId: string, party: Party) => speaksFor(database.db, operatorId, party);
    const count = await billing.api.rereadCdrs(isParty);
    if (count > 0) logger.info({ count }, "charge records can be read now");
  });
