import type { Tx } from "../../platform/database/database.ts";
import { move } from "./ledger.store.ts";
import { upiAppOf } from "./paid-with.ts";
import type { Payment } from "./razorpay.ts";
import { lockTopUpByOrder, setTopUp, type TopUpRow } from "./top-up.store.ts";
import { sendEverythingBack } from "./close-wallet.ts";
import type { WithdrawDeps } from "./withdraw.ts";
import { putPayment } from "./withdrawal.store.ts";

/**
 * The only function that credits a payment, for checkout, webhook and poller. States only move forward:
 * a failed try may still be captured later, a credited payment never changes. A payment is credited once by its id.
 */
export async function creditPayment(
  deps: WithdrawDeps,
  orderId: string,
  payment: Payment,
): Promise<TopUpRow | null> {
  const now = deps.clock.now();
  return deps.database.transact(async (tx) => {
    const topUp = await lockTopUpByOrder(tx, orderId);
    if (!topUp) {
      deps.logger.error({ order: orderId, payment: payment.id }, "payment for an unknown order");
      if (payment.status === "captured") await creditSuspense(tx, payment, now);
      return null;
    }
    const wrong = payment.currency !== "INR" || BigInt(payment.amount) !== topUp.amount;
    if (payment.status === "captured" && wrong) {
      deps.logger.error(
        { order: orderId, payment: payment.id, amount: payment.amount },
        "payment differs from its order",
      );
      await creditSuspense(tx, payment, now);
      return topUp;
    }
    const status = nextStatus(topUp, payment);
    if (payment.status === "captured") {
      await credit(tx, topUp, payment, now);
      // If the account was closed meanwhile, the payment is refunded.
      await sendEverythingBack(deps, tx, topUp.user_id);
    }
    if (status === topUp.status) return topUp;
    const settledAt = status === "CREDITED" ? now : null;
    await setTopUp(tx, {
      userId: topUp.user_id,
      id: topUp.id,
      status,
      paymentId: payment.id,
      settledAt,
    });
    return { ...topUp, status };
  });
}

async function credit(tx: Tx, topUp: TopUpRow, payment: Payment, now: Date): Promise<void> {
  const { user_id: userId, amount } = topUp;
  // Checked by payment id, so a second payment of one order is credited as well: it is the driver's money.
  await move(tx, {
    scope: userId,
    idem: `top-up:${payment.id}`,
    kind: "TOP_UP",
    reason: reasonOf(payment.method),
    at: now,
    sessionId: null,
    cdrId: null,
    input: [payment.id, amount],
    postings: [{ source: ["system", "payments"], destination: [userId, "wallet"], amount }],
  });
  const last4 = payment.card?.last4;
  const source = (payment.method && METHODS[payment.method]) ?? "your payment";
  await putPayment(tx, {
    userId,
    paymentId: payment.id,
    topUpId: topUp.id,
    amount,
    source: source === "card" && last4 ? `card ••${last4}` : source,
    upiApp: upiAppOf(payment),
    at: now,
  });
}

function creditSuspense(tx: Tx, payment: Payment, at: Date): Promise<boolean> {
  return move(tx, {
    scope: "system",
    idem: `suspense:${payment.id}`,
    kind: "CORRECTION",
    reason: "Payment that fits no order",
    at,
    sessionId: null,
    cdrId: null,
    postings: [
      {
        source: ["system", "payments"],
        destination: ["system", "suspense"],
        amount: BigInt(payment.amount),
      },
    ],
  });
}

/**
 * CREATED → FAILED or PROCESSING → CREDITED; nothing leaves CREDITED. What is processing fails with its own payment
 * only: an earlier failed try does not affect the authorised one. `refunded` before a capture
 * is an authorisation that the provider released.
 */
function nextStatus(topUp: TopUpRow, payment: Payment): TopUpRow["status"] {
  const { status } = topUp;
  if (status === "CREDITED" || payment.status === "captured") return "CREDITED";
  if (payment.status === "authorized") return "PROCESSING";
  if (payment.status !== "failed" && payment.status !== "refunded") return status;
  return status === "CREATED" || topUp.payment_id === payment.id ? "FAILED" : status;
}

const METHODS: Record<string, string> = {
  upi: "UPI",
  card: "card",
  netbanking: "net banking",
  wallet: "wallet",
};

function reasonOf(method: string | undefined): string {
  return method && METHODS[method] ? `Added by ${METHODS[method]}` : "Added";
}
