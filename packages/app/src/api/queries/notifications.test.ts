import type { Notification } from "@voltmarg/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { json, startService } from "../../../test/service.ts";
import { keepTokensOf } from "../../../test/tokens.ts";
import { writeServer } from "../../native/storage.ts";
import { keys } from "./keys.ts";
import { readAllNotices, readNotice } from "./notifications.ts";
import { queryClient } from "./query-client.ts";

let service: Awaited<ReturnType<typeof startService>>;
let status: number;
const READ = "2026-11-19T05:00:00.000Z";
const notice = (id: string, read_at: string | null = null) => ({ id, read_at }) as Notification;
const listKey = keys.notificationsIn("en");

beforeEach(async () => {
  installStorage();
  status = 200;
  service = await startService((_, response) => json(response, { code: "INTERNAL" }, status));
  writeServer(service.address);
  keepTokensOf("u1");
  queryClient.setQueryData(listKey, {
    pageParams: [0, 1],
    pages: [
      { unread: 2, content: [notice("a"), notice("b", READ)] },
      { unread: 2, content: [notice("c")] },
    ],
  });
  queryClient.setQueryData(keys.unread, 2);
});
afterEach(async () => {
  queryClient.clear();
  await service.close();
});

type Pages = { pages: { unread: number; content: Notification[] }[] };
const pages = () => queryClient.getQueryData<Pages>(listKey)!.pages;
const unreadIds = () =>
  pages().flatMap(({ content }) => content.flatMap((one) => (one.read_at ? [] : [one.id])));
const isOld = (key: typeof listKey) => queryClient.getQueryState(key)?.isInvalidated;

test("a notification that is opened is read at once, on each page the count goes down by one", async () => {
  const reading = readNotice(notice("a"));
  expect(unreadIds()).toEqual(["c"]);
  expect(pages().map(({ unread }) => unread)).toEqual([1, 1]);
  await reading;
  expect(service.seen.map(({ body }) => body)).toEqual(['{"read":true}']);
  expect(isOld(keys.unread)).toBe(true);
  expect(isOld(listKey)).toBe(false);
});

test("one that was read before is not reported again", async () => {
  await readNotice(notice("b", READ));
  expect(service.seen).toEqual([]);
  expect(pages()[0]?.unread).toBe(2);
});

test("when it cannot be reported the list is loaded anew", async () => {
  status = 400;
  await readNotice(notice("a"));
  expect(isOld(listKey)).toBe(true);
  expect(isOld(keys.unread)).toBe(true);
});

test("the count never falls below none", async () => {
  for (const id of ["a", "c", "x"]) await readNotice(notice(id));
  expect(pages()[0]?.unread).toBe(0);
});

test("all are read together, and what was read before keeps its time", async () => {
  await readAllNotices();
  expect(unreadIds()).toEqual([]);
  expect(pages().map(({ unread }) => unread)).toEqual([0, 0]);
  expect(pages()[0]?.content[1]?.read_at).toBe(READ);
  expect(queryClient.getQueryData(keys.unread)).toBe(0);
});

test("nothing is read when the service refuses", async () => {
  status = 400;
  await expect(readAllNotices()).rejects.toThrow();
  expect(unreadIds()).toEqual(["a", "c"]);
  expect(queryClient.getQueryData(keys.unread)).toBe(2);
});
