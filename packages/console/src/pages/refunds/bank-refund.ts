/** The form of a refund by bank transfer. */
export const BANK_FIELDS = ["id", "amount_minor", "holder_name", "bank_reference", "reason"];
export const BANK_LABELS = {
  id: "The driver’s id",
  holder_name: "Owner of the bank account",
  bank_reference: "The bank’s reference (UTR)",
};
export const ABOUT_BANK =
  "Only for money that a refund to its payment failed to send, and only to an account in the driver’s own name. Transfer it first, then record it here: it leaves the driver’s wallet.";
