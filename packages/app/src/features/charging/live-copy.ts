import { t, plural } from "@lingui/core/macro";
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

export const liveCopy = words(() => ({
  // Starting
  closeStart: t`Close`,
  help: t`Help with this charging session`,
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
  sessionFailed: t`This charging session did not load`,
  noSession: t`No charging session is chosen`,
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
  chartSays: (most: string, now: string) => t`Power over time, 0 to ${most} kilowatts. Now ${now}.`,
  aboutLeft: (span: string) => t`about ${span} left`,
  ofWhole: (limit: string) => t`of ${limit}`,
  // Live
  minimise: t`Minimise`,
  charging: t`Charging`,
  connectedState: t`Connected`,
  fullState: t`Not charging`,
  stopping: t`Stopping`,
  ended: t`Ended`,
  noNews: t`No update`,
  ofLimit: (done: string | null, limit: string) =>
    done === null ? t`of ${limit} limit` : t`${done} of ${limit} limit`,
  noLimit: t`No limit set`,
  priceNow: (price: string) => t`Now ${price}`,
  priceUnknown: t`Price not known yet`,
  left: (minutes: string) => t`About ${minutes} left`,
  stopsNear: (time: string) => t`stops near ${time}`,
  stopsBySelf: t`Stops by itself at the limit`,
  runsUntil: t`Runs until you stop it or the wallet is empty`,
  lastNews: (time: string) => t`Last update ${time}`,
  /** Of a session that is over. */
  chartSaid: (most: string, highest: string) =>
    t`Power over time, 0 to ${most} kilowatts. Highest ${highest}.`,
  waitingNews: t`Waiting for the first update`,
  noNewsText: (name: string) =>
    t`${name} has not reported for more than 2 min. Charging may still be running. It will still stop at your limit.`,
  weakTitle: (power: string) => t`Charging slowly, ${power}`,
  weakText: (possible: string) =>
    t`This plug could give your vehicle ${possible}. A very hot or cold battery, power shared with other plugs or a loose gun slow it down. Another plug may be faster.`,
  powerNow: t`Power now`,
  time: t`Time`,
  rangeAdded: t`Range added`,
  batteryNow: t`Battery now`,
  powerChart: t`Power, kW`,
  live: (age: string) => t`Live, ${age} ago`,
  connecting: t`Connecting`,
  showTable: t`Show as a table`,
  chartTime: t`Time`,
  chartPower: t`Power`,
  now: t`Now`,
  holdToStop: t`Hold to stop`,
  keepHolding: t`Keep holding`,
  askStop: t`Stop charging?`,
  askStopText: t`Charging ends at once. You pay only for the charging done so far.`,
  stopNow: t`Stop charging`,
  goOn: t`Go on charging`,
  stopUnsent: (limit: string | null) =>
    limit === null
      ? t`No network, so the charger was not told. Unlock the vehicle or press stop on the charger.`
      : t`No network, so the charger was not told. Unlock the vehicle or press stop on the charger. It will still stop at your limit of ${limit}.`,
  offlineText: (time: string) =>
    t`No network. These figures are of ${time}. Charging may still be running; it will still stop at your limit.`,
  offline: t`No network`,
  didNotStop: t`Did not stop. Try again`,
  callOperator: (name: string) => t`Call ${name}`,
  waitingBill: t`Waiting for the operator’s bill`,
  showBill: t`Show the bill`,
  noPower: t`Your vehicle has stopped drawing power. It may be full.`,
  parkingStarts: (time: string, price: string) =>
    t`Parking fee starts at ${time}: ${price} per min. Unplug before then.`,
  parkingRuns: (time: string, price: string) =>
    t`Parking has cost ${price} per min since ${time}. Unplug to end it.`,
  progress: (percent: number, cost: string | null) =>
    cost
      ? t`${percent} percent of your limit, ${cost} so far`
      : t`${percent} percent of your limit`,
  askingToStop: t`Asking the charger to stop`,
  // Several
  ongoingTitle: t`Charging now`,
  sessions: (count: number) =>
    plural(count, {
      one: "# charging session on this account",
      other: "# charging sessions on this account",
    }),
  mayCharge: t`Your account may charge more than one vehicle at a time.`,
  noneTitle: t`Nothing is charging`,
  noneText: t`Charging that is running is shown here.`,
  starting: t`Starting`,
}));
