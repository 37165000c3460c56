import type { notifications } from "@voltmarg/contract";
import { endpoint } from "@voltmarg/client";

// In a file of their own, since the first screen does not need them.
export const listNotifications = endpoint<typeof notifications.listNotifications>(
  "GET",
  "/api/user/v1/notifications",
);
export const markNotification = endpoint<typeof notifications.markNotification>(
  "PATCH",
  "/api/user/v1/notifications/:id",
);
export const markAllNotifications = endpoint<typeof notifications.markAllNotifications>(
  "POST",
  "/api/user/v1/notifications/read",
);
export const getNotificationPreferences = endpoint<typeof notifications.getNotificationPreferences>(
  "GET",
  "/api/user/v1/notifications/preferences",
);
export const updateNotificationPreferences = endpoint<
  typeof notifications.updateNotificationPreferences
>("PATCH", "/api/user/v1/notifications/preferences");
export const registerDevice = endpoint<typeof notifications.registerDevice>(
  "PATCH",
  "/api/user/v1/users/:id/:token",
);
export const registerPushyDevice = endpoint<typeof notifications.registerPushyDevice>(
  "POST",
  "/api/user/v1/users/:id/pushy_device_tokens",
);
