import { closeWallet, sweepClosed, sweepClosedWallets, type WalletClosed } from "./close-wallet.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Feature } from "../../platform/feature.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { onPaymentNotice } from "./on-payment-notice.ts";
import { onDisputeNotice, type DisputeDeps } from "./on-dispute-notice.ts";
import type { DisputeNotice, PaymentNotice, RefundNotice } from "./notices.ts";
import { payRoutes } from "./pay.routes.ts";
import { readSettlements } from "./read-settlements.ts";
import { onRefundNotice, sendRefund, type RefundDeps } from "./send-refund.ts";
import { retryRefund } from "./retry-refund.ts";
import { askAboutTopUp, pollTopUp } from "./top-up.ts";
import { walletRoutes, type WalletDeps } from "./wallet.routes.ts";

/** The largest body of a notice. It is read before its signature is checked; real ones have some 5 KB. */
const MOST_NOTICE_BYTES = 64 * 1024;

type AllDeps = WalletDeps &
  RefundDeps &
  DisputeDeps & { name: string; publicUrl: string; checkoutBase: string };

export type WalletApi = {
  /** Closes a wallet in the caller's transaction and refunds what can be refunded; for good: goodwill lapses. */
  close(tx: Tx, userId: string, how: { forGood: boolean }): Promise<WalletClosed>;
  /** Refunds what came into closed wallets. Runs every hour. */
  sweepClosed(): Promise<void>;
  /** Reads what the payment provider paid out, and books it. Runs every day. */
  readSettlements(): Promise<void>;
  /** Sends a failed refund again, for the staff. */
  retryRefund(backoffice: BackofficeCall, id: string): ReturnType<typeof retryRefund>;
  /** Asks the payment provider about a top-up again, for the staff. */
  askAboutTopUp(backoffice: BackofficeCall, id: string): ReturnType<typeof askAboutTopUp>;
};

/** Wallets of drivers: top-ups, payments, movements, withdrawals and refunds. */
export const createWallet = (deps: AllDeps): Feature<WalletApi> => ({
  routes: async (mounts) => {
    walletRoutes(mounts, deps);
    await mounts.raw(payRoutes(deps), MOST_NOTICE_BYTES);
  },
  handlers: {
    "payment.poll": (at: { userId: string; topUpId: string }, row) =>
      pollTopUp(deps, at, row.attempts),
    "payment.notice": (notice: PaymentNotice, row) => onPaymentNotice(deps, notice, row.attempts),
    "payment.refund": (at: { userId: string; refundId: string }, row) =>
      sendRefund(deps, at, row.attempts),
    "refund.notice": ({ refund }: RefundNotice, row) => onRefundNotice(deps, refund, row.attempts),
    "dispute.notice": (notice: DisputeNotice, row) => onDisputeNotice(deps, notice, row.attempts),
    "wallet.sweep": (at: { userId: string }, row) => sweepClosed(deps, at, row.attempts),
  },
  api: {
    close: (tx, userId, how) => closeWallet(deps, tx, userId, how),
    sweepClosed: () => sweepClosedWallets(deps),
    readSettlements: () => readSettlements(deps),
    retryRefund: (backoffice, id) => retryRefund(deps, backoffice, id),
    askAboutTopUp: (backoffice, id) => askAboutTopUp(deps, backoffice, id),
  },
});
