import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database.ts";
import type { Logger } from "../../../platform/logger.ts";
import type { MessageSettings } from "../../../platform/message-settings.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import type { Outbox } from "../../../platform/outbox.ts";
import type { Seal } from "../../../platform/seal.ts";
import type { Carriers } from "./message.ts";

export type MessagesDeps = {
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  outbox: Outbox;
  seal: Seal;
  carriers: Carriers;
  budgets: MessageSettings["budgets"];
};
