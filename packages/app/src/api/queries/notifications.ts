import type { Notification, RouteOutput } from "@voltmarg/contract";
import type { notifications } from "@voltmarg/contract";
import { type InfiniteData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { serviceNow } from "../../clock.ts";
import { language } from "../../language/current-language.ts";
import { call } from "../http/call.ts";
import {
  getNotificationPreferences,
  listNotifications,
  markAllNotifications,
  markNotification,
} from "../http/endpoints/notifications.ts";
import { PERSISTED } from "../offline/persisted-meta.ts";
import { keys } from "./keys.ts";
import { nextPage } from "./next-page.ts";
import { queryClient } from "./query-client.ts";

type Page = RouteOutput<typeof notifications.listNotifications>;
type Pages = InfiniteData<Page, number>;

/** The driver's notifications, newest first, in the language of the app. */
export const useNotices = () =>
  useInfiniteQuery({
    queryKey: keys.notificationsIn(language()),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(listNotifications, { query: { page_no: pageParam, page_size: 20 } }, signal),
    getNextPageParam: nextPage,
    // The persisted list is shown meanwhile; it may lack new ones.
    refetchOnMount: "always",
    refetchInterval: 30_000,
    meta: PERSISTED,
  });

/** How many are not read; asked while `wanted`. */
export const useUnread = (wanted: boolean): number =>
  useQuery({
    queryKey: keys.unread,
    queryFn: async ({ signal }) =>
      (await call(listNotifications, { query: { state: "UNREAD", page_size: 1 } }, signal)).unread,
    enabled: wanted,
    staleTime: 10_000,
  }).data ?? 0;

/** Marks one as read, on the screen at once. When the call fails, the list is loaded anew. */
export async function readNotice({ id, read_at }: Notification): Promise<void> {
  if (read_at !== null) return;
  const at = new Date(serviceNow()).toISOString();
  change((notice) => (notice.id === id ? { ...notice, read_at: at } : notice), 1);
  try {
    await call(markNotification, { params: { id }, body: { read: true } });
  } catch {
    void queryClient.invalidateQueries({ queryKey: keys.notifications });
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.unread });
  }
}

/** Marks everything as read. Throws a Refusal. */
export async function readAllNotices(): Promise<void> {
  await call(markAllNotifications, {});
  const at = new Date(serviceNow()).toISOString();
  change((notice) => ({ ...notice, read_at: notice.read_at ?? at }), Infinity);
  queryClient.setQueryData(keys.unread, 0);
}

function change(by: (notice: Notification) => Notification, read: number): void {
  queryClient.setQueriesData<Pages>(
    { queryKey: keys.notifications },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          unread: Math.max(0, page.unread - read),
          content: page.content.map(by),
        })),
      },
  );
}

/** How the driver wants to be notified. */
export const useNotificationPreferences = () =>
  useQuery({
    queryKey: keys.notificationPreferences,
    queryFn: async ({ signal }) => (await call(getNotificationPreferences, {}, signal)).data,
  });
