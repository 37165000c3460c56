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
      text: t`Charging is paid from your wallet. ₹50 stays in it as the minimum balance. While charging runs, its likely cost is on hold; what was not used is yours again after the bill. Unused balance can be refunded any time from Wallet; all that you added when you close your account. It goes back to the UPI account or card you paid with.`,
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
      heading: t`On this device`,
      text: t`You stay signed in by two tokens: in a browser they are in its storage, in the phone's app in the phone's keychain. Logging out deletes them, and all your data, from this device.`,
    },
  ] satisfies Section[],
}));
