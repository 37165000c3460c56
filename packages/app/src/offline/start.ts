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

/** What makes the app one for the pocket, after the first screen. Call it once. */
export function startOfflineSupport(): void {
  startPush();
  startQueue();
  startReportingLanguage();
  askAgainWhenReached();
  shareSessionWithWorker();
  void registerWorker();
}

/** What could not be asked, or is old by now, is asked as soon as the service answers again. */
function askAgainWhenReached(): void {
  onConnectivityChange(() => {
    if (isOnline()) void queryClient.refetchQueries({ type: "active", stale: true });
  });
}

/** The service worker finds the words of a notification by what is written down here. */
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
