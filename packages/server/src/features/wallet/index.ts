export { walletRoutes, type WalletDeps } from "./wallet.routes.ts";
export { payRoutes } from "./pay.routes.ts";
export { createRazorpay, type Razorpay } from "./razorpay.ts";
export { creditPayment } from "./credit-payment.ts";
export { pollTopUp, receiveNotice, type TopUpDeps } from "./top-up.ts";
export { getWallet, MINIMUM_BALANCE } from "./wallet.ts";
export {
  captureHold,
  checkLedger,
  holdsOf,
  lockWallet,
  move,
  placeHold,
  readBalances,
  releaseHold,
} from "./ledger.store.ts";
