import { t } from "@lingui/core/macro";
import { words } from "../language/words.ts";

/** Texts for prices, the same on every screen. */
export const priceCopy = words(() => ({
  freeOfCharge: t`Free of charge`,
  noPrice: t`no price of this kind`,
  allIn: t`per kWh, all in`,
  shortAllIn: (amount: string) => t`${amount}/kWh, all in`,
  units: { perKwhMinor: t`per kWh`, perMinuteMinor: t`per min`, flatMinor: t`per session` },
  short: {
    perKwhMinor: (amount: string) => t`${amount}/kWh`,
    perMinuteMinor: (amount: string) => t`${amount}/min`,
    flatMinor: (amount: string) => t`${amount} once`,
  },
  aboutPerKwh: (amount: string) => t`about ${amount}/kWh for your vehicle`,
  turnLess: {
    KWH: (amount: string, time: string) => t`${amount} a kWh less after ${time}`,
    MINUTE: (amount: string, time: string) => t`${amount} a minute less after ${time}`,
  },
  turnMore: {
    KWH: (amount: string, time: string) => t`${amount} a kWh more after ${time}`,
    MINUTE: (amount: string, time: string) => t`${amount} a minute more after ${time}`,
  },
  tomorrow: (time: string) => t`${time} tomorrow`,
  onTop: {
    perKwhMinor: (amount: string) => t`+ ${amount}/kWh`,
    perMinuteMinor: (amount: string) => t`+ ${amount}/min`,
    flatMinor: (amount: string) => t`+ ${amount} once`,
  },
  // The whole tariff
  names: {
    ENERGY: t`Energy`,
    TIME: t`Charging time`,
    PARKING_TIME: t`Parking after charging`,
    FLAT: t`Start fee`,
    RESERVATION_TIME: t`Booking`,
    RESERVATION_FLAT: t`Booking fee`,
  } as Record<string, string | undefined>,
  free: t`free`,
  perKwh: (amount: string) => t`${amount} per\u00a0kWh`,
  perMinute: (amount: string) => t`${amount} per\u00a0min`,
  perHour: (amount: string) => t`${amount} per\u00a0h`,
  once: (amount: string) => t`${amount} once`,
  otherwise: t`otherwise`,
  always: t`always`,
  steps: (step: string) => t`counted in full steps of ${step}`,
  fullMinutes: t`counted in full minutes`,
  atLeast: t`At least`,
  atMost: t`At most`,
  wholeCharge: t`for the whole charging session`,
  beforeGst: (amount: string) => t`${amount} before GST`,
  // Changes
  fromClock: (time: string) => t`From ${time}`,
  fromEnergy: (kwh: string) => t`From ${kwh}`,
  fromDuration: (span: string) => t`After ${span}`,
  instead: (now: string, before: string) => t`${now} instead of ${before}`,
  added: (now: string) => t`${now} as well`,
  gone: (before: string) => t`no more ${before}`,
}));
