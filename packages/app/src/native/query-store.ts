import type { QueryKey } from "@tanstack/react-query";
/** A stored response of the service. */
export type PersistedQuery = {
  /** The hash of its query key. */
  hash: string;
  /** The driver it belongs to. */
  user: string;
  key: QueryKey;
  json: string;
  /** When it was received, ms. */
  at: number;
};

/**
 * Stores responses of the service. Nothing else in the app depends on how.
 */
export type QueryStore = {
  all: () => Promise<PersistedQuery[]>;
  put: (answers: readonly PersistedQuery[]) => Promise<void>;
  remove: (hashes: readonly string[]) => Promise<void>;
  wipe: () => Promise<void>;
};

const DATABASE = "vm.me.answers";
const STORE = "answers";

/** IndexedDB. Without it, or when it refuses, nothing is stored. */
export function openQueryStore(): QueryStore {
  let opened: Promise<IDBDatabase> | null = null;
  const open = () => {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(DATABASE, 1);
      request.addEventListener("upgradeneeded", () =>
        request.result.createObjectStore(STORE, { keyPath: "hash" }),
      );
      request.addEventListener("success", () => {
        // Another tab deletes it.
        request.result.addEventListener("versionchange", () => {
          request.result.close();
          opened = null;
        });
        resolve(request.result);
      });
      request.addEventListener("error", () => reject(request.error));
    });
    opened.catch(() => (opened = null));
    return opened;
  };
  const within = async <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T> | void,
  ): Promise<T | undefined> => {
    const transaction = (await open()).transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve());
      transaction.addEventListener("abort", () => reject(transaction.error));
    });
    return request?.result;
  };
  return {
    all: async () => (await within("readonly", (store) => store.getAll())) ?? [],
    put: async (answers) => {
      await within("readwrite", (store) => {
        for (const answer of answers) store.put(answer);
      });
    },
    remove: async (hashes) => {
      await within("readwrite", (store) => {
        for (const hash of hashes) store.delete(hash);
      });
    },
    // Deletes the database itself, so that no trace of it stays.
    wipe: async () => {
      const mine = opened;
      opened = null;
      (await mine?.catch(() => null))?.close();
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(DATABASE);
        request.addEventListener("success", () => resolve());
        request.addEventListener("error", () => reject(request.error));
      });
    },
  };
}
