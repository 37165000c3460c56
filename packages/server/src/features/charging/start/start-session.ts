import type { EstimationInfo, User, Vehicle } from "@voltmarg/contract";
import { asStated, chargePowerKw, openState, powerKw } from "@voltmarg/rules";
import type { Tx } from "../../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../../platform/http/problem.ts";
import { newId, newSecret } from "../../../platform/ids.ts";
import { getUser } from "../../accounts/index.ts";
import { admitCompanyCharge, getCompanyVehicle } from "../../companies/index.ts";
import { getPlug, type Plug } from "../../stations/index.ts";
import { getVehicle, primaryVehicle } from "../../vehicles/index.ts";
import { lockWallet, placeHold } from "../../wallet/index.ts";
import { blocking } from "./blocking.ts";
import type { ChargingDeps } from "../change-session.ts";
import { choiceOf, leastLimitMinor, needsOf, type Needs } from "./choice.ts";
import { ANSWER_SECONDS } from "./on-command.ts";
import { requestHash } from "./request-hash.ts";
import {
  addReference,
  authKey,
  findByKey,
  insertSession,
  openSessions,
  partyOf,
  type SessionRow,
  type Snapshot,
} from "../session.store.ts";
import { watchAt } from "../watch/watch-soon.ts";

export type StartInput = {
  location_id: string;
  evse_uid: string;
  connector_id: string;
  estimation_info: EstimationInfo;
  vehicle_id?: string | undefined;
};
type Refusals =
  | "LOCATION_NOT_FOUND"
  | "CONNECTOR_NOT_FOUND"
  | "CONNECTOR_NOT_FREE"
  | "PRICE_IN_OTHER_CURRENCY"
  | "OPERATOR_UNREACHABLE"
  | "LOCATION_CLOSED"
  | "LOCATION_HIDDEN"
  | "LOCATION_RESTRICTED"
  | "INSUFFICIENT_BALANCE"
  | "COMPANY_SUSPENDED"
  | "COMPANY_LIMIT_REACHED"
  | "SESSION_ALREADY_OPEN"
  | "IDEMPOTENCY_KEY_REUSED"
  | "NOT_FOUND"
  | "AMOUNT_TOO_SMALL"
  | "INVALID_INPUT";

const FIRST_LOOK_SECONDS = 10;

/**
 * Starts a session: session, hold and command in one transaction; the command is sent after commit. The driver's
 * wallet rows are locked first, so that only one of several parallel starts succeeds.
 */
export function startSession(
  deps: ChargingDeps,
  userId: string,
  input: StartInput,
  key: string | null,
): Promise<Outcome<SessionRow, Refusals>> {
  return deps.starts(userId, () => start(deps, userId, input, key));
}

async function start(
  deps: ChargingDeps,
  userId: string,
  input: StartInput,
  key: string | null,
): Promise<Outcome<SessionRow, Refusals>> {
  const hash = requestHash(input);
  const earlier = key ? await findByKey(deps.database.db, userId, key) : null;
  if (earlier) return replay(earlier, hash);

  const user = await getUser(deps.database.db, userId);
  if (!user) return refuse("NOT_FOUND");
  const found = await vehicleFor(deps, user, input.vehicle_id);
  if (found === "NOT_FOUND") return refuse("NOT_FOUND");
  const vehicle = found && asStated(found);
  const running = blocking(user, await openSessions(deps.database.db, userId), input);
  if (running) return refuse("SESSION_ALREADY_OPEN", { extra: { session_id: running.id } });
  const companyId = user.company_id;
  const plug = await getPlug(
    deps.stations,
    { userId, companyId, customerType: user.customer_type, vehicle: found },
    {
      locationId: input.location_id,
      evseUid: input.evse_uid,
      connectorId: input.connector_id,
    },
  );
  if (typeof plug === "string") return refuse(plug);
  const closed = whyNotNow(plug, deps.clock.now());
  if (closed) return refuse(closed);

  const corporate = companyId !== null;
  const at = deps.clock.now();
  const choice = choiceOf(input.estimation_info);
  const basis = {
    tariff: plug.connector.tariff,
    timeZone: plug.station.time_zone,
    powerKw: chargePowerKw(plug.connector, vehicle),
    vehicle,
    at,
  };
  if (choice?.by === "MONEY") {
    const least = leastLimitMinor(basis);
    if (choice.minor < least)
      return refuse("AMOUNT_TOO_SMALL", { extra: { least_minor: Number(least) } });
  }
  const needs = needsOf({ choice, ...basis });

  const started = await deps.database.transact<Outcome<SessionRow, Refusals> | null>(async (tx) => {
    const balances = await lockWallet(tx, userId);
    // Who closes the account, or joins or leaves a company, locks the wallet too.
    if ((await getUser(tx, userId))?.company_id !== companyId) return null;
    const again = key ? await findByKey(tx, userId, key) : null;
    if (again) return replay(again, hash);
    const open = blocking(user, await openSessions(tx, userId), input);
    if (open) return refuse("SESSION_ALREADY_OPEN", { extra: { session_id: open.id } });
    const free = balances.wallet + balances.overdraft;
    if (!corporate && free < needs.holdMinor) {
      return refuse("INSUFFICIENT_BALANCE", {
        extra: {
          missing_minor: Number(needs.holdMinor - free),
          hold_minor: Number(needs.holdMinor),
        },
      });
    }
    const row = newRow(deps, { userId, input, plug, vehicle, needs, corporate, hash, at });
    if (companyId !== null) {
      const mayCost = needs.holdMinor;
      const charge = { companyId, userId, sessionId: row.id, mayCost, at };
      const admitted = await admitCompanyCharge(tx, charge);
      if (!admitted.ok) return admitted;
    }
    row.version = await insertSession(tx, row, key);
    await addReference(tx, authKey(row.id), { user_id: userId, session_id: row.id });
    if (!corporate && needs.holdMinor > 0n) {
      await placeHold(tx, {
        userId,
        sessionId: row.id,
        amount: needs.holdMinor,
        reason: `Held for ${plug.station.name}`,
        at,
      });
    }
    await sendStart(deps, tx, row);
    return done(row);
  });
  return started ?? start(deps, userId, input, key);
}

function replay(earlier: SessionRow, hash: string): Outcome<SessionRow, "IDEMPOTENCY_KEY_REUSED"> {
  return earlier.request_hash === hash ? done(earlier) : refuse("IDEMPOTENCY_KEY_REUSED");
}

/** Their own vehicle or one of their company's; without a name the primary one. */
async function vehicleFor(
  { database: { db } }: ChargingDeps,
  user: User,
  id: string | undefined,
): Promise<Vehicle | null | "NOT_FOUND"> {
  if (id === undefined) return primaryVehicle(db, user.id);
  const own = await getVehicle(db, user.id, id);
  if (own || user.company_id === null) return own ?? "NOT_FOUND";
  return (await getCompanyVehicle(db, user.company_id, id)) ?? "NOT_FOUND";
}

function whyNotNow(
  { connector, evse, station, isUnreachable }: Plug,
  now: Date,
):
  | "CONNECTOR_NOT_FREE"
  | "LOCATION_CLOSED"
  | "LOCATION_RESTRICTED"
  | "PRICE_IN_OTHER_CURRENCY"
  | "OPERATOR_UNREACHABLE"
  | null {
  if (station.restricted) return "LOCATION_RESTRICTED";
  const hours = openState(station.opening_times, station.time_zone, now);
  if (hours.isOpened === false) return "LOCATION_CLOSED";
  if (connector.foreign_currency !== undefined) return "PRICE_IN_OTHER_CURRENCY";
  if (isUnreachable) return "OPERATOR_UNREACHABLE";
  // An unknown status is no reason to refuse: the operator decides.
  return evse.status === "AVAILABLE" || evse.status === "UNKNOWN" ? null : "CONNECTOR_NOT_FREE";
}

function shownLocation({ station, phone }: Plug): Snapshot["location"] {
  return {
    id: station.id,
    name: station.name,
    address: station.address,
    city: station.city,
    time_zone: station.time_zone,
    operator_name: station.operator.name,
    operator_phone: phone,
  };
}

function newRow(
  deps: ChargingDeps,
  n: {
    userId: string;
    input: StartInput;
    plug: Plug;
    vehicle: Vehicle | null;
    needs: Needs;
    corporate: boolean;
    hash: string;
    at: Date;
  },
): SessionRow {
  const { plug, at } = n;
  const { connector } = plug;
  const together = chargePowerKw(connector, n.vehicle);
  return {
    user_id: n.userId,
    id: newId("ses", at),
    operator_id: plug.operatorId,
    status: "PENDING",
    step: "SENT",
    version: 0n,
    request_hash: n.hash,
    snapshot: {
      location: shownLocation(plug),
      ocpi: { ...plug.party, location_id: plug.ocpiLocationId },
      evse_uid: plug.evse.uid,
      evse_label: plug.evse.physical_reference
        ? `Charger ${plug.evse.physical_reference}`
        : (plug.evse.evse_id ?? plug.evse.uid),
      connector: {
        id: connector.id,
        standard: connector.standard,
        power_type: connector.power_type,
        powerInKwh: together === null ? null : Math.round(together * 10) / 10,
      },
      plug_kw: powerKw(connector, null),
      vehicle: n.vehicle,
      estimation_info: n.input.estimation_info,
      tariff: connector.tariff,
      operator_tariff: plug.operatorTariff === connector.tariff ? null : plug.operatorTariff,
      speed: deps.demoSpeed,
      hold_minor: n.corporate ? null : Number(n.needs.holdMinor),
      bound_minor: Number(n.needs.boundMinor),
    },
    timeline: [{ step: "SENT", at: at.toISOString() }],
    failure: null,
    ocpi_session_id: null,
    ocpi_last_updated: null,
    requested_at: at,
    start_at: null,
    end_at: null,
    kwh: null,
    meter_fell: false,
    power_kw: null,
    state_of_charge: null,
    cost_minor: null,
    duration_s: null,
    news_at: null,
    answer_due_at: new Date(at.getTime() + ANSWER_SECONDS * 1000),
    limit_due_at: null,
    watch_due_at: null,
    stop_reason: null,
    counted: null,
    stop_asked_at: null,
    stop_sent_at: null,
    cdr_id: null,
    open: true,
    given_up_at: null,
    provisional_since: null,
    closed_at: null,
    parking_fee_at: null,
    parking_fee_minor: null,
    told: [],
  };
}

async function sendStart(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  const { snapshot } = row;
  await deps.outbox.enqueue(tx, "roaming.command", {
    kind: "START_SESSION",
    commandId: newSecret(),
    operatorId: row.operator_id,
    userId: row.user_id,
    sessionId: row.id,
    party: partyOf(row),
    locationId: snapshot.ocpi.location_id,
    evseUid: snapshot.evse_uid,
    connectorId: snapshot.connector.id,
  });
  const look = new Date(row.requested_at.getTime() + FIRST_LOOK_SECONDS * 1000);
  await watchAt(deps, tx, row, look);
}
