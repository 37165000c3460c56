import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Logger } from "../../../platform/observability/logger.ts";
import type { MessageSettings, SmsTemplate } from "../../../platform/config/messaging.ts";
import type { Metrics } from "../../../platform/observability/metrics.ts";
import type { Outbox } from "../../../platform/outbox/outbox.ts";
import type { Encryption } from "../../../platform/encryption.ts";
import type { Carriers } from "./message.ts";
import type { SmsSender } from "./registered.ts";

export type MessagesDeps = {
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  outbox: Outbox;
  seal: Encryption;
  carriers: Carriers;
  budgets: MessageSettings["budgets"];
  /** Where SMS go to carriers, whether this text is registered. */
  isSendable(kind: SmsTemplate): boolean;
  sender: SmsSender;
};
