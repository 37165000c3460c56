import { give } from "../../test/browser-parts.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { QueryObserver } from "@tanstack/react-query";
import { installStorage } from "../../test/memory-storage.ts";
import { testKey } from "../../test/query-key.ts";
import { json, startService } from "../../test/service.ts";
import { keepTokensOf } from "../../test/tokens.ts";
import { setUser, signOut } from "../api/account/account.ts";
import { isOnline, reportAnswer } from "../api/http/connectivity.ts";
import { request } from "../api/http/request.ts";
import { queryClient } from "../api/queries/query-client.ts";
import { speak } from "../language/language.ts";
import { readTokens, writeServer } from "../native/storage.ts";
import { type WorkerSession } from "../native/worker-session.ts";
import { startOfflineSupport } from "./start.ts";

/** The browser's cache, which the service worker reads too. */
let note: WorkerSession | null = null;
const writes: (WorkerSession | null)[] = [];
const written = (value: WorkerSession | null) => {
  note = value;
  writes.push(value);
};
give("caches", {
  open: async () => ({ put: async (_: string, value: Response) => written(await value.json()) }),
  delete: async () => written(null),
});
give("navigator", { onLine: true, language: "en-GB", serviceWorker: {} });
give("addEventListener", () => undefined);
give(
  "document",
  Object.assign(new EventTarget(), {
    hidden: true,
    documentElement: { lang: "en-IN", dir: "ltr" },
  }),
);

let service: Awaited<ReturnType<typeof startService>>;
const answer = () => startService((_, response) => json(response, { data: {} }));
beforeEach(async () => {
  installStorage();
  service = await answer();
  writeServer(service.address);
});
afterEach(async () => {
  reportAnswer();
  await speak("en");
  await signOut();
  await service.close();
});

const signIn = () => {
  keepTokensOf("u1");
  setUser({ id: "u1", name: "Aditi" } as Parameters<typeof setUser>[0]);
};

test("[N-1] [N-5] the service worker knows who is signed in, and failed queries are asked again", async () => {
  startOfflineSupport();
  // Signed out before this was loaded.
  await expect.poll(() => writes).toEqual([null]);

  signIn();
  const session = { server: service.address, token: readTokens()!.access_token, language: "en" };
  await expect.poll(() => note).toEqual(session);
  await speak("hi");
  await expect.poll(() => note).toEqual({ ...session, language: "hi" });
  keepTokensOf("u1:again");
  const { access_token: token } = readTokens()!;
  await expect.poll(() => note).toEqual({ ...session, token, language: "hi" });

  let asked = 0;
  const observer = (name: string, staleTime: number) =>
    new QueryObserver(queryClient, {
      queryKey: testKey(name),
      queryFn: () => Promise.resolve((asked += 1)),
      staleTime,
    }).subscribe(() => undefined);
  const stops = [observer("stale", 0), observer("fresh", Infinity)];
  await expect.poll(() => asked).toBe(2);
  await service.close();
  await request("/api/a", "GET").catch(() => undefined);
  await expect.poll(isOnline).toBe(false);
  expect(asked).toBe(2);
  service = await answer();
  writeServer(service.address);
  await request("/api/a", "GET");
  await expect.poll(() => asked).toBe(3);
  for (const stop of stops) stop();

  await signOut();
  expect(note).toBeNull();
  // New tokens of nobody's: the note stays empty.
  keepTokensOf("u1");
  await expect.poll(() => writes.slice(-2)).toEqual([null, null]);
});
