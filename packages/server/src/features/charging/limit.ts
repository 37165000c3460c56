import { planCharge } from "@voltmarg/rules";
import type { Tx } from "../../platform/database.ts";
import { changeSession, sessionNow, type ChargingDeps } from "./change-session.ts";
import { choiceOf } from "./choice.ts";
import type { SessionRow } from "./session.store.ts";
import { sendStop, type StopReason } from "./stop-session.ts";

// From our clock to the charger: what a stop takes on average, so that the limit is met and not passed.
const STOP_LEAD_SECONDS = 1;

/** What ends a charge by itself: how far it may go and how far it went, in the same unit. */
type Limit = { reason: StopReason; at: number; now: number; perSecond: number };

function limitsOf(row: SessionRow): Limit[] {
  const { snapshot } = row;
  const choice = choiceOf(snapshot.estimation_info);
  const kw = row.power_kw ?? snapshot.connector.powerInKwh ?? 0;
  const perSecond = kw / 3600;
  const kwh = row.kwh ?? 0;
  const cost = row.cost_minor === null ? null : Number(row.cost_minor);
  const paisePerSecond = paiseRate(row, kw);
  const limits: Limit[] = [];
  if (choice?.by === "ENERGY")
    limits.push({ reason: "LIMIT", at: choice.kwh, now: kwh, perSecond });
  if (choice?.by === "TIME")
    limits.push({
      reason: "LIMIT",
      at: choice.minutes * 60,
      now: row.duration_s ?? 0,
      perSecond: 1,
    });
  if (choice?.by === "RANGE" && snapshot.vehicle) {
    const perKwh = snapshot.vehicle.range / snapshot.vehicle.battery_capacity;
    limits.push({
      reason: "LIMIT",
      at: choice.km,
      now: kwh * perKwh,
      perSecond: perSecond * perKwh,
    });
  }
  if (choice?.by === "MONEY" && cost !== null) {
    limits.push({
      reason: "LIMIT",
      at: Number(choice.minor),
      now: cost,
      perSecond: paisePerSecond,
    });
  }
  // A session spends only its own hold, and stops while the hold still covers what stopping takes.
  if (snapshot.hold_minor !== null && cost !== null) {
    limits.push({
      reason: "BALANCE",
      at: snapshot.hold_minor - snapshot.bound_minor,
      now: cost,
      perSecond: paisePerSecond,
    });
  }
  return limits;
}

/** Paise a second of charging costs at this power, GST included. */
function paiseRate(row: SessionRow, kw: number): number {
  const { tariff, location } = row.snapshot;
  if (!tariff || kw <= 0 || !row.start_at) return 0;
  const start = row.end_at ?? new Date(row.start_at.getTime() + (row.duration_s ?? 0) * 1000);
  const cost = (minutes: number) =>
    planCharge({
      tariff: tariff,
      timeZone: location.time_zone,
      start,
      powerKw: kw,
      vehicle: null,
      choice: { by: "TIME", minutes },
    }).costMinor ?? 0n;
  return Number(cost(20) - cost(10)) / 600;
}

/** Seconds on the session's own clock until the first limit is reached, measured from the last meter value. */
function firstLimit(row: SessionRow): { reason: StopReason; seconds: number } | null {
  let first: { reason: StopReason; seconds: number } | null = null;
  for (const { reason, at, now, perSecond } of limitsOf(row)) {
    if (now < at && perSecond <= 0) continue;
    const seconds = now >= at ? 0 : (at - now) / perSecond;
    if (!first || seconds < first.seconds) first = { reason, seconds };
  }
  return first;
}

/** Stops a charge that reached its limit, or plans to look again by our own clock when it will have. */
export async function checkLimit(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  const first = firstLimit(row);
  if (!first || !row.start_at) return;
  const now = deps.clock.now();
  // Between meter values the car is taken to charge on at its last power.
  const sinceMeter =
    (sessionNow(row, now).getTime() - row.start_at.getTime()) / 1000 - (row.duration_s ?? 0);
  const lead = STOP_LEAD_SECONDS * row.snapshot.speed;
  const left = first.seconds - Math.max(0, sinceMeter) - lead;
  if (left <= 0) {
    await sendStop(deps, tx, row, first.reason);
    return;
  }
  const due = new Date(now.getTime() + (left / row.snapshot.speed) * 1000);
  const planned = row.limit_due_at;
  if (planned && planned > now && Math.abs(planned.getTime() - due.getTime()) < 1000) return;
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
