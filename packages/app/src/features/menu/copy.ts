/** Menu entries, popup titles and buttons are fixed by the specification, word for word. */
export const menuCopy = {
  menu: "Menu",
  profile: "My Profile",
  activeSession: "Active Session",
  vehicle: "My EV",
  wallet: "Wallet",
  favourites: "Favorites",
  usage: "My Usage",
  history: "Charging History",
  faq: "FAQ",
  support: "Support",
  steps: "EV Charging Steps",
  terms: "Terms and Conditions",
  privacy: "Privacy Policy",
  logout: "Logout",
  version: (version: string) => `App Version ${version}`,
};

export const popupCopy = {
  addVehicleTitle: "Add your vehicle",
  addVehicleText: "Do you want to add your vehicle",
  addVehicleWhy: "Estimates and the plug filter will then fit it.",
  confirm: "Confirm",
  walletTitle: "Load your wallet with ₹500",
  walletSpendLead: "₹450 to charge with.",
  walletSpend: "₹50 stays as the minimum balance.",
  walletRefundLead: "Refundable.",
  walletRefund:
    "The wallet balance is refundable on account deactivation: e-mail support.",
  wallet: "Wallet",
  walletInfoTitle: "How the wallet works",
  understood: "OK",
  insufficientTitle: "Insufficient Balance",
  insufficientText: "Please add money into your wallet.",
  addAtLeast: "Add at least",
  notNow: "Not now",
  proceed: "Proceed",
};
