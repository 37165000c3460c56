import { formatInr } from "@voltmarg/rules";
import type { NoticeWords } from "./said.ts";

const why = {
  LIMIT: (place: string) => `Charging at ${place} has reached the limit you chose.`,
  BALANCE: (place: string) => `Charging at ${place} has used up the money on hold for it.`,
  DRIVER: (place: string) => `You stopped charging at ${place}.`,
  OTHER: (place: string) => `Charging at ${place} has ended.`,
} as const;

const disputes = {
  STANDS:
    "The dispute of a payment is over, and the payment stands. Nothing is taken from your wallet.",
  BACK: "The dispute of a payment is over, and the payment stands. What was set aside is back in your wallet.",
  PART: "Your bank took back part of a payment. The rest of what was set aside is back in your wallet.",
  TAKEN: "Your bank took back a payment. The money was taken from your wallet.",
  OWED: "Your bank took back a payment, and your wallet did not have all of it. You owe the rest, which the money you add next pays.",
} as const;

export const en: NoticeWords = {
  CHARGE_STARTED: ({ place }) => ({
    title: "Charging has started",
    text: `Your charging at ${place} has started.`,
  }),
  BEGAN_LATE: ({ place }) => ({
    title: "Charging has started",
    text: `Your charging at ${place} has started after all.`,
  }),
  LIMIT_NEAR: ({ place }) => ({
    title: "Nearly done",
    text: `Charging at ${place} is close to the limit you chose and will stop by itself.`,
  }),
  CHARGE_STOPPED: (said) => ({
    title: "Charging has ended",
    text: `${why[said.why](said.place)} Free the plug for others.`,
  }),
  STOPPED_LATE: ({ place }) => ({
    title: "Charging is being stopped",
    text: `Charging at ${place} started late, after the request had expired. We asked the operator to stop it.`,
  }),
  START_FAILED: ({ message, not_charged }) => ({
    title: "Charging did not start",
    text: not_charged ? `${message} You were not charged.` : message,
  }),
  NO_ANSWER: ({ place, operator, unclear }) =>
    unclear
      ? {
          title: "No update on your charging",
          text: `${operator} has not said whether charging at ${place} started. Unplug to be safe. No money is on hold any more; if your vehicle was charged, you will get a bill.`,
        }
      : {
          title: "Charging did not start",
          text: `${operator} did not answer. Charging at ${place} did not start, and no money is on hold any more.`,
        },
  SILENT: ({ place, operator }) => ({
    title: "No update on your charging",
    text: `${operator} has not reported on your charging at ${place} for 15 min. Charging may still be running. It will still stop at your limit.`,
  }),
  STOP_REFUSED: ({ place, operator }) => ({
    title: "Charging has not stopped yet",
    text: `${operator} did not take our request to stop charging at ${place}. We send it again until it does. You can also stop at the charger or from your vehicle.`,
  }),
  SECOND_STOPPED: ({ place, operator }) => ({
    title: "A charge you did not start is being stopped",
    text: `${operator} began another charge in your name at ${place}. We asked it to stop. You do not pay for it.`,
  }),
  GIVEN_UP: ({ place, operator }) => ({
    title: "No update on your charging",
    text: `${operator} has not said how charging at ${place} ended. If it sends no bill within a day, you get one from what it reported so far.`,
  }),
  OPERATOR_LEAVES: ({ place, operator }) => ({
    title: "Charging was stopped",
    text: `${operator} is leaving our network. Your charging at ${place} was stopped, and you get its bill within a day.`,
  }),
  PARKING_FEE: ({ place, since, minor, runs }) => {
    const price = `${formatInr(BigInt(minor))} per min`;
    return {
      title: "Free the plug",
      text: runs
        ? `Your vehicle at ${place} is no longer charging. A parking fee of ${price} has been running since ${since}. Unplug to end it.`
        : `Your vehicle at ${place} is no longer charging. A parking fee of ${price} starts at ${since}. Unplug before then.`,
    };
  },
  BILL_READY: ({ place }) => ({
    title: "Your bill is ready",
    text: `The bill for your charging at ${place} has come.`,
  }),
  BILL_PROVISIONAL: ({ place }) => ({
    title: "Your bill is provisional",
    text: `The operator has sent no bill for your charging at ${place} yet, so there is a provisional one from what it reported. If its bill differs, you get the difference back or pay it.`,
  }),
  WALLET_LOW: () => ({
    title: "Your wallet is low",
    text: "Your wallet is close to its minimum balance. Please add money into your wallet.",
  }),
  PAYMENT_DISPUTED: ({ aside }) => ({
    title: "Your bank disputes a payment",
    text: aside
      ? "Your bank disputes a payment into your wallet. Until this is decided, the money is set aside and cannot be spent. If you did not ask for it, tell your bank."
      : "Your bank disputes a payment into your wallet, which has none of the money left. If the bank takes it back, you owe it. If you did not ask for it, tell your bank.",
  }),
  DISPUTE_OVER: ({ outcome }) => ({
    title:
      outcome === "STANDS" || outcome === "BACK"
        ? "The dispute of a payment is over"
        : "Your bank took back a payment",
    text: disputes[outcome],
  }),
  CHARGER_FREE: ({ place }) => ({
    title: "A plug is free",
    text: `A plug is free at ${place}. It is not booked for you.`,
  }),
  TRIP_STOP_LOST: ({ place }) => ({
    title: "A stop of your trip is out of order",
    text: `No plug for your vehicle works at ${place} now. Open the trip to plan another stop.`,
  }),
  TRIP_STOP_TAKEN: ({ place }) => ({
    title: "A stop of your trip is taken",
    text: `All plugs for your vehicle are in use at ${place} now. Open the trip to plan another stop, or wait there.`,
  }),
  TICKET_ANSWERED: () => ({
    title: "Support has answered",
    text: "There is an answer to your ticket.",
  }),
  TICKET_RECEIVED: ({ number }) => ({
    title: "We have your message",
    text: `Your ticket has the number ${number}. You get an answer within 48 hours.`,
  }),
  TICKET_ESCALATED: ({ number }) => ({
    title: "Your ticket is with the grievance officer",
    text: `Support did not answer ticket ${number} in time. The grievance officer has it now.`,
  }),
  ACCOUNT_UNUSED: ({ on }) => ({
    title: "Your account will be closed",
    text: `You have not used your account for long. It will be closed on ${on}, and the money in your wallet goes back to the payments it came from. To keep the account, charge or add money before.`,
  }),
  BREACH: ({ texts }) => ({ title: "Your data may be affected", text: texts.en }),
};
