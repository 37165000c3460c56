import { kwhFor } from "@voltmarg/rules";
import type { Tx } from "../../../platform/database/database.ts";
import { companyAllowance } from "../../companies/index.ts";
import { holdsOf } from "../../wallet/index.ts";
import { changeSession, sessionNow, type ChargingDeps } from "../change-session.ts";
import { periodsSoFar } from "../live/measure.ts";
import type { SessionRow } from "../session.store.ts";
import { choiceOf } from "../start/choice.ts";
import { findStopLead } from "../stop/stop-latency.store.ts";
import { leadSeconds } from "../stop/stop-latency.ts";
import { sendStop, type StopReason } from "../stop/stop-session.ts";
import { holdMore } from "./agreed.ts";
import { forecast, secondsFor, type Forecast } from "./forecast.ts";

/** The longest real time until the next check, as power and price may change. */
const CHECK_AGAIN_SECONDS = 120;
/** A check planned so much earlier than it need be is put off: while updates come, none is made besides theirs. */
const MOST_EARLY_MS = 60_000;
/** A stop that is due sooner than this is sent now. */
const SOONEST_SECONDS = 0.02;
/** An amount is looked for this far ahead, which covers the next check and the slowest stop. */
const HORIZON_SECONDS = 2 * CHECK_AGAIN_SECONDS;

/**
 * What ends a session by itself, and in how many seconds on the session's own clock after the last meter value.
 * Infinity: not before the horizon.
 */
type Limit = { reason: StopReason; seconds: number };
type Planned = { reason: StopReason; wait: number };

/** Stops a session that reached its limit, or plans the next check for when it will have. */
export async function checkLimit(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  if (!row.start_at) return;
  const now = deps.clock.now();
  let next = await nextLimit(tx, row, now);
  const isHoldSpent = next?.reason === "BALANCE" && next.wait < SOONEST_SECONDS;
  if (isHoldSpent && (await holdMore(deps, tx, row))) next = await nextLimit(tx, row, now);
  if (!next) return;
  if (next.wait < SOONEST_SECONDS) await sendStop(deps, tx, row, next.reason);
  else planCheck(row, now, next.wait);
}

/** `changeSessionsIn` enqueues the check, together with those of other sessions. */
function planCheck(row: SessionRow, now: Date, wait: number): void {
  const due = new Date(now.getTime() + Math.min(wait, CHECK_AGAIN_SECONDS) * 1000);
  const planned = row.limit_due_at;
  // A check planned for then or a little earlier will plan the next one.
  const early = planned && planned > now ? due.getTime() - planned.getTime() : null;
  if (early !== null && early >= 0 && early < MOST_EARLY_MS) return;
  row.limit_due_at = due;
}

/** The planned check: acts only if no later one has been planned. */
export async function onLimitDue(
  deps: ChargingDeps,
  at: { userId: string; sessionId: string },
): Promise<void> {
  await changeSession(deps, at.userId, at.sessionId, async (row, tx) => {
    if (row.step !== "STARTED" && row.step !== "FLOWING") return false;
    const now = deps.clock.now();
    if (row.limit_due_at && row.limit_due_at > now) return false;
    await checkLimit(deps, tx, row);
    return true;
  });
}

/** The first limit, and in how many seconds of real time its stop is to be sent. Null: there is no limit. */
async function nextLimit(tx: Tx, row: SessionRow, now: Date): Promise<Planned | null> {
  const limits = await limitsOf(tx, row, now);
  if (limits.length === 0) return null;
  const { reason, seconds } = limits.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  const left = (seconds - sinceMeter(row, now)) / row.snapshot.speed;
  if (left > HORIZON_SECONDS) return { reason, wait: CHECK_AGAIN_SECONDS };
  return { reason, wait: left - leadSeconds(await findStopLead(tx, row.operator_id)) };
}

async function limitsOf(tx: Tx, row: SessionRow, now: Date): Promise<Limit[]> {
  const ahead = forecast(row, await periodsSoFar(tx, row));
  const chosen = chosenLimit(row, ahead, now);
  const spendable = await spendableLimit(tx, row, ahead, now);
  return [chosen, spendable].filter((limit) => limit !== null);
}

/** What the driver chose at the start. */
function chosenLimit(row: SessionRow, ahead: Forecast, now: Date): Limit | null {
  const { estimation_info, vehicle } = row.snapshot;
  const choice = choiceOf(estimation_info);
  const limit = (seconds: number): Limit => ({ reason: "LIMIT", seconds });
  const untilKwh = (kwh: number | null) =>
    kwh === null ? null : limit(ahead.secondsForKwh(kwh - (row.kwh ?? 0)));
  switch (choice?.by) {
    case "ENERGY":
      return untilKwh(choice.kwh);
    case "RANGE":
      return untilKwh(kwhFor(choice.km, vehicle));
    case "TIME":
      return limit(secondsFor(choice.minutes * 60 - (row.duration_s ?? 0), 1));
    case "MONEY":
      return row.cost_minor === null
        ? null
        : limit(secondsForMoney(row, row.cost_minor, ahead, choice.minor, now));
    default:
      return null;
  }
}

/**
 * A session may use only its own hold, or what its company's limits leave, and is stopped while that still covers
 * the cost until the stop takes effect.
 */
async function spendableLimit(
  tx: Tx,
  row: SessionRow,
  ahead: Forecast,
  at: Date,
): Promise<Limit | null> {
  const { cost_minor: cost, snapshot } = row;
  if (cost === null) return null;
  const nextCheck = sinceMeter(row, at) + CHECK_AGAIN_SECONDS * snapshot.speed;
  const spendable =
    snapshot.hold_minor === null
      ? await companyAllowance(tx, {
          sessionId: row.id,
          cost: ahead.costAfter?.(nextCheck) ?? cost,
          at,
        })
      : await heldFor(tx, row);
  if (spendable === null) return null;
  const most = spendable - BigInt(snapshot.bound_minor);
  return { reason: "BALANCE", seconds: secondsForMoney(row, cost, ahead, most, at) };
}

/** Paise of the session's hold. With a limit it grows for parking alone, so it is only read once the driver was told of that. */
async function heldFor(tx: Tx, { user_id, id, told, snapshot }: SessionRow): Promise<bigint> {
  const placed = BigInt(snapshot.hold_minor!);
  if (choiceOf(snapshot.estimation_info) && !told.includes("PARKING_FEE")) return placed;
  const [hold] = await holdsOf(tx, [{ user_id, session_id: id }]);
  return hold?.amount ?? placed;
}

/** How long the cost stays at most at an amount of paise, however long ago the last meter value came. */
function secondsForMoney(
  row: SessionRow,
  cost: bigint,
  { costAfter }: Forecast,
  most: bigint,
  now: Date,
): number {
  const horizon = sinceMeter(row, now) + HORIZON_SECONDS * row.snapshot.speed;
  const isEnough = (seconds: number) =>
    ((seconds === 0 ? null : costAfter?.(seconds)) ?? cost) <= most;
  return longest(horizon, isEnough);
}

/** The longest time up to the horizon for which an amount is enough, to a tenth of a second; Infinity: all of it. */
function longest(horizon: number, isEnough: (seconds: number) => boolean): number {
  if (!isEnough(0)) return 0;
  if (isEnough(horizon)) return Infinity;
  let low = 0;
  let high = horizon;
  while (high - low > 0.1) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Seconds on the session's own clock since the last meter value. */
const sinceMeter = (row: SessionRow, now: Date): number =>
  Math.max(
    0,
    (sessionNow(row, now).getTime() - row.start_at!.getTime()) / 1000 - (row.duration_s ?? 0),
  );
