import type { Said } from "../../server/src/features/notifications/words/said.ts";

/** One example of every kind of notification. */
export const EXAMPLES: { [Of in Said["of"]]: Extract<Said, { of: Of }> } = {
  CHARGE_STARTED: { of: "CHARGE_STARTED", place: "Koramangala Hub" },
  BEGAN_LATE: { of: "BEGAN_LATE", place: "Koramangala Hub" },
  LIMIT_NEAR: { of: "LIMIT_NEAR", place: "Koramangala Hub" },
  CHARGE_STOPPED: { of: "CHARGE_STOPPED", place: "Koramangala Hub", why: "OTHER" },
  STOPPED_LATE: { of: "STOPPED_LATE", place: "Koramangala Hub" },
  START_FAILED: {
    of: "START_FAILED",
    code: "OCCUPIED",
    message: "Another vehicle is using this plug. Charging did not start.",
    not_charged: true,
  },
  NO_ANSWER: { of: "NO_ANSWER", place: "Koramangala Hub", operator: "Zephyr Grid" },
  SILENT: { of: "SILENT", place: "Koramangala Hub", operator: "Zephyr Grid" },
  STOP_REFUSED: { of: "STOP_REFUSED", place: "Koramangala Hub", operator: "Zephyr Grid" },
  SECOND_STOPPED: { of: "SECOND_STOPPED", place: "Koramangala Hub", operator: "Zephyr Grid" },
  GIVEN_UP: { of: "GIVEN_UP", place: "Koramangala Hub", operator: "Zephyr Grid" },
  OPERATOR_LEAVES: { of: "OPERATOR_LEAVES", place: "Koramangala Hub", operator: "Zephyr Grid" },
  PARKING_FEE: {
    of: "PARKING_FEE",
    place: "Koramangala Hub",
    since: "14:20",
    minor: 236,
    runs: false,
  },
  BILL_READY: { of: "BILL_READY", place: "Koramangala Hub" },
  BILL_PROVISIONAL: { of: "BILL_PROVISIONAL", place: "Koramangala Hub" },
  WALLET_LOW: { of: "WALLET_LOW" },
  PAYMENT_DISPUTED: { of: "PAYMENT_DISPUTED", aside: true },
  DISPUTE_OVER: { of: "DISPUTE_OVER", outcome: "BACK" },
  TRIP_STOP_LOST: { of: "TRIP_STOP_LOST", place: "Koramangala Hub" },
  TRIP_STOP_TAKEN: { of: "TRIP_STOP_TAKEN", place: "Koramangala Hub" },
  CHARGER_FREE: { of: "CHARGER_FREE", place: "Koramangala Hub" },
  TICKET_ANSWERED: { of: "TICKET_ANSWERED" },
  TICKET_RECEIVED: { of: "TICKET_RECEIVED", number: "10042" },
  TICKET_ESCALATED: { of: "TICKET_ESCALATED", number: "10042" },
  BREACH: {
    of: "BREACH",
    texts: {
      en: "A copy of mobile numbers was taken from our service on 20 November.",
      hi: "20 नवंबर को हमारी सेवा से मोबाइल नंबरों की एक प्रति ली गई।",
      ur: "20 نومبر کو ہماری سروس سے موبائل نمبروں کی ایک نقل لی گئی۔",
    },
  },
  ACCOUNT_UNUSED: { of: "ACCOUNT_UNUSED", on: "05/01/2027" },
};
