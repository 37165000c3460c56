export const profileCopy = {
  title: "My Profile",
  personal: "Personal account",
  corporate: "Corporate account",
  noName: "No name yet",
  addPhoto: "Add photo",
  changePhoto: "Change photo",
  removePhoto: "Remove photo",
  uploading: "Sending",
  photoSaved: "Photo saved",
  photoRemoved: "Photo removed",
  name: "Name",
  nameMissing: "Enter your name",
  email: "E-mail",
  emailHelp: "Invoices go here.",
  emailWrong: "Write it like name@example.in",
  gstIn: "GSTIN, if you claim input credit",
  gstInExample: "27ABCDE1234F1Z5",
  gstInWrong: "This is not a GSTIN. Copy its 15 characters from the certificate",
  mobile: "Mobile number",
  appearance: "Appearance",
  themes: { system: "System", light: "Light", dark: "Dark" },
  save: "Save",
  saving: "Saving",
  saved: "Saved",

  deactivate: "Deactivate account",
  deactivateTitle: "Deactivate your account?",
  deactivateText:
    "You are signed out on every device, and only support can open the account again. Your bills are kept as long as tax law asks.",
  wentBack: (amount: string) =>
    `${amount} goes back to the payments it came from, the ₹50 minimum included. It takes 5 to 7 working days.`,
  heldToo: (amount: string) =>
    `${amount} is held for a charge whose bill has not come. What the bill leaves goes back by itself.`,
  onItsWayAlready: (amount: string) =>
    `${amount} is on its way back already and arrives as it would.`,
  nothingInWallet: "Your wallet is empty: nothing needs to be sent back.",
  companyPays: "Your charges were billed to your company: there is no wallet to empty.",
  walletUnknown: "How much is in your wallet did not load. It goes back to where it came from.",
  underWayTitle: "A charge is under way",
  underWayText: "Stop it first. Then the account can be closed.",
  toCharge: "Open the charge",
  keep: "Keep it",
  deactivating: "Closing",
  lookingAtWallet: "Looking at your wallet",

  closedTitle: "Your account is closed",
  closedNothing: "There was no money to send back.",
  closedRefunding: (amount: string) =>
    `${amount} is on its way back to you. It takes 5 to 7 working days.`,
  closedTo: (amount: string, to: string) => `${amount} to ${to}`,
  closedHeld: (amount: string) =>
    `${amount} is still held for a charge. What its bill leaves goes back by itself.`,
  closedNotCovered: (amount: string) =>
    `${amount} did not come from a payment and cannot go back to one. Support pays it out:`,
  closedAgain: "To use this mobile number here again, write to support.",
  toLogin: "To the login",
};
