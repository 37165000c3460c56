import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { testKey } from "../../../test/query-key.ts";
import type { QueryStore, PersistedQuery } from "../../native/query-store.ts";
import { persistQueries } from "./persist-queries.ts";
import { PERSISTED } from "./persisted-meta.ts";

/** The port's other side in memory; it says when something was written. */
function memoryStore() {
  const held = new Map<string, PersistedQuery>();
  const listeners: (() => void)[] = [];
  const store: QueryStore = {
    all: async () => [...held.values()],
    put: async (answers) => {
      for (const answer of answers) held.set(answer.hash, answer);
      for (const listener of listeners.splice(0)) listener();
    },
    remove: async (hashes) => hashes.forEach((hash) => held.delete(hash)),
    wipe: async () => held.clear(),
  };
  const written = () => new Promise<void>((resolve) => listeners.push(resolve));
  return { store, held, written };
}

const ask = (client: QueryClient, key: QueryKey, answer: unknown, kept = true) =>
  client.fetchQuery({
    queryKey: key,
    queryFn: () => answer,
    ...(kept ? { meta: PERSISTED } : {}),
  });

/** Has the answers written, as the end of a visit does. */
async function visit(
  { store, written }: ReturnType<typeof memoryStore>,
  user: string,
  work: (client: QueryClient) => Promise<void>,
) {
  const client = new QueryClient();
  const keeper = persistQueries(client, store, user);
  await keeper.restored;
  const done = written();
  await work(client);
  await done;
  keeper.stop();
}

async function comeBack({ store }: ReturnType<typeof memoryStore>, user: string) {
  const client = new QueryClient();
  const keeper = persistQueries(client, store, user);
  await keeper.restored;
  keeper.stop();
  return client;
}

test("what was marked is there again with its age, what was not is not", async () => {
  const memory = memoryStore();
  const before = Date.now();
  await visit(memory, "aditi", async (client) => {
    await ask(client, testKey("wallet"), 500, false);
    await ask(client, testKey("stations"), ["Lake Garden"]);
  });
  const client = await comeBack(memory, "aditi");
  expect(client.getQueryData(testKey("stations"))).toEqual(["Lake Garden"]);
  expect(client.getQueryState(testKey("stations"))!.dataUpdatedAt).toBeGreaterThanOrEqual(before);
  expect(client.getQueryState(testKey("stations"))!.dataUpdatedAt).toBeLessThanOrEqual(Date.now());
  expect(client.getQueryData(testKey("wallet"))).toBeUndefined();
});

test("what is there again is asked anew, however young it is", async () => {
  const memory = memoryStore();
  await visit(
    memory,
    "aditi",
    async (client) => void (await ask(client, testKey("session"), "ACTIVE")),
  );
  const client = await comeBack(memory, "aditi");
  const queryFn = () => "COMPLETED";
  const asked = await client.fetchQuery({
    queryKey: testKey("session"),
    queryFn,
    staleTime: 60_000,
  });
  expect(asked).toBe("COMPLETED");
});

test("[A-4] another driver on the same phone finds nothing, and it is gone", async () => {
  const memory = memoryStore();
  await visit(memory, "aditi", async (client) => void (await ask(client, testKey("stations"), 1)));
  const client = await comeBack(memory, "bela");
  expect(client.getQueryData(testKey("stations"))).toBeUndefined();
  expect(memory.held.size).toBe(0);
});

test("an answer of this visit is not overwritten by an older one", async () => {
  const memory = memoryStore();
  await visit(
    memory,
    "aditi",
    async (client) => void (await ask(client, testKey("stations"), "old")),
  );
  const client = new QueryClient();
  client.setQueryData(testKey("stations"), "new");
  const keeper = persistQueries(client, memory.store, "aditi");
  await keeper.restored;
  keeper.stop();
  expect(client.getQueryData(testKey("stations"))).toBe("new");
});

test("what is kept is bounded: the oldest and what is too large go", async () => {
  const memory = memoryStore();
  await visit(memory, "aditi", async (client) => {
    await ask(client, testKey("huge"), "x".repeat(2_000_000));
    for (let nth = 0; nth < 60; nth += 1)
      await ask(client, testKey(`list ${nth}`), "x".repeat(200_000));
  });
  const kept = [...memory.held.values()];
  const size = kept.reduce((sum, { json }) => sum + json.length, 0);
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.length).toBeLessThanOrEqual(40);
  expect(size).toBeLessThanOrEqual(4_000_000);
  expect(memory.held.has('["huge"]')).toBe(false);
});

test("the largest answer that is kept has a million and a half characters", async () => {
  const memory = memoryStore();
  // Its JSON has two quotation marks more.
  await visit(memory, "aditi", async (client) => {
    await ask(client, testKey("largest"), "x".repeat(1_499_998));
    await ask(client, testKey("too large"), "x".repeat(1_499_999));
  });
  expect([...memory.held.keys()]).toEqual(['["largest"]']);
});

test("a store that refuses keeps nothing, and nothing fails", async () => {
  const no = () => Promise.reject(new Error("private window"));
  const client = new QueryClient();
  const keeper = persistQueries(client, { all: no, put: no, remove: no, wipe: no }, "aditi");
  await keeper.restored;
  expect(await ask(client, testKey("stations"), 1)).toBe(1);
  keeper.stop();
});
