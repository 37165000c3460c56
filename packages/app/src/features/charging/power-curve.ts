import type { Session } from "@voltmarg/contract";
import { vehicleLimitKw } from "@voltmarg/rules";

export type CurveView = {
  /** kW at the top */
  top: number;
  /** ms on the session's clock at both ends */
  from: number;
  to: number;
  /** x and y, 0 to 1 */
  points: { x: number; y: number; at: number; kw: number }[];
};

const SHORTEST_MS = 5 * 60_000;

/** kW that plug and vehicle can do together; null: not known. */
export const possibleKw = ({ connector, vehicle }: Session): number | null =>
  connector.powerInKwh &&
  Math.min(connector.powerInKwh, vehicleLimitKw(connector.power_type, vehicle) ?? Infinity);

/** After so many seconds the power no longer rises by itself. */
const RISEN_S = 300;
const WEAK_SHARE = 0.25;

/**
 * Whether the session never came near the power that plug and vehicle can do. One that did and falls is a battery that
 * gets full.
 */
export function isWeak(session: Session): boolean {
  const possible = possibleKw(session);
  const { power_kw, duration_s, curve } = session;
  if (possible === null || !power_kw || (duration_s ?? 0) < RISEN_S) return false;
  return Math.max(power_kw, ...curve.map(({ kw }) => kw)) < possible * WEAK_SHARE;
}

/** The power curve fitted to a frame as high as the possible power; null without two values to join. */
export function curveView(session: Session, end: number | null): CurveView | null {
  const values = session.curve
    .map(({ at, kw }) => ({ at: Date.parse(at), kw }))
    .filter(({ at, kw }) => Number.isFinite(at) && Number.isFinite(kw))
    .toSorted((a, b) => a.at - b.at);
  const first = values[0];
  const last = values.at(-1);
  if (!first || !last || values.length < 2) return null;
  const from = session.start_date_time ? Date.parse(session.start_date_time) : first.at;
  const to = Math.max(end ?? 0, last.at, from + SHORTEST_MS);
  const top = roundTop(Math.max(possibleKw(session) ?? 0, ...values.map(({ kw }) => kw)));
  return {
    top,
    from,
    to,
    points: values.map(({ at, kw }) => ({
      at,
      kw,
      x: Math.max(0, (at - from) / (to - from)),
      y: Math.max(0, kw / top),
    })),
  };
}

/** The next round number whose half is round too. */
export function roundTop(most: number): number {
  const steps = [2, 4, 8, 10, 20, 30, 40, 60, 80, 100, 120, 160, 200, 240, 300, 400];
  return steps.find((step) => step >= most) ?? Math.ceil(most / 100) * 100;
}

/** Every n-th value and the last one, so that the table is short. */
export function thinned<T>(values: readonly T[], most = 12): T[] {
  const every = Math.max(1, Math.ceil(values.length / most));
  return values.filter((_, i) => i % every === 0 || i === values.length - 1);
}
