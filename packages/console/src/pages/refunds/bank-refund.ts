/** The form of a refund by bank transfer. */
export const BANK_FIELDS = ["id", "amount_minor", "bank_reference", "reason"];
export const BANK_LABELS = { id: "The driver’s id", bank_reference: "The bank’s reference (UTR)" };
export const ABOUT_BANK =
  "For money that cannot go back to its payment. Transfer it first, then record it here: it leaves the driver’s wallet.";
