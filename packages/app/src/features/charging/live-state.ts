import type { EstimationInfo, Session } from "@voltmarg/contract";
import type { LimitBy } from "./limit-scale.ts";

const NO_NEWS_MS = 120_000;
/** Below this share of the limit, the pace so far does not predict the rest. */
const LEAST_SHARE = 0.02;

/** Seconds on the session's own clock. They run on after the last update, and stop when it is too old. */
export function sessionSeconds(session: Session, now: number): number | null {
  const { duration_s, news_at, speed } = session;
  if (duration_s === null) return null;
  if (session.step !== "FLOWING" || news_at === null) return duration_s;
  const since = now - Date.parse(news_at);
  if (since < 0 || since > NO_NEWS_MS) return duration_s;
  return duration_s + (since / 1000) * speed;
}

/** The session's own clock, ms since the epoch; null before it has begun. */
export function sessionClock(session: Session, now: number): number | null {
  const seconds = sessionSeconds(session, now);
  return session.start_date_time === null || seconds === null
    ? null
    : Date.parse(session.start_date_time) + seconds * 1000;
}

/** No update for two minutes although the session should run. */
export const isSilent = (session: Session, now: number): boolean =>
  session.status === "ACTIVE" &&
  now - Date.parse(session.news_at ?? session.requested_at) > NO_NEWS_MS;

/** It has drawn power and draws none now. */
export const isFull = ({ power_kw, kwh }: Session): boolean => power_kw === 0 && Boolean(kwh);

/** The limit of a session; null: it has none. */
export function limitOfSession(info: EstimationInfo): { by: LimitBy; value: number } | null {
  const values: Record<LimitBy, number | null | undefined> = {
    MONEY: info.selectedMoney,
    TIME: info.selectedTime,
    RANGE: info.selectedRange,
    ENERGY: info.selectedPower,
  };
  const by =
    info.limitBy ?? (["MONEY", "TIME", "RANGE", "ENERGY"] as const).find((one) => values[one]);
  const value = by && values[by];
  return by && value ? { by, value } : null;
}

export type Progress = {
  by: LimitBy;
  limit: number;
  /** 0 to 1; null: not known */
  share: number | null;
};

/** Progress towards the limit; null when there is none. */
export function progress(session: Session, now: number): Progress | null {
  const limit = limitOfSession(session.estimation_info);
  if (!limit) return null;
  const seconds = sessionSeconds(session, now);
  const done = {
    MONEY: session.cost_minor === null ? null : session.cost_minor / 100,
    TIME: seconds === null ? null : seconds / 60,
    RANGE: session.range_km,
    ENERGY: session.kwh,
  }[limit.by];
  return {
    by: limit.by,
    limit: limit.value,
    share: done === null ? null : Math.min(1, Math.max(0, done / limit.value)),
  };
}

/**
 * Minutes on the session's clock until the limit, at the pace of the last update; null: not known. Between two updates it
 * only falls: the seconds run on while cost and energy stand still, so the pace is that of the update.
 */
export function minutesLeft(session: Session, now: number): number | null {
  const way = progress(session, now);
  const seconds = sessionSeconds(session, now);
  if (!way || way.share === null || seconds === null) return null;
  if (way.by === "TIME") return Math.max(0, way.limit - seconds / 60);
  if (way.share < LEAST_SHARE) return null;
  const atUpdate = session.duration_s ?? 0;
  return Math.max(0, (atUpdate / way.share - seconds) / 60);
}
