import { t, plural } from "@lingui/core/macro";
import { words } from "../../language/words.ts";

export const liveCopy = words(() => ({
  help: t`Help with this charging session`,
  sessionFailed: t`This charging session did not load`,
  noSession: t`No charging session is chosen`,
  chartSays: (most: string, now: string) => t`Power over time, 0 to ${most} kilowatts. Now ${now}.`,
  aboutLeft: (span: string) => t`about ${span} left`,
  ofWhole: (limit: string) => t`of ${limit}`,
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
  meterFell: (name: string) =>
    t`${name} reported less energy than before. The highest value counts here and for your limit.`,
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
  waitingBill: t`Waiting for the operator’s bill`,
  showBill: t`Show the bill`,
  noPower: t`Your vehicle has stopped drawing power. It may be full.`,
  parkingStarts: (time: string, price: string) =>
    t`Parking fee starts at ${time}: ${price} per min. Unplug before then.`,
  parkingRuns: (time: string, price: string) =>
    t`Parking has cost ${price} per min since ${time}. Unplug to end it.`,
  nearLimit: (span: string | null) =>
    span === null
      ? t`Your limit is almost reached.`
      : t`Your limit is almost reached, in about ${span}.`,
  batteryAt: (percent: number) => t`The battery is at ${percent}%.`,
  limitReached: t`Your limit is reached. Charging stops by itself.`,
  endedNews: t`Charging has ended.`,
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
