import { currentAccount, onSignedOut, onSignedIn } from "../api/account/account.ts";
import { queryClient } from "../api/queries/query-client.ts";
import { isOnline, onConnectivityChange } from "../api/http/connectivity.ts";
import { language, onLanguageChange } from "../language/current-language.ts";
import { readServer, readTokens, onTokensChange } from "../native/storage.ts";
import { writeWorkerSession } from "../native/worker-session.ts";
import { startQueue } from "./send-queue.ts";
import { startPush } from "./push.ts";
import { startReportingLanguage } from "./report-language.ts";
import { registerWorker } from "./service-worker.ts";

/** Starts push, queue and service worker, after the first screen. Call it once. */
export function startOfflineSupport(): void {
  startPush();
  startQueue();
  startReportingLanguage();
  askAgainWhenReached();
  shareSessionWithWorker();
  void registerWorker();
}

/** Loads failed and stale queries anew when the service can be reached again. */
function askAgainWhenReached(): void {
  onConnectivityChange(() => {
    if (isOnline()) void queryClient.refetchQueries({ type: "active", stale: true });
  });
}

/** Stores what the service worker needs to load the text of a notification. */
function shareSessionWithWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const write = () => {
    const tokens = readTokens();
    const isIn = tokens !== null && currentAccount().state === "signed-in";
    const note = isIn
      ? { server: readServer(), token: tokens.access_token, language: language() }
      : null;
    return writeWorkerSession(note).catch(() => undefined);
  };
  // Signed out before this was loaded.
  if (readTokens() === null) void write();
  onSignedIn(() => void write());
  onTokensChange(() => void write());
  onLanguageChange(() => void write());
  onSignedOut(() => writeWorkerSession(null));
}
