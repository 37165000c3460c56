import * as content from "../../content.ts";
import * as development from "../../development.ts";
import * as files from "../../files.ts";
import * as legal from "../../legal.ts";
import * as notifications from "../../notifications.ts";
import * as support from "../../support.ts";
import { describeRoutes, type Operation } from "../route-texts.ts";

export const driverOperations: Operation[] = [
  ...describeRoutes(
    notifications,
    { driver: "Notifications", backOffice: "Back office: content" },
    {
      listNotifications: {
        summary: "List notifications, newest first",
        description:
          "In the language of `Accept-Language`. `unread` counts all that are not read, whatever the page.",
      },
      markNotification: "Mark a notification as read or unread",
      markAllNotifications: "Mark all notifications as read",
      getNotificationPreferences: "Get which notifications are wanted",
      updateNotificationPreferences: {
        summary: "Change which notifications are wanted",
        description: "What is not named stays.",
      },
      registerDevice: {
        summary: "Register an FCM or APNs token",
        description: "The same token twice is one.",
      },
      registerPushyDevice: {
        summary: "Register a push token of another transport",
        description:
          "Of Web Push the subscription, as the JSON of `PushSubscription.toJSON()`. What is pushed is the `id` of a notification, with `redirectTo` where it opens a charging session, its bill or a trip, and the `trip_id`.",
      },
      countMessages: "Count the messages sent on a day",
    },
  ),
  ...describeRoutes(
    files,
    { driver: "Files" },
    {
      uploadFile: {
        summary: "Upload an image",
        description:
          "JPEG, PNG, GIF or WebP by its content, of at most 12 MB and 50 million pixels. `category_resource_id` is the driver's own id. A new profile image replaces the one before.",
        file: "file",
      },
      listFiles: "List the driver's images of a category, newest first",
      downloadFile: {
        summary: "Download an image",
        description: "Always as JPEG. The id alone decides; `url` is accepted and ignored.",
      },
      deleteFile: {
        summary: "Delete an image",
        description: "A photo that is in a ticket stays.",
      },
    },
  ),
  ...describeRoutes(
    support,
    { driver: "Support", backOffice: "Back office: support" },
    {
      findSupportInformation: {
        summary: "Get the provider's contact details",
        description: "There is always at least one item.",
      },
      escalateTicket: {
        summary: "Hand a ticket to the grievance officer",
        description:
          "Once support has answered, or its time for the answer is over; an answered ticket is open again. Later calls change nothing.",
      },
      createTicket: {
        summary: "Open a ticket",
        description:
          "Photos are uploaded first, with the category TICKET. The same Idempotency-Key is the same ticket.",
      },
      listTickets: "List tickets, the one with the newest message first",
      getTicket: "Get a ticket",
      replyToTicket: {
        summary: "Write in a ticket",
        description: "A closed ticket is open again. The same Idempotency-Key is the same message.",
      },
      closeTicket: "Close a ticket",
      getTicketPhoto: "Download a photo of a ticket",
      addTicketPhoto: {
        summary: "Upload a photo for an answer",
        description:
          "At most 12 MB: JPEG, PNG, GIF or WebP by its content. The answer names it in `file_ids`.",
      },
      answerTicket: {
        summary: "Answer a ticket",
        description:
          "The driver is notified. CONFLICT: there is a newer message than `seen`; `by`, `at` and `text` say whose and what.",
      },
      closeBackofficeTicket: {
        summary: "Close a ticket",
        description: "CONFLICT: there is a newer message than `seen`.",
      },
      updateSupportInformation: {
        summary: "Change the contact details",
        description: "Of the first item; what is not named stays.",
      },
    },
  ),
  ...describeRoutes(
    legal,
    { driver: "Content" },
    {
      getLegal: {
        summary: "Get who sells and who answers for complaints",
        description:
          "Seller, customer care, grievance officer, and the versions of terms and privacy policy. The rules for refunds and cancellation are the text `refunds` of the terms.",
      },
    },
  ),
  ...describeRoutes(
    content,
    { driver: "Content", backOffice: "Back office: content" },
    {
      listCustomMessages: {
        summary: "List texts",
        description:
          "Questions, terms, privacy policy, popups, in the order they are shown; of questions those of a `category`, and those in which every word of `search` stands.",
        example: { query: { messageTypes: "FAQ", search: "wallet" } },
      },
      getAppVersion: {
        summary: "Whether a newer app is there, or needed",
        description: "Null: the app named no version.",
      },
      listMessageVersions: {
        summary: "List the texts in every language",
        description: "The newest version of each; with `key`, all versions of one.",
      },
      putMessage: {
        summary: "Write the next version of a text",
        description: "Earlier versions are kept.",
      },
      removeMessage: "Withdraw a text",
      listAppVersions: "List the versions of the apps",
      putAppVersion: {
        summary: "Set the latest and the least version of an app",
        description: "Refused when the least is newer than the latest.",
      },
      removeAppVersion: "Remove an app's versions",
    },
  ),
  ...describeRoutes(
    development,
    { driver: "Development" },
    {
      devOutbox: {
        summary: "List messages that were sent, newest first",
        description: "From the same machine only; shows one-time codes.",
      },
    },
  ),
];
