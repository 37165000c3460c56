import { t } from "@lingui/core/macro";
import type { SessionFailure } from "@voltmarg/contract";
import { words } from "../../language/words.ts";

type Help = { title: string; steps: readonly string[] };

export const failureHelp = words((): Record<SessionFailure["code"], Help> => ({
  REJECTED: {
    title: t`The operator did not allow charging`,
    steps: [t`Try another charger of this station.`, t`If it happens again, call the operator.`],
  },
  OCCUPIED: {
    title: t`The plug is in use`,
    steps: [t`Choose another plug of this station.`, t`Or wait until it is free.`],
  },
  OUT_OF_ORDER: {
    title: t`The charger is out of order`,
    steps: [t`Choose another charger. Other drivers see this one as out of order, too.`],
  },
  NOT_PLUGGED: {
    title: t`Your vehicle did not respond`,
    steps: [
      t`Switch the vehicle off and lock it.`,
      t`Take the gun out, push it back until it clicks.`,
      t`Start again from the app.`,
    ],
  },
  NO_ANSWER: {
    title: t`The charger did not respond`,
    steps: [
      t`Check that its screen is on.`,
      t`Try another charger of this station.`,
      t`Start again from the app.`,
    ],
  },
  UNREACHABLE: {
    title: t`The operator could not be reached`,
    steps: [
      t`Try again in a minute.`,
      t`If it happens again, choose a station of another operator. This one’s system may be down.`,
    ],
  },
  FAILED: {
    title: t`Charging did not start`,
    steps: [t`Take the gun out, push it back until it clicks.`, t`Start again from the app.`],
  },
  CANCELLED: { title: t`You cancelled the start`, steps: [] },
}));

export const startCopy = words(() => ({
  closeStart: t`Close`,
  secondsUsual: (seconds: number) => t`${seconds} s. This usually takes under 30 s.`,
  secondsLong: (seconds: number) => t`${seconds} s. This takes longer than usual.`,
  leaveGun: t`Leave the gun in. Do not press its button.`,
  longHelp: t`Check that the gun clicked in and the vehicle is locked. You can wait or cancel.`,
  cancel: t`Cancel`,
  cancelling: t`Cancelling`,
  showCharge: t`Show the charging session`,
  asking: t`Asking the charger`,
  talking: t`Connecting to your vehicle`,
  connected: t`Your vehicle is connected`,
  unknownTitle: t`No answer yet`,
  unknownText: t`It may still begin. Unplug to be safe.`,
  failedTitle: t`Charging did not start`,
  invalidTitle: t`The operator cancelled this charging session`,
  didNotStart: t`Charging did not start.`,
  answer: t`The operator’s answer`,
  notCharged: t`You were not charged.`,
  holdReleased: (amount: string) => t`Your ${amount} hold was released.`,
  holdStays: (amount: string) =>
    t`We are asking the operator. Your ${amount} hold stays until we know.`,
  holdExpired: (amount: string) => t`Your ${amount} hold has ended. The money is yours again.`,
  whatHelps: t`What usually helps`,
  code: (id: string, when: string) => t`Code ${id} · ${when}`,
  copyCode: t`Copy`,
  codeCopied: t`Code copied`,
  otherPlug: t`Other charger`,
  tryAgain: t`Try again`,
  toWallet: t`Wallet`,
  stepStates: { done: t`done`, now: t`under way`, wait: t`to come`, failed: t`failed` },
  startSteps: {
    SENT: { title: t`Request sent`, detail: (operator: string) => t`Asking ${operator}` },
    ACCEPTED: {
      title: t`Request accepted`,
      detail: (operator: string) => t`${operator} approved your account`,
    },
    STARTED: {
      title: t`Connecting to the vehicle`,
      detail: () => t`Charger and vehicle agree on power`,
    },
    FLOWING: { title: t`Power flowing`, detail: () => t`You pay only from this point` },
  },
}));
