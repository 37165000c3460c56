import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, list, queryInt } from "./shapes.ts";

export const NotificationKind = z.enum([
  "CHARGE_STARTED",
  "LIMIT_NEAR",
  "PARKING_FEE",
  // Its operator is silent about it.
  "CHARGE_UNCLEAR",
  "CHARGE_STOPPED",
  "BILL_READY",
  "START_FAILED",
  "CHARGER_FREE",
  "WALLET_LOW",
  "TICKET_ANSWERED",
]);
/** Every notification stands in the list; these carry it further. */
export const NotificationChannel = z.enum(["PUSH", "MAIL"]);

/** What a notification is about, to open it. SESSION, BILL, TICKET and LOCATION have an id. */
export const NotificationSubject = z.object({
  type: z.enum(["SESSION", "BILL", "TICKET", "LOCATION", "WALLET"]),
  id: z.nullable(Id),
});
export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  title: z.string(),
  /** Sentences for the driver, without amounts: they may stand on a locked screen. */
  text: z.string(),
  subject: NotificationSubject,
  created_at: Instant,
  /** Null: not read yet. */
  read_at: z.nullable(Instant),
});

const driver = { rule: "driver" } as const;

/** Newest first; `unread` counts all that are not read, whatever the page. */
export const listNotifications = route({
  method: "GET",
  path: "/api/user/v1/notifications",
  access: driver,
  query: z.object({
    page_no: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 100), 20),
    /** UNREAD leaves out what was read. */
    state: z.optional(z.enum(["UNREAD"])),
  }),
  response: z.extend(list(Notification), { unread: z.int() }),
  errors: [],
});
export const markNotification = route({
  method: "PATCH",
  path: "/api/user/v1/notifications/:id",
  access: driver,
  params: IdParams,
  body: z.object({ read: z.boolean() }),
  response: data(Notification),
  errors: ["NOT_FOUND"],
});
/** Marks everything read; answers how many were not. */
export const markAllNotifications = route({
  method: "POST",
  path: "/api/user/v1/notifications/read",
  access: driver,
  response: data(z.object({ marked: z.int() })),
  errors: [],
});

/** `HH:MM` on India's clock. */
const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
export const NotificationPreferences = z.object({
  kinds: z.array(
    z.object({
      kind: NotificationKind,
      channels: z.object({ PUSH: z.boolean(), MAIL: z.boolean() }),
      /** Worth nothing later: it is sent in quiet hours as well. */
      urgent: z.boolean(),
    }),
  ),
  /** From when until when nothing is sent that can wait; past midnight as well. Null: none. */
  quiet_hours: z.nullable(z.object({ from: TimeOfDay, until: TimeOfDay })),
});
export const getNotificationPreferences = route({
  method: "GET",
  path: "/api/user/v1/notifications/preferences",
  access: driver,
  response: data(NotificationPreferences),
  errors: [],
});
/** Sets what is named; what is not stays. */
export const updateNotificationPreferences = route({
  method: "PATCH",
  path: "/api/user/v1/notifications/preferences",
  access: driver,
  body: z.object({
    kinds: z.optional(
      z
        .array(
          z.object({
            kind: NotificationKind,
            channels: z.object({ PUSH: z.optional(z.boolean()), MAIL: z.optional(z.boolean()) }),
          }),
        )
        .check(z.maxLength(20)),
    ),
    quiet_hours: z.optional(NotificationPreferences.shape.quiet_hours),
  }),
  response: data(NotificationPreferences),
  errors: [],
});

const Registered = data(z.object({ registered: z.literal(true) }));
/** An FCM or APNs token of the driver's device. Twice the same is one. */
export const registerDevice = route({
  method: "PATCH",
  path: "/api/user/v1/users/:id/:token",
  access: { rule: "self", param: "id" },
  params: z.object({ id: Id, token: z.string().check(z.minLength(8), z.maxLength(4096)) }),
  response: Registered,
  errors: ["NOT_FOUND"],
});
/** A token of any other transport; of Web Push the subscription, as JSON. */
export const registerPushyDevice = route({
  method: "POST",
  path: "/api/user/v1/users/:id/pushy_device_tokens",
  access: { rule: "self", param: "id" },
  params: IdParams,
  body: z.object({ device_token: z.string().check(z.minLength(8), z.maxLength(4096)) }),
  response: Registered,
  errors: ["NOT_FOUND"],
});
