import type { Approval } from "@voltmarg/contract";

export const KINDS: Record<Approval["kind"], string> = {
  GOODWILL: "Goodwill",
  CORRECTION: "Bill taken back",
  BANK_REFUND: "Refund by bank transfer",
  CHANGE: "Change for all drivers",
};
export const STATES: Record<Approval["state"], string> = {
  WAITING: "Waits for a second person",
  CONFIRMED: "Confirmed",
  REJECTED: "Rejected",
  EXPIRED: "Expired",
  BOOKED: "Booked by one",
};
