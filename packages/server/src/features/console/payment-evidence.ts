import { maskedMobile } from "@voltmarg/rules";
import type { Queryable } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { drawEvidence, findSeller, type PaymentEvidence } from "../billing/index.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import {
  chargesPaid,
  curvesOf,
  findPaid,
  findPaymentDispute,
  refundsOfPayment,
  signInsWithin,
  type ChargeRow,
  type DisputedRow,
  type PaidRow,
  type PointRow,
  type SignInRow,
} from "./evidence.store.ts";

const DAY_MS = 86_400_000;
/** Of the charging sessions, so that a file can be sent. */
const MOST_CHARGES = 40;

/**
 * What a payment provider's form asks for about a disputed payment, as one PDF. Who took it and why is in the audit logs
 * before it is sent. NOT_FOUND: no such dispute, or nobody was credited for its payment.
 */
export async function savePaymentEvidence(
  { database, clock, writeAudit }: ConsoleDeps,
  backoffice: BackofficeCall,
  id: string,
): Promise<Outcome<Buffer, "NOT_FOUND">> {
  const gathered = await backoffice.transact(async (tx) => {
    const dispute = await findPaymentDispute(tx, id);
    const userId = dispute?.user_id;
    const paid = dispute && userId ? await findPaid(tx, userId, dispute.payment_id) : null;
    if (!dispute || !userId || !paid) return refuse("NOT_FOUND");
    const of = { of: "payment evidence", dispute: id, credential: backoffice.name };
    await writeAudit(tx, userId, "EXPORT", of);
    return done(await gather(tx, userId, dispute, paid, clock.now()));
  });
  if (!gathered.ok) return gathered;
  return done(await drawEvidence(gathered.value, (await findSeller(database.db)).name));
}

async function gather(
  on: Queryable,
  userId: string,
  dispute: DisputedRow,
  paid: PaidRow,
  at: Date,
): Promise<PaymentEvidence> {
  const { payment_id } = dispute;
  const around = (days: number) => new Date(paid.credited_at.getTime() + days * DAY_MS);
  const signIns = await signInsWithin(on, userId, around(-1), around(1));
  const found = await chargesPaid(on, userId, {
    from: paid.credited_at,
    until: dispute.received_at,
    sum: paid.balance_after,
    limit: MOST_CHARGES + 1,
  });
  const charges = found.slice(0, MOST_CHARGES);
  const first = Math.min(...charges.map(({ begun_at }) => begun_at.getTime()));
  const points =
    charges.length === 0
      ? []
      : await curvesOf(on, userId, {
          sessions: charges.flatMap(({ session_id }) => session_id ?? []),
          from: new Date(first - DAY_MS),
          until: dispute.received_at,
        });
  const refunds = await refundsOfPayment(on, userId, payment_id);
  return {
    at,
    dispute: {
      id: dispute.id,
      amount: dispute.amount,
      status: dispute.status,
      told: dispute.received_at,
      respondBy: dispute.respond_by,
    },
    payment: {
      id: payment_id,
      order: paid.order_id,
      amount: paid.amount,
      method: [paid.source, paid.upi_app?.replaceAll("_", " ")].filter(Boolean).join(", "),
      begun: paid.begun_at,
      credited: paid.credited_at,
      balanceAfter: paid.balance_after,
    },
    account: {
      id: userId,
      mobileMasked: paid.erased_at ? null : maskedMobile(paid.mobile),
      created: paid.created_at,
      closed: paid.deactivated_at,
      erased: paid.erased_at,
    },
    signIns: signIns.map((each) => ({
      device: deviceOf(each),
      signedIn: each.created_at,
      lastSeen: each.seen_at,
    })),
    charges: charges.map((each) => chargeOf(each, points)),
    moreCharges: found.length > MOST_CHARGES,
    refunds: refunds.map((each) => ({
      at: each.created_at,
      id: each.refund_id ?? each.id,
      amount: each.amount,
      status: each.status.toLowerCase(),
    })),
  };
}

const deviceOf = ({ device_type, browser, system }: SignInRow) =>
  [device_type, browser, system].filter(Boolean).join(", ");

function chargeOf(charge: ChargeRow, points: readonly PointRow[]) {
  const curve = points
    .filter(({ session_id }) => session_id === charge.session_id)
    .map(({ at, kwh, power_kw, state_of_charge }) => ({
      at,
      kwh,
      kw: power_kw,
      percent: state_of_charge,
    }));
  const end = { at: charge.ended_at, kwh: charge.kwh, kw: null, percent: null };
  return {
    bill: charge.number ?? charge.id,
    amount: charge.amount,
    place: [charge.place, charge.city].filter(Boolean).join(", "),
    charger: charge.charger,
    operator: charge.operator,
    begun: charge.begun_at,
    ended: charge.ended_at,
    kwh: charge.kwh,
    curve: curve.length > 0 ? [...curve, end] : [],
  };
}
