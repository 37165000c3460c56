import { t } from "@lingui/core/macro";
import { providerName } from "../../language/provider-name.ts";
import { words } from "../../language/words.ts";

export const infoCopy = words(() => ({
  notFound: t`This page does not exist`,
  notFoundText: t`The address may be mistyped, or the page has moved.`,
  toMap: t`Open the map`,
}));

export const stepsCopy = words(() => ({
  title: t`EV Charging Steps`,
  findStation: t`Find a station`,
  steps: [
    {
      heading: t`Park and pick a plug`,
      text: t`Open the station in the app, or scan the QR on the charger.`,
    },
    { heading: t`Set a limit`, text: t`By money, energy, time or range. You can stop sooner.` },
    { heading: t`Push the gun in`, text: t`Until it clicks and locks.` },
    { heading: t`Start`, text: t`Wait for power to flow, usually under 30 seconds.` },
    {
      heading: t`Stop and take the gun out`,
      text: t`Press and hold “Hold to stop” for a moment, or tap it and confirm. The bill comes at once or when the operator sends it.`,
    },
  ] satisfies Section[],
}));

/** Above the built-in text, where the published one did not load. */
export const textCopy = words(() => ({
  intro: t`The full text did not load. This is the short form that came with the app.`,
  english: t`Some of this is not translated yet. It is shown in English.`,
}));

export type Section = { heading: string; text: string };

export const termsCopy = words(() => ({
  title: t`Terms and Conditions`,
  sections: [
    {
      heading: t`What ${providerName} does`,
      text: t`${providerName} shows charging stations of several operators, starts and stops charging for you, and bills it in its own name.`,
    },
    {
      heading: t`Prices`,
      text: t`Every price you see before charging includes GST. You pay what the shown tariff gives for the metered units (kWh) and time, and never more than that.`,
    },
    {
      heading: t`Wallet`,
      text: t`Charging is paid from your wallet. ₹50 stays in it as the minimum balance. While charging runs, its likely cost is on hold; what was not used is yours again after the bill. Unused balance can be refunded any time from Wallet; all of it when you close your account. It goes back to the UPI account or card you paid with.`,
    },
    {
      heading: t`Using a charger`,
      text: t`Use a plug your vehicle is made for, follow the notices at the station, and free the plug when charging is over. Some operators charge a parking fee after that; it is shown with the price.`,
    },
    {
      heading: t`When something goes wrong`,
      text: t`Live status and prices come from the operators and may be late. We say how old they are. If a bill looks wrong, tell support. Charging that never took place is never billed.`,
    },
  ] satisfies Section[],
}));

export const privacyCopy = words(() => ({
  title: t`Privacy Policy`,
  sections: [
    {
      heading: t`What we keep`,
      text: t`Your mobile number, your name, your e-mail address if you give it, your GSTIN with the name and address of its business if you give it, your profile photo if you add one, your vehicles and the odometer readings you add, your favorite stations, the trips you plan, the devices you signed in on, your charging sessions, what you say about them and about stations, your bills, your wallet transactions, the messages we send you, and what you write to support with its photos. Of a photo we keep the picture alone: where and with what it was taken is removed.`,
    },
    {
      heading: t`Why`,
      text: t`To sign you in, to start and stop charging, to bill it as tax law requires, and to answer you when you write to support.`,
    },
    {
      heading: t`Who sees it`,
      text: t`The operator of a station gets a token that stands for your charging, not your name or number. The payment provider gets what a payment needs, and those who deliver our SMS, e-mails and notifications what that needs. What you say about a station is shown to other drivers with your vehicle and the day, not your name. The tax portal may get the invoices to your GSTIN, if you give one. Nobody else gets anything, and nothing is sold.`,
    },
    {
      heading: t`Your location`,
      text: t`It is used on your device to show what is near, and sent only to search for stations, to plan a way from where you are, and to check that you are at the station you write about. It is stored only as the start of a trip you plan.`,
    },
    {
      heading: t`On this device`,
      text: t`You stay signed in by two tokens in the browser's storage. Logging out deletes them, and all your ${providerName} data, from this device.`,
    },
    {
      heading: t`How long`,
      text: t`Bills, your wallet transactions and the charging sessions behind them are kept for at least 72 months after the annual return of their year, as tax law requires. The log of what was done to your account stays as well. The rest is erased when you have closed your account and ask support for it by e-mail. Ask them as well for a copy of everything we keep about you.`,
    },
  ] satisfies Section[],
}));
