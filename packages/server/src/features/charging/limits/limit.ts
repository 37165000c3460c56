import { DEFAULT_GAP_SECONDS, priceSession } from "@voltmarg/rules";
import type { Tx } from "../../../platform/database/database.ts";
import { companyAllowance } from "../../companies/index.ts";
import { holdsOf } from "../../wallet/index.ts";
import { holdMore } from "./agreed.ts";
import { changeSession, sessionNow, type ChargingDeps } from "../change-session.ts";
import { choiceOf } from "../start/choice.ts";
import { periodsSoFar, type SoFar } from "../live/measure.ts";
import type { SessionRow } from "../session.store.ts";
import { findStopLead } from "../stop/stop-latency.store.ts";
import { leadSeconds } from "../stop/stop-latency.ts";
import { sendStop, type StopReason } from "../stop/stop-session.ts";

/** No look further ahead than this, in real time: power and price may be others by then. */
const LOOK_AGAIN_SECONDS = 120;
/** A stop that would leave sooner than this leaves now. */
const SOONEST_SECONDS = 0.02;
/** An amount is looked for this far ahead, which covers the next look and the slowest stop. */
const HORIZON_SECONDS = 2 * LOOK_AGAIN_SECONDS;

/**
 * What ends a charge by itself, and in how many seconds on the session's own clock after the last meter value.
 * Infinity: not within the horizon.
 */
type Limit = { reason: StopReason; seconds: number };

/** Seconds, in real time, for which a charge that says nothing is believed to go on as it last did. */
const BELIEVED_SECONDS = DEFAULT_GAP_SECONDS;
/** kW of a plug of unknown power: it counts as a strong one. */
const STRONG_KW = 60;

/** What starting up costs a charge: in its first stretch it took its power for so many seconds less. */
const START_UP_SECONDS = 6;

/** kW a charge is taken to go on at: its last power, or before there is one what plug and vehicle do together. */
function powerAhead(row: SessionRow, metered: SoFar | null): number {
  const { powerInKwh } = row.snapshot.connector;
  if (row.power_kw === null) return powerInKwh ?? 0;
  const isFirst = metered?.periods.length === 1 && metered.charging;
  if (!isFirst || powerInKwh === null) return row.power_kw;
  const told = row.duration_s ?? 0;
  const running = told - START_UP_SECONDS;
  const started = running > 0 ? (row.power_kw * told) / running : Infinity;
  // Never less than was told, nor more than plug and vehicle do together.
  return Math.max(row.power_kw, Math.min(powerInKwh, started));
}

/** How a charge is taken to go on after the last meter value: at `kw` for so many seconds of its clock, then at `mostKw`. */
type Ahead = { kw: number; believed: number; mostKw: number };

function ahead(row: SessionRow, metered: SoFar | null): Ahead {
  const kw = powerAhead(row, metered);
  const { connector, plug_kw, speed } = row.snapshot;
  const full = connector.powerInKwh ?? plug_kw ?? STRONG_KW;
  return {
    kw,
    believed: BELIEVED_SECONDS * speed,
    // Silence hides anything up to all that plug and vehicle do; only a car that was done stays done.
    mostKw: metered?.charging === false ? kw : Math.max(kw, full),
  };
}

/** The limits of a charge that goes on like that. */
async function limitsOf(tx: Tx, row: SessionRow, now: Date): Promise<Limit[]> {
  const { snapshot } = row;
  const choice = choiceOf(snapshot.estimation_info);
  const metered = await periodsSoFar(tx, row);
  const next = ahead(row, metered);
  const kwh = row.kwh ?? 0;
  const limits: Limit[] = [];
  const untilKwh = (wanted: number) =>
    limits.push({ reason: "LIMIT", seconds: secondsForKwh(wanted - kwh, next) });
  if (choice?.by === "ENERGY") untilKwh(choice.kwh);
  if (choice?.by === "RANGE" && snapshot.vehicle) {
    untilKwh((choice.km * snapshot.vehicle.battery_capacity) / snapshot.vehicle.range);
  }
  if (choice?.by === "TIME") {
    limits.push({
      reason: "LIMIT",
      seconds: secondsFor(choice.minutes * 60 - (row.duration_s ?? 0), 1),
    });
  }
  if (row.cost_minor === null) return limits;
  const costAfter = priceAhead(row, metered, next);
  const amounts: { reason: StopReason; minor: bigint }[] = [];
  if (choice?.by === "MONEY") amounts.push({ reason: "LIMIT", minor: choice.minor });
  // A session spends only its own hold, or what its company's limits leave it, and stops while that still covers what
  // stopping takes.
  const since = sinceMeter(row, now);
  const nextLook = since + LOOK_AGAIN_SECONDS * snapshot.speed;
  const spendable =
    snapshot.hold_minor === null
      ? await companyAllowance(tx, {
          sessionId: row.id,
          cost: costAfter?.(nextLook) ?? row.cost_minor,
          at: now,
        })
      : await heldFor(tx, row);
  if (spendable !== null) {
    amounts.push({ reason: "BALANCE", minor: spendable - BigInt(snapshot.bound_minor) });
  }
  // However long nobody has told anything.
  const horizon = since + HORIZON_SECONDS * snapshot.speed;
  for (const { reason, minor } of amounts) {
    const within = (seconds: number) =>
      ((seconds === 0 ? null : costAfter?.(seconds)) ?? row.cost_minor!) <= minor;
    limits.push({ reason, seconds: longest(horizon, within) });
  }
  return limits;
}

/** Paise of its hold, which parking may have made grow. */
async function heldFor(tx: Tx, row: SessionRow): Promise<bigint> {
  const [hold] = await holdsOf(tx, row.user_id, [row.id]);
  return hold?.amount ?? BigInt(row.snapshot.hold_minor!);
}

/** Seconds on the session's own clock since the last meter value. */
const sinceMeter = (row: SessionRow, now: Date): number =>
  Math.max(
    0,
    (sessionNow(row, now).getTime() - row.start_at!.getTime()) / 1000 - (row.duration_s ?? 0),
  );

const secondsFor = (left: number, perSecond: number) =>
  left <= 0 ? 0 : perSecond > 0 ? left / perSecond : Infinity;

function secondsForKwh(left: number, { kw, believed, mostKw }: Ahead): number {
  const soon = secondsFor(left, kw / 3600);
  if (soon <= believed) return soon;
  return believed + secondsFor(left - (kw * believed) / 3600, mostKw / 3600);
}

/** The longest time up to the horizon that is within an amount, to a tenth of a second; Infinity: all of it is. */
function longest(horizon: number, within: (seconds: number) => boolean): number {
  if (!within(0)) return 0;
  if (within(horizon)) return Infinity;
  let low = 0;
  let high = horizon;
  while (high - low > 0.1) {
    const middle = (low + high) / 2;
    if (within(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * The cost including GST so many seconds after the last meter value, by the one engine on what was metered and what is
 * taken to follow, so that a price that changes on the way is counted. Null: it cannot be computed.
 */
function priceAhead(
  row: SessionRow,
  metered: SoFar | null,
  { kw, believed, mostKw }: Ahead,
): ((seconds: number) => bigint | null) | null {
  const { tariff, location } = row.snapshot;
  if (!tariff || !metered) return null;
  const { start, periods, end } = metered;
  const iso = (seconds: number) => new Date(end + seconds * 1000).toISOString();
  const stretch = (from: number, until: number, power: number) => ({
    start: iso(from),
    end: iso(until),
    kwh: ((power * (until - from)) / 3600).toFixed(6),
    kind: metered.charging ? ("CHARGING" as const) : ("PARKING" as const),
  });
  return (seconds) => {
    const follows = [stretch(0, Math.min(seconds, believed), kw)];
    if (seconds > believed) follows.push(stretch(believed, seconds, mostKw));
    try {
      return priceSession({
        tariff,
        timeZone: location.time_zone,
        start,
        end: iso(seconds),
        periods: [...periods, ...follows],
      }).inclMinor;
    } catch {
      return null;
    }
  };
}

/** What ends the charge first, and in how many seconds of real time its stop is to leave. Null: nothing does. */
async function nextLimit(
  tx: Tx,
  row: SessionRow,
  now: Date,
): Promise<{ reason: StopReason; wait: number } | null> {
  const limits = await limitsOf(tx, row, now);
  if (limits.length === 0) return null;
  const { reason, seconds } = limits.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  const left = (seconds - sinceMeter(row, now)) / row.snapshot.speed;
  const wait =
    left > LOOK_AGAIN_SECONDS * 2
      ? LOOK_AGAIN_SECONDS
      : left - leadSeconds(await findStopLead(tx, row.operator_id));
  return { reason, wait };
}

/** Stops a charge that reached its limit, or plans to look again by our own clock when it will have. */
export async function checkLimit(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  if (!row.start_at) return;
  const now = deps.clock.now();
  let next = await nextLimit(tx, row, now);
  if (next?.reason === "BALANCE" && next.wait < SOONEST_SECONDS && (await holdMore(deps, tx, row)))
    next = await nextLimit(tx, row, now);
  if (!next) return;
  const { reason, wait } = next;
  if (wait < SOONEST_SECONDS) {
    await sendStop(deps, tx, row, reason);
    return;
  }
  const due = new Date(now.getTime() + Math.min(wait, LOOK_AGAIN_SECONDS) * 1000);
  const planned = row.limit_due_at;
  // A look that is planned for then or before will plan the next one.
  if (planned && planned > now && planned <= due) return;
  row.limit_due_at = due;
  await deps.outbox.enqueue(tx, "charging.limit", { userId: row.user_id, sessionId: row.id }, due);
}

/** The planned look: acts only if the limit is still where it was planned. */
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
