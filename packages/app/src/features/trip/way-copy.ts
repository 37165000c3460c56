import { plural, t } from "@lingui/core/macro";
import type { TripStopNow } from "@voltmarg/contract";
import { words } from "../../language/words.ts";

type State = (free: number, of: number) => string;

/** A trip that has begun. */
export const wayCopy = words(() => ({
  start: t`Start trip`,
  starting: t`Starting`,
  change: t`Change the plan`,
  end: t`End trip`,
  ending: t`Ending`,
  ended: (name: string) => t`${name}: the trip is over`,
  charge: t`Start charging`,
  toSession: t`To the charging session`,
  directionsTo: (name: string) => t`Directions to ${name}`,
  parts: { CHARGING: t`Charging here`, NEXT: t`Next stop`, PASSED: t`Done` },
  states: {
    FREE: (free, of) => t`${free} of ${of} free now`,
    TAKEN: (_, of) => plural(of, { one: "In use now", other: "All # in use now" }),
    LOST: () => t`Out of order now`,
    UNKNOWN: () => t`Status not known`,
  } satisfies Record<TripStopNow["state"], State>,
  lost: (name: string) => t`${name} is out of order`,
  lostText: t`No plug there works for your vehicle now.`,
  taken: (name: string) => t`All plugs at ${name} are in use`,
  takenText: t`You would have to wait there.`,
  planAgain: t`Plan again`,
  less: t`I have less than planned`,
  past: t`I am past this stop`,
  replanTitle: t`Plan again from here`,
  replanText: t`How full is the battery now? Your vehicle shows it.`,
  noPosition: t`Your position is not known. Allow it for this app, then try again.`,
  bar: t`Trip`,
  barNext: (name: string) => t`Next stop: ${name}`,
  barArrive: (share: string) => t`arrive with ${share}`,
  barEnd: (time: string) => t`Arrival at ${time}`,
}));
