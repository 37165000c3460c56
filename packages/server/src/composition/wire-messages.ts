import { getUser, signInHolds } from "../features/accounts/index.ts";
import {
  createCarriers,
  createDevices,
  createFcm,
  createMessages,
  createNotices,
  createWebPush,
  handleMails,
  handlePushes,
  recordPush,
  type MessagesDeps,
} from "../features/notifications/index.ts";
import type { Outbound } from "../platform/http/outbound.ts";
import { createSeal } from "../platform/encryption.ts";
import type { Ground } from "./service-parts.ts";

/** What reaches drivers who do not look: SMS, mail and push, and the list they all come from. */
export function wireMessages(ground: Ground, outbound: Outbound) {
  const { config, database, clock, logger, metrics, outbox, key } = ground;
  const prod = config.profile === "PROD";
  const { publicUrl, messages: settings } = config;
  const messaging: MessagesDeps = {
    database,
    clock,
    logger,
    metrics,
    outbox,
    seal: createSeal(key, "messages"),
    carriers: createCarriers({ settings, database, clock, outbound, publicUrl, prod }),
    budgets: settings.budgets,
  };
  const messages = createMessages(messaging);
  const hosts = { named: settings.pushHosts, loopback: !prod };
  handleMails({
    database,
    clock,
    outbox,
    messages,
    publicUrl,
    mailOf: async (userId) => (await getUser(database.db, userId))?.email ?? null,
  });
  const { webPush, fcm } = settings;
  handlePushes({
    database,
    clock,
    logger,
    metrics,
    outbox,
    carriers: {
      webPush: webPush && createWebPush({ settings: webPush, hosts, outbound, clock }),
      fcm: fcm && createFcm({ settings: fcm, outbound, clock }),
    },
    signInHolds: ({ userId, sid }) => signInHolds(database.db, userId, sid, clock.now()),
    record: prod ? null : (notice) => recordPush(database.db, notice, clock.now()),
  });
  return {
    messaging,
    messages,
    notices: createNotices({ database, clock, outbox }),
    devices: createDevices({ database, clock, hosts }),
  };
}
