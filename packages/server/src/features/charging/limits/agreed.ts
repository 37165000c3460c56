import {
  exact,
  OPEN_STEP_MINOR,
  roundHalfUpToPaise,
  sum,
  type PricedSession,
  withInlets,
} from "@voltmarg/rules";
import type { Tx } from "../../../platform/database/database.ts";
import { growHold, holdsOf, lockWallet } from "../../wallet/index.ts";
import { sessionNow, type ChargingDeps } from "../change-session.ts";
import { choiceOf, needsOf } from "../start/choice.ts";
import { periodsSoFar, priceSoFar, type SoFar } from "../live/measure.ts";
import { keyOf, type SessionRow } from "../session.store.ts";

/** Paise, GST included. */
export type Agreed = {
  /** The most that the driver or their company pays for this session without its parking, whatever its CDR says. */
  payer: bigint;
  /** The agreed maximum. What an operator asks above it is disputed, and not owed until staff decide. */
  charge: bigint;
  /** The most that both rise by for parking: what the hold grew by while the session ran. */
  parking: bigint;
};

/**
 * What was agreed for a session: its hold, including what it grew by for parking, and the overrun bound. A limit in rupees
 * is a promise: the bound above it is the provider's risk. If the hold was released already, the wallet may fall below
 * zero by the bound and no further. Read it under the session's lock.
 */
export async function agreedOf(tx: Tx, row: SessionRow): Promise<Agreed> {
  const { snapshot } = row;
  const bound = BigInt(snapshot.bound_minor);
  const choice = choiceOf(snapshot.estimation_info);
  if (snapshot.hold_minor === null) {
    // A company's session runs as long as its limits allow, so what was metered until its stop is agreed too.
    const asked = companyNeeds(row);
    const metered = await costUntilStop(tx, row);
    const charge = (metered > asked ? metered : asked) + bound;
    return { charge, payer: choice?.by === "MONEY" ? choice.minor : charge, parking: 0n };
  }
  const [hold] = await holdsOf(tx, [keyOf(row)]);
  // Without a limit the hold grows with the whole session, with a limit only for parking.
  const placed = (choice ? null : hold?.amount) ?? BigInt(snapshot.hold_minor);
  const parking = atLeastZero((hold?.amount ?? placed) - placed);
  const charge = placed + bound;
  const promised = choice?.by === "MONEY" ? choice.minor : charge;
  if (hold?.status === "HELD") return { charge, payer: promised, parking };
  // Locked: two concurrent bills must not both use the same money.
  const { wallet, overdraft } = await lockWallet(tx, row.user_id);
  const covered = atLeastZero(wallet + overdraft) + bound;
  if (covered >= promised + parking) return { charge, payer: promised, parking };
  const payer = covered < promised ? covered : promised;
  return { charge, payer, parking: covered - payer };
}

/**
 * Holds the next ₹100 and the overrun bound for a session without a limit, as far as the wallet allows. False: nothing more
 * is held, because the driver chose a limit or the wallet is empty.
 */
export async function holdMore(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<boolean> {
  const { estimation_info, hold_minor, bound_minor, location } = row.snapshot;
  if (hold_minor === null || choiceOf(estimation_info)) return false;
  const [hold] = await holdsOf(tx, [keyOf(row)]);
  if (hold?.status !== "HELD") return false;
  const bound = BigInt(bound_minor);
  // A start fee, or a long time without meter values, may exceed the hold by more than one step.
  const passed = atLeastZero((row.cost_minor ?? 0n) + bound - hold.amount);
  const added = await growHold(tx, {
    userId: row.user_id,
    sessionId: row.id,
    wanted: passed + OPEN_STEP_MINOR + bound,
    reason: `Held for ${location.name}`,
    at: deps.clock.now(),
  });
  return added > 0n;
}

/** The expected cost of a company driver's session, as computed at the start. */
function companyNeeds({ snapshot, requested_at }: SessionRow): bigint {
  const { estimation_info, tariff, location, connector, vehicle } = snapshot;
  return needsOf({
    choice: choiceOf(estimation_info),
    tariff,
    timeZone: location.time_zone,
    powerKw: connector.powerInKwh,
    vehicle: vehicle && withInlets(vehicle),
    at: requested_at,
  }).holdMinor;
}

/**
 * Parking that the driver was notified of and that the operator reports while the session runs is agreed: the hold grows by
 * its cost, as far as the wallet allows.
 */
export async function holdForParking(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  const { snapshot } = row;
  if (snapshot.hold_minor === null || !row.told.includes("PARKING_FEE")) return;
  if (!choiceOf(snapshot.estimation_info)) return;
  const parked = await parkingSoFar(tx, row);
  const [hold] = await holdsOf(tx, [keyOf(row)]);
  if (hold?.status !== "HELD") return;
  const wanted = BigInt(snapshot.hold_minor) + parked - hold.amount;
  if (wanted <= 0n) return;
  await growHold(tx, {
    userId: row.user_id,
    sessionId: row.id,
    wanted,
    reason: `Held for parking at ${snapshot.location.name}`,
    at: deps.clock.now(),
  });
}

/** Paise, GST included, of what was metered until the stop was requested; of everything without such a request. */
async function costUntilStop(tx: Tx, row: SessionRow): Promise<bigint> {
  const stop = row.stop_asked_at && sessionNow(row, row.stop_asked_at).getTime();
  if (stop === null) return row.cost_minor ?? 0n;
  const metered = await periodsSoFar(tx, row);
  if (!metered || Date.parse(metered.start) >= stop) return 0n;
  const periods = metered.periods
    .filter(({ start }) => Date.parse(start) < stop)
    .map((period) => cutAt(period, stop));
  return priceOf(row, { ...metered, periods, end: Math.min(metered.end, stop) })?.inclMinor ?? 0n;
}

/** A period up to an instant, its energy spread evenly. */
function cutAt(period: SoFar["periods"][number], stop: number): SoFar["periods"][number] {
  const [from, to] = [Date.parse(period.start), Date.parse(period.end)];
  if (to <= stop) return period;
  const kwh = ((Number(period.kwh) * (stop - from)) / (to - from)).toFixed(6);
  return { ...period, end: new Date(stop).toISOString(), kwh };
}

/** Null: it cannot be priced. */
function priceOf(row: SessionRow, metered: SoFar): PricedSession | null {
  try {
    return priceSoFar(row, metered);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Paise, GST included, of the parking that was metered so far; 0 where it cannot be priced. */
async function parkingSoFar(tx: Tx, row: SessionRow): Promise<bigint> {
  const metered = await periodsSoFar(tx, row);
  const lines = (metered && priceOf(row, metered)?.lines) ?? [];
  const parking = lines.filter(({ dimension }) => dimension === "PARKING_TIME");
  return roundHalfUpToPaise(sum(parking.map(({ inclVat }) => exact(inclVat))));
}

const atLeastZero = (paise: bigint) => (paise > 0n ? paise : 0n);
