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

  deactivate: t`Deactivate account`,
  deactivateTitle: t`Deactivate your account?`,
  deactivateText: t`You are signed out on every device, and only support can open the account again. Your bills are kept as long as tax law asks.`,
  wentBack: (amount: string) =>
    t`${amount} goes back to the payments it came from, the ₹50 minimum included. It takes 5 to 7 working days.`,
  heldToo: (amount: string) =>
    t`${amount} is held for a charge whose bill has not come. What the bill leaves goes back by itself.`,
  onItsWayAlready: (amount: string) =>
    t`${amount} is on its way back already and arrives as it would.`,
  nothingInWallet: t`Your wallet is empty: there is nothing to refund.`,
  companyPays: t`Your charges were billed to your company: there is no wallet to empty.`,
  walletUnknown: t`How much is in your wallet did not load. It goes back to where it came from.`,
  underWayTitle: t`A charge is under way`,
  underWayText: t`Stop it first. Then the account can be closed.`,
  toCharge: t`Open the charge`,
  keep: t`Keep it`,
  deactivating: t`Closing`,
  lookingAtWallet: t`Looking at your wallet`,

  closedTitle: t`Your account is closed`,
  closedNothing: t`There was no money to refund.`,
  closedRefunding: (amount: string) =>
    t`${amount} is on its way back to you. It takes 5 to 7 working days.`,
  closedTo: (amount: string, to: string) => t`${amount} to ${to}`,
  closedHeld: (amount: string) =>
    t`${amount} is still held for a charge. What its bill leaves goes back by itself.`,
  closedNotCovered: (amount: string) =>
    t`${amount} did not come from a payment and cannot go back to one. Support pays it out:`,
  closedAgain: t`To use this mobile number here again, write to support.`,
  toLogin: t`To the login`,
}));
