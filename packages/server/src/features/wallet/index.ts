export { walletRoutes } from "./wallet.routes.ts";
export { payRoutes } from "./pay.routes.ts";
export { createRazorpay } from "./razorpay.ts";
export { onPaymentNotice } from "./on-payment-notice.ts";
export type { PaymentNotice, RefundNotice } from "./notices.ts";
export { onRefundNotice, sendRefund, type RefundDeps } from "./send-refund.ts";
export { pollTopUp, type TopUpDeps } from "./top-up.ts";
export { checkLedger } from "./check-ledger.store.ts";
export { closeWallet, reopenWallet, sweepClosed, sweepClosedWallets } from "./withdraw.ts";
export {
  captureHold,
  growHold,
  holdsOf,
  KeyReused,
  lockWallet,
  move,
  placeHold,
  readBalances,
  releaseHold,
  renewHold,
} from "./ledger.store.ts";
