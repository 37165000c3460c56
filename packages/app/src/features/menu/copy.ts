import { t } from "@lingui/core/macro";
import { words } from "../../language/words.ts";

/** Menu entries, popup titles and buttons are fixed by the specification, word for word. */
export const menuCopy = words(() => ({
  menu: t`Menu`,
  profile: t`My Profile`,
  activeSession: t`Active Session`,
  vehicle: t`My EV`,
  wallet: t`Wallet`,
  favourites: t`Favorites`,
  usage: t`My Usage`,
  history: t`Charging History`,
  faq: t`FAQ`,
  support: t`Support`,
  steps: t`EV Charging Steps`,
  terms: t`Terms and Conditions`,
  privacy: t`Privacy Policy`,
  legal: t`Legal information`,
  trips: t`Trips`,
  notifications: t`Notifications`,
  notificationsUnread: (count: number) => t`Notifications, ${count} unread`,
  logout: t`Logout`,
  version: (version: string) => t`App Version ${version}`,
}));

export const popupCopy = words(() => ({
  addVehicleTitle: t`Add your vehicle`,
  addVehicleText: t`Do you want to add your vehicle`,
  addVehicleWhy: t`Estimates and the plug filter will then fit it.`,
  confirm: t`Confirm`,
  walletTitle: t`Load your wallet with ₹500`,
  walletSpendLead: t`₹450 for charging.`,
  walletSpend: t`₹50 stays as the minimum balance.`,
  walletRefundLead: t`Refundable.`,
  walletRefund: t`The wallet balance is refundable on account deactivation: e-mail support.`,
  walletRefundHow: t`Unused balance can be refunded any time from Wallet; all that you added when you close your account.`,
  wallet: t`Wallet`,
  walletOpens: t`Opens Add money with ₹500. Any amount from ₹50 will do.`,
  walletInfoTitle: t`How the wallet works`,
  understood: t`OK`,
  insufficientTitle: t`Insufficient Balance`,
  insufficientText: t`Please add money into your wallet.`,
  addAtLeast: t`Add at least`,
  notNow: t`Not now`,
  proceed: t`Proceed`,
}));
