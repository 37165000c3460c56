import type { SessionFailure } from "@voltmarg/contract";
import { changeSession, take, type ChargingDeps } from "./change-session.ts";
import { failSession } from "./fail-session.ts";

/** What became of a command, as roaming tells it. */
export type CommandNews = {
  kind: "START_SESSION" | "STOP_SESSION";
  userId: string;
  sessionId: string;
} & (
  | { outcome: "ACCEPTED"; timeoutSeconds: number }
  /** The charge point did what it was asked. */
  | { outcome: "DONE" }
  | { outcome: "REFUSED"; result: string; text: string }
  /** No answer, or one that says nothing: it may have happened or not. */
  | { outcome: "UNKNOWN" }
);

const LOOK_AGAIN_SECONDS = 5;

/** A refusal in OCPI's words and the operator's text, as the driver's reason. */
function failureCode(result: string, text: string): SessionFailure["code"] {
  if (/plug|cable|vehicle|car\b|connect/i.test(text)) return "NOT_PLUGGED";
  if (result === "EVSE_OCCUPIED") return "OCCUPIED";
  if (result === "EVSE_INOPERATIVE") return "OUT_OF_ORDER";
  return result === "FAILED" ? "FAILED" : "REJECTED";
}

export async function onCommandNews(deps: ChargingDeps, news: CommandNews): Promise<void> {
  if (news.kind === "STOP_SESSION") return onStopNews(deps, news);
  await changeSession(deps, news.userId, news.sessionId, async (row, tx) => {
    const now = deps.clock.now();
    const watchIn = (seconds: number) =>
      deps.outbox.enqueue(
        tx,
        "charging.watch",
        { userId: row.user_id, sessionId: row.id },
        new Date(now.getTime() + seconds * 1000),
      );
    switch (news.outcome) {
      case "ACCEPTED": {
        if (!take(row, "ACCEPTED", now)) return false;
        const seconds = Math.min(Math.max(news.timeoutSeconds, 5), 300);
        row.answer_due_at = new Date(now.getTime() + seconds * 1000);
        await watchIn(seconds);
        return true;
      }
      case "DONE":
        return take(row, "ACCEPTED", now);
      case "REFUSED":
        if (row.ocpi_session_id) return false;
        return failSession(deps, tx, row, failureCode(news.result, news.text), true);
      case "UNKNOWN":
        if (!take(row, "UNKNOWN", now)) return false;
        await watchIn(LOOK_AGAIN_SECONDS);
        return true;
    }
  });
}

/** A stop that was not taken leaves the charge running; the watch sends it again. */
async function onStopNews(deps: ChargingDeps, news: CommandNews): Promise<void> {
  if (news.outcome === "ACCEPTED" || news.outcome === "DONE") return;
  deps.logger.warn(
    { session: news.sessionId, outcome: news.outcome },
    "stop not confirmed; it is sent again",
  );
}
