import { hashKey, notifyManager, type Query, type QueryClient } from "@tanstack/react-query";
import { deviceNow } from "../../clock.ts";
import { PERSISTED } from "./persisted-meta.ts";
import type { QueryStore, PersistedQuery } from "../../native/query-store.ts";

/** Limits in characters in total and for one answer, and in answers. The newest stay. */
const MOST = { all: 4_000_000, one: 1_500_000, answers: 40 };
const WRITE_AFTER_MS = 300;
const DAY_MS = 86_400_000;

/**
 * Persists the query cache. Restores this driver's answers with their age, and writes new ones. Answers of other drivers
 * are deleted first. When the store fails, the app works without it.
 */
export function persistQueries(
  client: QueryClient,
  store: QueryStore,
  user: string,
): { restored: Promise<void>; stop: () => void } {
  const cache = client.getQueryCache();
  const sizes = new Map<string, { at: number; size: number }>();
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const restore = async () => {
    const all = await store.all();
    const foreign = all.filter((answer) => answer.user !== user || isOld(answer));
    if (foreign.length > 0) await store.remove(foreign.map(({ hash }) => hash));
    // Screens are notified once.
    notifyManager.batch(() => {
      for (const answer of all) {
        if (stopped || foreign.includes(answer)) continue;
        sizes.set(answer.hash, { at: answer.at, size: answer.json.length });
        putBack(client, answer);
      }
    });
  };

  const write = async () => {
    timer = undefined;
    const hashes = [...waiting];
    waiting.clear();
    const answers = hashes.flatMap((hash) => keptOf(cache.get(hash), user));
    for (const { hash, at, json } of answers) sizes.set(hash, { at, size: json.length });
    if (answers.length > 0) await store.put(answers);
    const surplus = beyond(sizes);
    for (const hash of surplus) sizes.delete(hash);
    if (surplus.length > 0) await store.remove(surplus);
  };
  const writeNow = () => {
    clearTimeout(timer);
    if (waiting.size > 0 && !stopped) void write().catch(forgetful);
  };
  const unsubscribe = cache.subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    if (!isKept(event.query)) return;
    waiting.add(event.query.queryHash);
    timer ??= setTimeout(writeNow, WRITE_AFTER_MS);
  });
  globalThis.addEventListener?.("pagehide", writeNow);
  return {
    restored: restore().catch(forgetful),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
      globalThis.removeEventListener?.("pagehide", writeNow);
    },
  };
}

// The store fails in a private window or on a full disk.
const forgetful = () => undefined;

const KEEP_DAYS = 14;
const isOld = ({ at }: PersistedQuery) => deviceNow() - at > KEEP_DAYS * DAY_MS;

function isKept({ meta, state }: Query): boolean {
  const kept = meta?.["kept"];
  return typeof kept === "function" ? kept(state.data) === true : kept === true;
}

/** Restores into the cache, unless something newer is there. It is kept as long as the page is open. */
function putBack(client: QueryClient, { key, json, at }: PersistedQuery): void {
  const cache = client.getQueryCache();
  const known = cache.get(hashKey(key));
  if (known && known.state.dataUpdatedAt >= at) return;
  const query =
    known ??
    cache.build(
      client,
      client.defaultQueryOptions({ queryKey: key, gcTime: DAY_MS, meta: PERSISTED }),
    );
  query.setData(JSON.parse(json), { updatedAt: at, manual: true });
  // Always stale: changes since the page was left are missing.
  query.invalidate();
}

function keptOf(query: Query | undefined, user: string): PersistedQuery[] {
  if (query?.state.data === undefined) return [];
  const json = JSON.stringify(query.state.data);
  if (json.length > MOST.one) return [];
  return [
    {
      hash: query.queryHash,
      user,
      key: query.queryKey,
      json,
      at: query.state.dataUpdatedAt,
    },
  ];
}

/** The oldest answers beyond the limits. */
function beyond(sizes: ReadonlyMap<string, { at: number; size: number }>): string[] {
  let room = MOST.all;
  return [...sizes]
    .toSorted(([, a], [, b]) => b.at - a.at)
    .filter(([, { size }], nth) => {
      room -= size;
      return room < 0 || nth >= MOST.answers;
    })
    .map(([hash]) => hash);
}
