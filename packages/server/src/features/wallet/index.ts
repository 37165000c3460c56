export { createWallet, type WalletApi } from "./create-wallet.ts";
export { checkoutOf, createRazorpay } from "./razorpay.ts";
export { MAXIMUM_TOP_UP, MINIMUM_TOP_UP } from "./top-up.ts";
export { MINIMUM_BALANCE, SUGGESTED_TOP_UP } from "./wallet.ts";
export { checkLedgerSlice, LEDGER_START, type LedgerCursor } from "./check-ledger.store.ts";
export { wouldReturn } from "./plan-withdrawal.ts";
export { movedBy } from "./movements.store.ts";
export { payBankRefund, returnBankRefund, setAsideForBank } from "./bank-refund.ts";
export { reopenWallet } from "./close-wallet.ts";
export { unused } from "./withdraw.ts";
export {
  captureHold,
  debtGrownAt,
  growHold,
  holdsOf,
  isBooked,
  KeyReused,
  lockWallet,
  move,
  placeHold,
  readBalances,
  releaseHold,
  renewHold,
  type AccountKind,
  type TransferKind,
} from "./ledger.store.ts";
