import { changeSession, take, type ChargingDeps } from "../change-session.ts";
import { failSession } from "./fail-session.ts";
import { failureCode } from "./failure-code.ts";

/** What became of a command, as roaming tells it. */
export type CommandNews = {
  kind: "START_SESSION" | "STOP_SESSION";
  userId: string;
  sessionId: string;
} &
  /** Null: the operator says no time for it. */
  (
    | { outcome: "ACCEPTED"; timeoutSeconds: number | null }
    /** The charge point did what it was asked. */
    | { outcome: "DONE" }
    | { outcome: "REFUSED"; result: string; text: string }
    /** No answer, or one that says nothing: it may have happened or not. */
    | { outcome: "UNKNOWN" }
  );

export async function onCommandNews(deps: ChargingDeps, news: CommandNews): Promise<void> {
  if (news.kind === "STOP_SESSION") return onStopNews(deps, news);
  await changeSession(deps, news.userId, news.sessionId, async (row, tx) => {
    const now = deps.clock.now();
    switch (news.outcome) {
      case "ACCEPTED": {
        if (!take(row, "ACCEPTED", now)) return false;
        row.answer_due_at = new Date(now.getTime() + answerSeconds(news.timeoutSeconds) * 1000);
        return true;
      }
      case "DONE":
        return take(row, "ACCEPTED", now);
      case "REFUSED":
        if (row.ocpi_session_id) return false;
        return failSession(deps, tx, row, failureCode(news.result, news.text), true);
      case "UNKNOWN":
        return take(row, "UNKNOWN", now);
    }
  });
}

/** How long an operator may take to answer before it is asked, unless it says so itself; within these. */
export const ANSWER_SECONDS = 30;
const LEAST_SECONDS = 5;
const MOST_SECONDS = 300;

/** A time that is none (nothing, zero, less) is no time at all. */
const answerSeconds = (told: number | null): number =>
  told === null || !(told > 0)
    ? ANSWER_SECONDS
    : Math.min(Math.max(told, LEAST_SECONDS), MOST_SECONDS);

/** A stop that was not taken leaves the charge running; the watch sends it again. */
async function onStopNews(deps: ChargingDeps, news: CommandNews): Promise<void> {
  if (news.outcome === "ACCEPTED" || news.outcome === "DONE") return;
  deps.logger.warn(
    { session: news.sessionId, outcome: news.outcome },
    "stop not confirmed; it is sent again",
  );
}
