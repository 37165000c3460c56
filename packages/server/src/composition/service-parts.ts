import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Bus } from "../platform/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database.ts";
import type { Logger } from "../platform/logger.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { Outbox, Waker } from "../platform/outbox.ts";

/** What a service is made of; the harness brings its own clock. */
export type ServiceParts = {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  bus: Bus;
  wake: Waker;
  checkAnswers: boolean;
};

/** What every feature is given. */
export type Ground = ServiceParts & {
  metrics: Metrics;
  outbox: Outbox;
  /** Where images are kept. */
  blobs: BlobStore;
  /** The secret of this service, from its database. */
  key: Buffer;
};
