import { currentAccount, whenForgotten, whenSignedIn } from "../api/account/account.ts";
import { queryClient } from "../api/queries/query-client.ts";
import { isOnline, whenReachChanges } from "../api/http/connectivity.ts";
import { language, whenLanguageChanges } from "../language/current-language.ts";
import { readServer, readTokens, whenTokensChange } from "../native/storage.ts";
import { writeWorkerNote } from "../native/worker-session.ts";
import { startDelivery } from "./send-queue.ts";
import { startPush } from "./push.ts";
import { startTellingLanguage } from "./report-language.ts";
import { registerWorker } from "./service-worker.ts";

/** What makes the app one for the pocket, after the first screen. Call it once. */
export function startPocket(): void {
  startPush();
  startDelivery();
  startTellingLanguage();
  askAgainWhenReached();
  keepWorkerNote();
  void registerWorker();
}

/** What could not be asked, or is old by now, is asked as soon as the service answers again. */
function askAgainWhenReached(): void {
  whenReachChanges(() => {
    if (isOnline()) void queryClient.refetchQueries({ type: "active", stale: true });
  });
}

/** The service worker finds the words of a notification by what is written down here. */
function keepWorkerNote(): void {
  if (!("serviceWorker" in navigator)) return;
  const write = () => {
    const tokens = readTokens();
    const isIn = tokens !== null && currentAccount().state === "signed-in";
    const note = isIn
      ? { server: readServer(), token: tokens.access_token, language: language() }
      : null;
    return writeWorkerNote(note).catch(() => undefined);
  };
  // Signed out before this was loaded.
  if (readTokens() === null) void write();
  whenSignedIn(() => void write());
  whenTokensChange(() => void write());
  whenLanguageChanges(() => void write());
  whenForgotten(() => writeWorkerNote(null));
}
