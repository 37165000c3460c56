import * as z from "zod/mini";
import { Language } from "./content.ts";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, list, Minor, queryInt } from "./shapes.ts";

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
  // Of a begun trip: no plug that fits works at a planned stop, or all are taken shortly before the arrival.
  "TRIP_STOP_LOST",
  "TRIP_STOP_TAKEN",
  "WALLET_LOW",
  // A bank disputes a payment into the wallet, or what came of it.
  "PAYMENT_DISPUTED",
  "TICKET_ANSWERED",
  // Nobody uses the account; it is closed on a day that is said.
  "ACCOUNT_UNUSED",
  // Of the driver's data, with what to do; also by SMS and mail, whatever is switched off.
  "BREACH",
]);
/** Every notification stands in the list; these carry it further. */
export const NotificationChannel = z.enum(["PUSH", "MAIL"]);

/** What a notification is about, to open it. WALLET has no id; where another has none, there is nothing to open. */
export const NotificationSubject = z.object({
  type: z.enum(["SESSION", "BILL", "TICKET", "LOCATION", "WALLET", "TRIP"]),
  id: z.nullable(Id),
});
export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  title: z.string(),
  /** Sentences for the driver, without amounts: they may stand on a locked screen. */
  text: z.string(),
  /** What title and text are in: the asked one, English for what was told before languages were kept. */
  language: Language,
  subject: NotificationSubject,
  /** What stands on a BILL, for the list; null: another subject. It is in no push and no mail. */
  bill: z.nullable(z.object({ amount_minor: Minor, kwh: z.number() })),
  created_at: Instant,
  /** Null: not read yet. */
  read_at: z.nullable(Instant),
});

const driver = { rule: "driver" } as const;

/** Newest first, in the language of `Accept-Language`; `unread` counts all that are not read, whatever the page. */
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
  /** What is sent to the driver is written in it; the app says it when it is chosen. */
  language: Language,
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
    language: z.optional(Language),
  }),
  response: data(NotificationPreferences),
  errors: [],
});

/**
 * What a push carries, by every transport: nothing of a driver. `id` is the notification's, and the tag under which it
 * is shown, so that the same one is shown once. Without `redirectTo` it opens the list of notifications. `trip_id` says
 * which trip "trip" opens; an earlier release sent none.
 */
export const PushPayload = z.object({
  id: Id,
  redirectTo: z.optional(z.enum(["charging_summary", "active_session", "trip"])),
  trip_id: z.optional(Id),
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
/**
 * A token of any other transport; of Web Push the subscription, as the JSON of `PushSubscription.toJSON()`. What is
 * pushed is `{"id"}` of a notification, with `redirectTo` where it opens a charge or its bill; see PushPayload.
 */
export const registerPushyDevice = route({
  method: "POST",
  path: "/api/user/v1/users/:id/pushy_device_tokens",
  access: { rule: "self", param: "id" },
  params: IdParams,
  body: z.object({ device_token: z.string().check(z.minLength(8), z.maxLength(4096)) }),
  response: Registered,
  errors: ["NOT_FOUND", "INVALID_INPUT"],
});

const Count = z.int().check(z.minimum(0));
/** One day's messages, counted. */
export const MessageCounts = z.object({
  /** `YYYY-MM-DD` on India's calendar. */
  day: z.string(),
  /** What may be sent in a day and how much of it was; `refused` were asked for beyond it, or beyond one address's. */
  budgets: z.array(
    z.object({
      channel: z.enum(["sms", "mail"]),
      per_day: Count,
      per_recipient: Count,
      used: Count,
      refused: Count,
    }),
  ),
  /** Messages handed to each carrier, by what has become of them there. */
  carriers: z.array(
    z.object({
      channel: z.enum(["sms", "mail"]),
      carrier: z.string(),
      state: z.enum(["BEGUN", "SENT", "DELIVERED", "FAILED", "REFUSED", "UNCLEAR"]),
      messages: Count,
    }),
  ),
});
/** How messages go out today, or on another day. */
export const countMessages = route({
  method: "GET",
  path: "/provider/v1/message-counts",
  access: { rule: "provider", effect: "READ" },
  query: z.object({ day: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))) }),
  response: data(MessageCounts),
  errors: ["INVALID_INPUT"],
});
