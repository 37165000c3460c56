import { formatInr } from "@voltmarg/rules";
import type { NoticeWords } from "./said.ts";

const why = {
  LIMIT: (place: string) => `Your charge at ${place} has reached what you chose.`,
  BALANCE: (place: string) => `Your charge at ${place} has used up what was set aside for it.`,
  DRIVER: (place: string) => `You have stopped your charge at ${place}.`,
  OTHER: (place: string) => `Your charge at ${place} has ended.`,
} as const;

export const en: NoticeWords = {
  CHARGE_STARTED: ({ place }) => ({
    title: "Charging has started",
    text: `Your charge at ${place} has started.`,
  }),
  BEGAN_LATE: ({ place }) => ({
    title: "Charging has started",
    text: `Your charge at ${place} began after all.`,
  }),
  LIMIT_NEAR: ({ place }) => ({
    title: "Nearly done",
    text: `Your charge at ${place} is close to what you chose and stops by itself.`,
  }),
  CHARGE_STOPPED: (said) => ({
    title: "Charging has ended",
    text: `${why[said.why](said.place)} Free the plug for others.`,
  }),
  STOPPED_LATE: ({ place }) => ({
    title: "Charging is being stopped",
    text: `A charge at ${place} began after it was given up. We asked the operator to stop it.`,
  }),
  START_FAILED: ({ message, not_charged }) => ({
    title: "Charging did not start",
    text: not_charged ? `${message} You were not charged.` : message,
  }),
  NO_ANSWER: ({ place, operator, unclear }) =>
    unclear
      ? {
          title: "No news of your charge",
          text: `${operator} does not say whether your charge at ${place} began. Unplug to be safe. Nothing is held any more; if it charged, its bill comes.`,
        }
      : {
          title: "Charging did not start",
          text: `${operator} did not answer. Charging at ${place} did not start, and nothing is held any more.`,
        },
  SILENT: ({ place, operator }) => ({
    title: "No news of your charge",
    text: `${operator} has not reported on your charge at ${place} for 15 min. It may go on. Your limit holds.`,
  }),
  GIVEN_UP: ({ place, operator }) => ({
    title: "No news of your charge",
    text: `${operator} does not say how your charge at ${place} ended. If it sends no bill within a day, you get one from what it reported so far.`,
  }),
  OPERATOR_LEAVES: ({ place, operator }) => ({
    title: "No news of your charge",
    text: `${operator} leaves our network. Your charge at ${place} was stopped, and you get its bill within a day.`,
  }),
  PARKING_FEE: ({ place, since, minor, runs }) => {
    const price = `${formatInr(BigInt(minor))} per min`;
    return {
      title: "Free the plug",
      text: runs
        ? `Your car at ${place} takes no power any more. A parking fee of ${price} runs since ${since}. Unplug it to end it.`
        : `Your car at ${place} takes no power any more. Parking fee starts at ${since}: ${price}. Unplug it before then.`,
    };
  },
  BILL_READY: ({ place }) => ({
    title: "Your bill is ready",
    text: `The bill of your charge at ${place} is there.`,
  }),
  BILL_PROVISIONAL: ({ place }) => ({
    title: "Your bill is provisional",
    text: `The operator has sent no bill for your charge at ${place}. You have a provisional one from what it reported. If its bill differs, we put it right.`,
  }),
  WALLET_LOW: () => ({
    title: "Your wallet is low",
    text: "Your wallet is close to its minimum balance. Please add money into your wallet.",
  }),
  CHARGER_FREE: ({ place }) => ({
    title: "A plug is free",
    text: `A plug is free at ${place}. It is not kept for you.`,
  }),
  TICKET_ANSWERED: () => ({
    title: "Support has answered",
    text: "There is an answer to your ticket.",
  }),
};
