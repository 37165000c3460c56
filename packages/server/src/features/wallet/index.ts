export { walletRoutes } from "./wallet.routes.ts";
export { payRoutes } from "./pay.routes.ts";
export { createRazorpay } from "./razorpay.ts";
export { creditPayment } from "./credit-payment.ts";
export { pollTopUp, type TopUpDeps } from "./top-up.ts";
export {
  captureHold,
  holdsOf,
  lockWallet,
  move,
  placeHold,
  readBalances,
  releaseHold,
} from "./ledger.store.ts";
