import { plural, t } from "@lingui/core/macro";
import type { TripAssumption, TripGap } from "@voltmarg/contract";
import { words } from "../../language/words.ts";

type Says = Record<TripAssumption["of"], (value: string) => string>;

export const tripCopy = words(() => ({
  title: t`Plan a trip`,
  from: t`From`,
  to: t`To`,
  here: t`Where I am`,
  choose: t`Choose a city`,
  fromMissing: t`Choose where you start`,
  toMissing: t`Choose where you go`,
  same: t`Choose two different places`,
  noPosition: t`Your position is not known. Choose a city instead.`,
  batteryNow: t`Battery now`,
  batteryEnd: t`Battery at the end`,
  percentWrong: t`Write a whole number from 1 to 100`,
  endWrong: t`Write a whole number from 0 to 90`,
  people: t`People`,
  peopleWrong: t`Write a whole number from 1 to 9`,
  cooling: t`Air conditioning`,
  preference: t`What matters most`,
  preferences: { QUICKEST: t`Time`, FEWEST_STOPS: t`Few stops`, CHEAPEST: t`Price` },
  style: t`How you drive`,
  styles: { CALM: t`Calmly`, USUAL: t`As usual`, FAST: t`Fast` },
  plan: t`Plan the trip`,
  planning: t`Planning`,
  planned: t`Your trip`,
  arrives: t`Arrival`,
  summary: (km: string, time: string) => t`${km} in ${time}`,
  stops: (count: number) =>
    count === 0
      ? t`no stop needed`
      : plural(count, { one: "# charging stop", other: "# charging stops" }),
  cost: t`Charging on the way, with GST`,
  petrol: t`Petrol for the same way`,
  batteryThere: t`Battery on arrival`,
  notKnown: t`Not known`,
  drive: (km: string, time: string) => t`Drive ${km}, ${time}`,
  charge: (from: string, until: string, time: string) =>
    t`Charge from ${from} to ${until}, about ${time}`,
  at: (time: string) => t`At ${time}`,
  wait: (time: string) => t`perhaps ${time} of waiting`,
  doubtful: t`Not certain that it works`,
  spare: (name: string, km: string) => t`If it does not work: ${name}, ${km} away`,
  noSpare: t`No other station is near enough from here`,
  end: t`Destination`,
  gap: t`This trip does not work`,
  gapText: (from: string, until: string) =>
    t`Between km ${from} and km ${until} no station with a plug for your vehicle is near enough.`,
  missing: (kwh: string) => t`The battery would need ${kwh} more.`,
  helpsTitle: t`What would help`,
  helps: {
    START_FULLER: t`Start with a full battery`,
    SLOWER: t`Drive more slowly`,
    LESS_AT_END: t`Arrive with less in the battery`,
  } satisfies Record<TripGap["helps"][number], string>,
  how: t`How this is reckoned`,
  assumptions: {
    RANGE: (value) => t`A full battery takes you ${value} km in everyday use.`,
    USUAL_USE: (value) => t`The range is not known: ${value} kWh for 100 km.`,
    LOAD: (value) => t`${value} kg of people and luggage besides the driver.`,
    COOLING: (value) => t`The air conditioning takes ${value} kW.`,
    STYLE: () => t`Faster roads and faster driving take more.`,
    HEIGHTS: () => t`Climbs and descents of the road count.`,
    FLAT: (value) => t`Heights are not known: reckoned flat, with ${value} % more.`,
    CURVE: (value) => t`Up to ${value} kW of DC, less as the battery fills (an estimate).`,
    USUAL_POWER: (value) => t`The vehicle's DC power is not known: ${value} kW.`,
    RESERVE: (value) => t`You never arrive at a stop with less than ${value} %.`,
    STOP: (value) => t`${value} minutes to find a plug and start.`,
    WAIT: (value) => t`${value} minutes of waiting where only one plug fits.`,
    DETOUR: (value) => t`The way to a station is ${value} times the straight line.`,
    PRICES: () => t`Today's prices, by the hour of each stop, with GST.`,
    PETROL: (value) => t`Petrol at ${value} a litre.`,
    NOT_CONFIRMED: () => t`The way through the stops is estimated.`,
  } satisfies Says,
}));
