import { give, takeBack } from "../../test/browser-parts.ts";
import { afterEach, expect, test } from "vitest";
import { readWorkerSession, writeWorkerSession } from "./worker-session.ts";

afterEach(() => {
  takeBack();
});

test("[N-5] the service worker reads who is signed in, and nothing after the sign-out", async () => {
  const note = { server: "", token: "t", language: "hi" };
  await writeWorkerSession(note);
  const kept = new Map<string, Map<string, Response>>();
  give("caches", {
    open: async (name: string) => {
      const store = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, store);
      return {
        match: async (key: string) => store.get(key)?.clone(),
        put: async (key: string, value: Response) => void store.set(key, value),
      };
    },
    delete: async (name: string) => kept.delete(name),
  });
  expect(await readWorkerSession()).toBeNull();
  await writeWorkerSession(note);
  expect(await readWorkerSession()).toEqual(note);
  await writeWorkerSession(null);
  expect(kept.size).toBe(0);
});
