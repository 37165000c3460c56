import { notifications } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import type { Notices } from "./notices.ts";

/** The driver's list of notifications, and how they want to be told. */
export function centreRoutes({ mount }: Mount, notices: Notices): void {
  mount(notifications.listNotifications, async ({ query, caller }) =>
    done(
      await notices.list(caller.userId, {
        unread: query.state === "UNREAD",
        pageNo: query.page_no,
        pageSize: query.page_size,
      }),
    ),
  );
  mount(notifications.markNotification, async ({ params, body, caller }) => {
    const marked = await notices.mark(caller.userId, params.id, body.read);
    return marked ? done({ data: marked }) : refuse("NOT_FOUND");
  });
  mount(notifications.markAllNotifications, async ({ caller }) =>
    done({ data: { marked: await notices.markAll(caller.userId) } }),
  );
  mount(notifications.getNotificationPreferences, async ({ caller }) =>
    done({ data: await notices.preferences(caller.userId) }),
  );
  mount(notifications.updateNotificationPreferences, async ({ body, caller }) =>
    done({ data: await notices.change(caller.userId, body) }),
  );
  mount(notifications.registerDevice, async ({ params }) => {
    await notices.register(params.id, params.token, "NATIVE");
    return done({ data: { registered: true } });
  });
  mount(notifications.registerPushyDevice, async ({ params, body }) => {
    await notices.register(params.id, body.device_token, "OTHER");
    return done({ data: { registered: true } });
  });
}
