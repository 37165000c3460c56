import type { ConsoleChargeDetails } from "@voltmarg/contract";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { whyNotClosed } from "../billing/index.ts";
import {
  authKey,
  findReference,
  findSession,
  isUnsettled,
  waitsFor,
  type SessionRow,
} from "../charging/index.ts";
import {
  actsAbout,
  billsOf,
  commandsOf,
  customerType,
  findCharge,
  messagesOf,
  meterOf,
  setAsideOf,
  ticketsOf,
  transfersOf,
  type BillRow,
  type MeterRow,
} from "./charges.store.ts";
import { stepsOf } from "./charge-steps.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { chargeToWire } from "./list-charges.ts";

/** Our clock and the operator's may differ: what was said a little before belongs to it. */
const BEFORE_MS = 60_000;
/** Meter values may be dated by an operator's clock. */
const METER_BEFORE_MS = 86_400_000;

/** Everything known of a charge. One query after the other, so that a page takes one connection. */
export async function showCharge(
  { database: { db }, clock }: ConsoleDeps,
  id: string,
): Promise<Outcome<ConsoleChargeDetails, "SESSION_NOT_FOUND">> {
  const reference = await findReference(db, authKey(id));
  const row = reference && (await findSession(db, reference.user_id, reference.session_id));
  const charge = row && (await findCharge(db, reference, waitsFor(clock.now())));
  if (!row || !charge) return refuse("SESSION_NOT_FOUND");
  const at = { userId: row.user_id, sessionId: row.id };
  const since = new Date(row.requested_at.getTime() - BEFORE_MS);
  const bills = await billsOf(db, at);
  const meter = await meterOf(db, at, new Date(row.requested_at.getTime() - METER_BEFORE_MS));
  const commands = await commandsOf(db, at, since);
  const transfers = await transfersOf(
    db,
    at,
    bills.map((each) => each.id),
  );
  const references = [row.id, row.ocpi_session_id].filter((each) => each !== null);
  const messages = await messagesOf(db, { operatorId: row.operator_id, references, since });
  const aside = await setAsideOf(db, row.id, row.ocpi_session_id);
  const acts = await actsAbout(db, [row.id, ...bills.map((each) => each.id)]);
  const tickets = await ticketsOf(db, at);
  return done({
    ...chargeToWire(charge),
    customer_type: await customerType(db, row.user_id),
    ...frozen(row),
    ocpi_session_id: row.ocpi_session_id,
    meter_fell: row.meter_fell,
    start_date_time: instant(row.start_at),
    end_date_time: instant(row.end_at),
    stop: row.stop_asked_at && {
      reason: row.stop_reason,
      asked_at: instant(row.stop_asked_at),
      sent_at: instant(row.stop_sent_at),
    },
    steps: stepsOf({ row, commands, transfers, bills, aside, messages, acts, tickets }),
    meter: meter.map(meterToWire),
    price: priceOf(bills),
    bills: bills.map((each) => ({
      id: each.id,
      number: each.number,
      amount_minor: Number(each.amount),
      created_at: each.created_at.toISOString(),
      credit_of: each.credit_of,
      provisional: each.provisional,
    })),
    ledger: transfers.map(dated),
    messages: messages.map(dated),
    tickets: tickets.map(({ id: ticket, number, state, created_at }) => ({
      id: ticket,
      number: String(number),
      state,
      created_at: created_at.toISOString(),
    })),
    may: {
      stop: row.open && row.stop_asked_at === null,
      ask_again: isUnsettled(row),
      close_unbilled: whyNotClosed(row) === null,
    },
  });
}

const dated = <Row extends { at: Date }>(row: Row) => ({ ...row, at: row.at.toISOString() });
const meterToWire = (row: MeterRow) => ({ ...dated(row), until: instant(row.until) });
const instant = (at: Date | null) => at?.toISOString() ?? null;

/** What was agreed at the start. */
function frozen({ snapshot }: SessionRow) {
  const { connector, vehicle } = snapshot;
  return {
    evse_uid: snapshot.evse_uid,
    evse_label: snapshot.evse_label,
    connector: {
      id: connector.id,
      standard: connector.standard,
      power_type: connector.power_type,
    },
    vehicle: vehicle && `${vehicle.make} ${vehicle.model}`,
    limit: { ...snapshot.estimation_info },
    hold_minor: snapshot.hold_minor,
    bound_minor: snapshot.bound_minor,
  };
}

const PARTS = ["ENERGY", "TIME", "PARKING_TIME", "FLAT", "TOTAL"] as const;

/** The newest bill's price, beside what the operator asks on its own tariff. */
function priceOf(bills: readonly BillRow[]): ConsoleChargeDetails["price"] {
  const bill = bills.findLast((each) => each.credit_of === null);
  if (!bill) return null;
  const parts = PARTS.map((part) => ({
    part,
    billed_excl_minor: part === "TOTAL" ? bill.net_minor : sumOf(bill, part),
    asked_excl: bill.asked[part],
  }));
  return {
    lines: bill.lines,
    parts: parts.filter(
      ({ billed_excl_minor, asked_excl }) => billed_excl_minor !== 0 || asked_excl !== null,
    ),
  };
}

const sumOf = ({ lines }: BillRow, part: string) =>
  lines.reduce((sum, line) => sum + (line.dimension === part ? line.excl_vat_minor : 0), 0);
