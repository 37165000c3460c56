import { findSeller } from "./features/billing/index.ts";
import { watchAll } from "./features/charging/index.ts";
import {
  askDueSyncs,
  listOperators,
  registerWith,
  sealTokens,
  syncOperator,
  type RoamingDeps,
} from "./features/roaming/index.ts";
import { fillCatalogue } from "./features/vehicles/index.ts";
import { handleOutbox } from "./composition/handle-outbox.ts";
import { mountRoutes } from "./composition/mount-routes.ts";
import type { Ground, ServiceParts } from "./composition/service-parts.ts";
import { wireFeatures } from "./composition/wire-features.ts";
import { openBlobStore } from "./platform/blobs/open-blob-store.ts";
import { createHttp, type HttpServer } from "./platform/http/server.ts";
import { statusRoutes } from "./platform/http/status.routes.ts";
import { createMetrics } from "./platform/metrics.ts";
import { createOutbox, type Outbox } from "./platform/outbox.ts";
import { serviceKey } from "./platform/secrets.ts";

export type { ServiceParts };

export type Service = {
  http: HttpServer;
  outbox: Outbox;
  /** Registers with the operators of the configuration and pulls their catalogues; true when all are in step. */
  connectOperators(): Promise<boolean>;
  /** Synchronises every registered partner now, whole. */
  pullAll(): Promise<void>;
  /** Has every partner synchronised whose turn it is; every minute. */
  askDueSyncs(): Promise<void>;
  /** Looks after every charge that is not settled; at start. */
  resume(): Promise<void>;
  /** Every route with its access rule. */
  routes: readonly { method: string; path: string; access: { rule: string } }[];
};

/** Puts the features together: this and `composition/` alone know every one of them. */
export async function compose(parts: ServiceParts): Promise<Service> {
  const { config, database, clock, logger } = parts;
  const metrics = createMetrics();
  const key = await serviceKey(database, "service-key");
  const outbox = createOutbox({
    database,
    clock,
    logger,
    metrics,
    wake: parts.wake,
    leaseSeconds: config.outboxLeaseSeconds,
  });
  const blobs = await openBlobStore(config.blobs);
  const ground: Ground = { ...parts, metrics, outbox, blobs, key };
  if (config.profile === "PROD") {
    logger.warn(
      "messages are kept in the database only: there is no carrier for SMS, mail and push yet",
    );
  }
  await fillCatalogue({ database, clock });
  const wired = wireFeatures(ground);
  const { roaming, charging } = wired;
  handleOutbox(outbox, wired);
  const http = await createHttp({
    config,
    logger,
    metrics,
    xsrfKey: key,
    checkAnswers: parts.checkAnswers,
  });
  const routes = await mountRoutes(http, ground, wired);
  statusRoutes(http, {
    database,
    clock,
    metrics,
    needs: {
      operators: async () => {
        const known = await listOperators(database.db);
        return config.operators.every((o) =>
          known.some((k) => k.versions_url === o.versionsUrl && k.locations_pulled_at !== null),
        );
      },
      // Invoices of real charges must not name the example.
      seller: async () => config.profile !== "PROD" || !(await findSeller(database.db)).example,
    },
  });

  return {
    http,
    outbox,
    connectOperators: () => connectOperators(ground, roaming),
    pullAll: async () => {
      for (const { id, registered_at } of await listOperators(database.db))
        if (registered_at) await syncOperator(roaming, id, { whole: true });
    },
    askDueSyncs: () => askDueSyncs(roaming),
    resume: () => watchAll(charging),
    routes,
  };
}

/** Registers with the configured operators and pulls what they have; true when all are in step. */
async function connectOperators({ config, logger }: Ground, roaming: RoamingDeps) {
  let all = true;
  await sealTokens(roaming);
  for (const partner of config.operators) {
    const registered = await registerWith(roaming, partner);
    if (!registered.ok) {
      logger.error(
        { operator: partner.name, reason: registered.message },
        "cannot register with an operator",
      );
      all = false;
      continue;
    }
    const pulled = await syncOperator(roaming, registered.operator.id, { whole: true });
    if (!pulled.ok) all = false;
    else logger.info({ operator: registered.operator.name, ...pulled }, "operator in step");
  }
  return all;
}
