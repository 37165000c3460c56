import type { Outbound } from "../../platform/http/outbound.ts";
import type { MessageSettings } from "../../platform/config/messaging.ts";
import type { Feature } from "../../platform/feature.ts";
import { type BillsOf, centreRoutes } from "./centre.routes.ts";
import { mailHandler } from "./mail-notice.ts";
import { messagesBackofficeRoutes } from "./messages-backoffice.routes.ts";
import { createCarriers } from "./messages/carriers.ts";
import type { MessagesDeps } from "./messages/messages-deps.ts";
import { createMessages, messageHandlers, type Messages } from "./messages/messages.ts";
import { createNotices, type Notices } from "./notices.ts";
import { recordPush } from "./notifications.store.ts";
import { createDevices } from "./push/devices.ts";
import { createFcm } from "./push/fcm.ts";
import { pushHandlers, type PushDeps } from "./push/push-notice.ts";
import { createWebPush } from "./push/web-push.ts";
import { isRegistered } from "./messages/registered.ts";
import { reportRoutes } from "./reports.routes.ts";

const MOST_REPORT_BYTES = 256 * 1024;

type AllDeps = Omit<MessagesDeps, "carriers" | "budgets" | "isSendable" | "sender"> &
  Pick<PushDeps, "signInHolds"> & {
    settings: MessageSettings;
    outbound: Outbound;
    publicUrl: string;
    /** The provider's, for SMS and on locked screens. */
    name: string;
    /** False: messages without a carrier, and pushes, are stored in a table, for demonstrations and tests. */
    prod: boolean;
    /** The driver's e-mail address; null: none. */
    mailOf(userId: string): Promise<string | null>;
    billsOf: BillsOf;
  };

type NotificationsApi = { messages: Messages; notices: Notices };

/** Notifications for drivers, and the SMS, mails and pushes that deliver them. */
export function createNotifications(deps: AllDeps): Feature<NotificationsApi> {
  const { database, clock, outbox, outbound, settings, publicUrl, name, prod } = deps;
  const { budgets, webPush, fcm } = settings;
  const sender = { name, domain: new URL(publicUrl).hostname };
  const messaging: MessagesDeps = {
    ...deps,
    carriers: createCarriers({ settings, database, clock, outbound, publicUrl, sender, prod }),
    budgets,
    isSendable: (kind) => isRegistered(settings.sms?.dlt ?? null, kind),
    sender,
  };
  const messages = createMessages(messaging);
  const notices = createNotices({ database, clock, outbox });
  const hosts = { named: settings.pushHosts, loopback: !prod };
  const devices = createDevices({ database, clock, hosts });
  return {
    routes: async (mounts) => {
      centreRoutes(mounts, notices, devices, deps.billsOf);
      messagesBackofficeRoutes(mounts, { database, clock, budgets });
      const carriers = settings.sms?.carriers ?? [];
      await mounts.raw(reportRoutes(messaging, { carriers, publicUrl }), MOST_REPORT_BYTES);
    },
    handlers: {
      ...messageHandlers(messaging),
      "notice.mail": mailHandler({ ...deps, messages }),
      ...pushHandlers({
        ...deps,
        carriers: {
          webPush: webPush && createWebPush({ settings: webPush, hosts, outbound, clock }),
          fcm: fcm && createFcm({ settings: fcm, name, outbound, clock }),
        },
        record: prod ? null : (notice) => recordPush(database.db, notice, clock.now()),
      }),
    },
    api: { messages, notices },
  };
}
