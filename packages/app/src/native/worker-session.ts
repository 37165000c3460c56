/**
 * The signed-in driver's data for the service worker, which cannot read local storage: the access token, never
 * the refresh token. Both sides read it here; it is removed at logout.
 */
export type WorkerSession = { server: string; token: string; language: string };

const STORE = "vm.me.worker";
const NAME = "/note";

export async function readWorkerSession(): Promise<WorkerSession | null> {
  const found = await (await caches.open(STORE)).match(NAME);
  return found ? ((await found.json()) as WorkerSession) : null;
}

/** Without the Cache API nothing is stored: notifications then have a general text. */
export async function writeWorkerSession(note: WorkerSession | null): Promise<void> {
  if (!("caches" in globalThis)) return;
  if (note === null) await caches.delete(STORE);
  else await (await caches.open(STORE)).put(NAME, Response.json(note));
}
