import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Logger } from "../../platform/logger.ts";
import { lockWallet, move } from "./ledger.store.ts";
import type { Payment } from "./razorpay.ts";
import { lockTopUpByOrder, setTopUp, type TopUpRow } from "./top-up.store.ts";

type Deps = { database: Database; clock: Clock; logger: Logger };

/**
 * The one way a payment becomes balance, whoever brings the news: checkout, webhook or poller. It only goes forward:
 * a failed try may still be captured later, a credited payment never changes. A payment is credited once by its id.
 */
export async function creditPayment(
  deps: Deps,
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
    const status = nextStatus(topUp.status, payment.status);
    if (status === "CREDITED" && payment.status === "captured") {
      const balances = await lockWallet(tx, topUp.user_id);
      const debt = balances.overdraft < 0n ? -balances.overdraft : 0n;
      const recovered = debt < topUp.amount ? debt : topUp.amount;
      // Checked by payment id, so a second payment of one order is credited as well: it is the driver's money.
      await move(tx, {
        scope: topUp.user_id,
        idem: `top-up:${payment.id}`,
        kind: "TOP_UP",
        reason: reasonOf(payment.method),
        at: now,
        sessionId: null,
        cdrId: null,
        // A replay finds another debt than the first time; it is the same payment all the same.
        input: [payment.id, topUp.amount],
        postings: [
          {
            source: ["system", "payments"],
            destination: [topUp.user_id, "wallet"],
            amount: topUp.amount,
          },
          {
            source: [topUp.user_id, "wallet"],
            destination: [topUp.user_id, "overdraft"],
            amount: recovered,
          },
        ],
      });
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

function creditSuspense(
  tx: Parameters<typeof move>[0],
  payment: Payment,
  at: Date,
): Promise<boolean> {
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

/** CREATED → FAILED or PROCESSING → CREDITED; nothing leaves CREDITED. */
function nextStatus(now: TopUpRow["status"], payment: Payment["status"]): TopUpRow["status"] {
  if (now === "CREDITED" || payment === "captured") return "CREDITED";
  if (payment === "authorized") return "PROCESSING";
  if (payment === "failed" && now === "CREATED") return "FAILED";
  return now;
}

function reasonOf(method: string | undefined): string {
  const names: Record<string, string> = {
    upi: "UPI",
    card: "card",
    netbanking: "net banking",
    wallet: "wallet",
  };
  return method && names[method] ? `Added by ${names[method]}` : "Added";
}
