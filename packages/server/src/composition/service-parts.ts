import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config/config.ts";
import type { Database } from "../platform/database/database.ts";
import type { Shutdown } from "../platform/shutdown.ts";
import type { EventStream } from "../platform/bus/event-stream.ts";
import type { Outbound } from "../platform/http/outbound.ts";
import type { Logger } from "../platform/observability/logger.ts";
import type { Metrics } from "../platform/observability/metrics.ts";
import type { Outbox, Waker } from "../platform/outbox/outbox.ts";
import type { ReplicaReads } from "../platform/database/read-replica.ts";

/** What a service is made of; the harness brings its own clock. */
export type ServiceParts = {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  bus: Bus;
  wake: Waker;
  checkAnswers: boolean;
  /** A copy of the database that may be a moment behind; absent: there is none. */
  standby?: Database;
  /** Absent: events are not published to other systems. */
  events?: EventStream;
  /** Absent: HTTP to the outside, and metrics of this instance's own. */
  outbound?: Outbound;
  metrics?: Metrics;
};

/** What every feature is given. */
export type FeatureParts = ServiceParts & {
  outbound: Outbound;
  metrics: Metrics;
  outbox: Outbox;
  draining: Shutdown;
  replicaReads: ReplicaReads;
  /** Where images are kept. */
  blobs: BlobStore;
  /** The secret of this service, from its database. */
  key: Buffer;
};
