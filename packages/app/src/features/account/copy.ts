import { t } from "@lingui/core/macro";
import { words } from "../../language/words.ts";

export const profileCopy = words(() => ({
  title: t`My Profile`,
  personal: t`Personal account`,
  corporate: t`Corporate account`,
  noName: t`No name yet`,
  addPhoto: t`Add photo`,
  changePhoto: t`Change photo`,
  removePhoto: t`Remove photo`,
  uploading: t`Sending`,
  photoSaved: t`Photo saved`,
  photoRemoved: t`Photo removed`,
  name: t`Name`,
  nameMissing: t`Enter your name`,
  email: t`E-mail`,
  emailHelp: t`Invoices go here.`,
  emailWrong: t`Write it like name@example.in`,
  gstIn: t`GSTIN, if you claim input credit`,
  gstInExample: "27ABCDE1234F1Z5",
  gstInWrong: t`This is not a GSTIN. Copy its 15 characters from the certificate`,
  mobile: t`Mobile number`,
  appearance: t`Appearance`,
  themes: { system: t`System`, light: t`Light`, dark: t`Dark` },
  save: t`Save`,
  saving: t`Saving`,
  saved: t`Saved`,

  deactivate: t`Close account`,
  deactivateTitle: t`Close your account?`,
  deactivateText: t`You will be logged out on every device, and only support can open the account again. Your bills are kept as long as tax law requires.`,
  wentBack: (amount: string) =>
    t`${amount} goes back to the UPI account or card you paid with, the ₹50 minimum included. It takes 5 to 7 working days.`,
  heldToo: (amount: string) =>
    t`${amount} is on hold for charging whose bill has not come. What the bill leaves is refunded by itself.`,
  onItsWayAlready: (amount: string) =>
    t`A refund of ${amount} is already on its way and will still arrive.`,
  nothingInWallet: t`Your wallet is empty: there is nothing to refund.`,
  companyPays: t`Your charging was billed to your company: there is no wallet to empty.`,
  walletUnknown: t`Your balance did not load. It goes back to the UPI account or card you paid with.`,
  underWayTitle: t`Charging is under way`,
  underWayText: t`Stop it first. Then the account can be closed.`,
  toCharge: t`Open the charging session`,
  keep: t`Keep it`,
  deactivating: t`Closing`,
  lookingAtWallet: t`Looking at your wallet`,

  closedTitle: t`Your account is closed`,
  closedNothing: t`There was no money to refund.`,
  closedRefunding: (amount: string) =>
    t`A refund of ${amount} is on its way. It takes 5 to 7 working days.`,
  closedTo: {
    UPI: (amount: string) => t`${amount} to UPI`,
    NETBANKING: (amount: string) => t`${amount} to your bank account`,
    CARD: (amount: string) => t`${amount} to card`,
    OTHER: (amount: string) => t`${amount} to the account it came from`,
  },
  closedToCard: (amount: string, last4: string) => t`${amount} to card ••${last4}`,
  closedHeld: (amount: string) =>
    t`${amount} is still on hold for charging. What its bill leaves is refunded by itself.`,
  closedNotCovered: (amount: string) =>
    t`${amount} cannot go back to UPI or a card. Support pays it out:`,
  closedAgain: t`To use this mobile number here again, write to support.`,
  toLogin: t`To the login`,
}));
