import { notifications, type Notification } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { languagesOf, spokenBy } from "../../platform/http/language.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import type { Notices } from "./notices.ts";
import type { Devices } from "./push/devices.ts";

/** What stands on some of a driver's bills, by their ids. */
export type BillsOf = (
  userId: string,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, Notification["bill"]>>;

/** Routes of a driver's notifications and their settings. */
export function centreRoutes(
  { mount }: Mount,
  notices: Notices,
  devices: Devices,
  billsOf: BillsOf,
): void {
  const withBills = async (userId: string, told: readonly Notification[]) => {
    const ids = told.flatMap(({ subject: { type, id } }) => (type === "BILL" && id ? [id] : []));
    const bills = ids.length > 0 ? await billsOf(userId, ids) : null;
    return told.map((one) => ({ ...one, bill: bills?.get(one.subject.id ?? "") ?? null }));
  };
  mount(notifications.listNotifications, async ({ query, caller, request }) => {
    const language = spokenBy(request);
    const told = await notices.list(caller.userId, language, {
      unread: query.state === "UNREAD",
      pageNo: query.page_no,
      pageSize: query.page_size,
    });
    const content = await withBills(caller.userId, told.content);
    return done({ ...told, content }, { languages: languagesOf(told.content, language) });
  });
  mount(notifications.markNotification, async ({ params, body, caller, request }) => {
    const by = { userId: caller.userId, language: spokenBy(request) };
    const marked = await notices.mark(by, params.id, body.read);
    if (!marked) return refuse("NOT_FOUND");
    const [data] = await withBills(caller.userId, [marked]);
    return done({ data: data! }, { languages: [marked.language] });
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
  mount(notifications.registerDevice, async ({ params, caller }) => {
    await devices.register(caller, params.token, "NATIVE");
    return done({ data: { registered: true } });
  });
  mount(notifications.registerPushyDevice, async ({ body, caller }) =>
    (await devices.register(caller, body.device_token, "OTHER"))
      ? done({ data: { registered: true } })
      : refuse("INVALID_INPUT", { message: "This browser cannot be told anything from here." }),
  );
}
